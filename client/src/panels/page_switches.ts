// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { iconButton } from '../shell/dom';
import { switchTheme } from '../shell/theme';
import type { Panel } from './panel';

const MOON = 'M20 14.5A8 8 0 0 1 9.5 4a8 8 0 1 0 10.5 10.5z';
const QUESTION =
  'M9 9a3 3 0 1 1 4.2 2.8c-.8.4-1.2 1-1.2 2.2M12 17.5v.5M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z';

/** Dark or light, and the help. */
export const pageSwitches: Panel = {
  id: 'page_switches',
  title: 'Page',
  place: 'bar',
  isAtEnd: true,
  mount(element, app) {
    element.append(
      iconButton(MOON, 'Dark or light', () => switchTheme(app.settings)),
      iconButton(QUESTION, 'Keys (?)', () => app.actions.run('help')),
    );
  },
};
