// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type { App } from '../../app';
import { FAULTS } from './faults/list';
import type { MenuSection } from './section';

const faultsOf = (app: App) => FAULTS.flatMap((kind) => kind(app));

/** What can be made to go wrong on purpose. */
export const faultsSection: MenuSection = {
  id: 'faults',
  title: 'Faults',
  items: (app) =>
    faultsOf(app).map(({ title, isOn, toggle }) => ({
      title,
      isOn,
      isDisabled: !app.store.mayControl,
      run: toggle,
    })),
  note: (app) => (faultsOf(app).length > 0 ? '' : 'Nothing here can be made to fail.'),
};
