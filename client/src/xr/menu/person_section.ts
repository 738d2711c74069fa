// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type { App } from '../../app';
import type { MenuItem, MenuSection } from './section';

function choice(app: App, title: string, name: string, byDefault: boolean): MenuItem {
  const item = app.settings.item(name, byDefault);
  return { title, isOn: item.value, run: () => item.set(!item.value) };
}

/** How the person stands, moves and sees. */
export const personSection: MenuSection = {
  id: 'person',
  title: 'You',
  items: (app) => [
    choice(app, 'Narrow view while moving', 'xr.vignette', true),
    choice(app, 'Left-handed', 'xr.left_handed', false),
    choice(app, 'Figures of drawing', 'xr.budget', false),
    { title: 'Back to the start', run: () => app.xr.home() },
    {
      title: 'Align with the room', isOn: app.xr.aligned.value !== undefined,
      run: () => app.xr.aligning.set(true),
    },
    { title: 'Leave', run: () => app.xr.leave() },
  ],
  note: (app) => (app.xr.aligned.value ? 'The world lies on the real floor.' : ''),
};
