// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { PANELS } from '../../panels/list';
import type { MenuSection } from './section';

/** Which panel of the page stands beside the person; empty: none. */
export const panelsSection: MenuSection = {
  id: 'panels',
  title: 'Panels',
  items(app) {
    const chosen = app.settings.item('xr.panel', '');
    return PANELS.filter(({ place }) => place !== 'bar').map(({ id, title }) => ({
      title, isOn: chosen.value === id, run: () => chosen.set(chosen.value === id ? '' : id),
    }));
  },
};
