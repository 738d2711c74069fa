// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { isMonitorOff } from '../parts/monitor';
import type { MenuSection } from './section';

/** Which picture the large monitor behind the floor shows; empty: the first there is. */
export const monitorSection: MenuSection = {
  id: 'monitor',
  title: 'Monitor',
  items(app) {
    const chosen = app.settings.item('xr.monitor', '');
    const isOff = isMonitorOff(app);
    const pictures = app.store.sources.value.filter(({ kind }) => kind === 'image');
    return [
      { title: 'Off', isOn: isOff.value, run: () => isOff.set(!isOff.value) },
      ...pictures.map(({ name }) => ({
        title: name,
        isOn: !isOff.value && chosen.value === name,
        run: () => {
          chosen.set(name);
          isOff.set(false);
        },
      })),
    ];
  },
  note: (app) => (app.store.sources.value.some(({ kind }) => kind === 'image')
    ? '' : 'Nobody has a picture here.'),
};
