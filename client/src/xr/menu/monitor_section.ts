// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type { MenuSection } from './section';

/** Which picture the large monitor behind the floor shows; empty: the first there is. */
export const monitorSection: MenuSection = {
  id: 'monitor',
  title: 'Monitor',
  items(app) {
    const chosen = app.settings.item('xr.monitor', '');
    return app.store.sources.value.filter(({ kind }) => kind === 'image').map(({ name }) => ({
      title: name, isOn: chosen.value === name, run: () => chosen.set(name),
    }));
  },
  note: (app) => (app.store.sources.value.some(({ kind }) => kind === 'image')
    ? '' : 'Nobody has a picture here.'),
};
