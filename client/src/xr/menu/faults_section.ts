// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type { App } from '../../app';
import type { MenuItem, MenuSection } from './section';

/** Something that can be made to go wrong on purpose. */
export interface Fault {
  readonly id: string;
  readonly title: string;
  isOn(app: App): boolean;
  toggle(app: App): void;
}

const robotOf = (app: App) =>
  app.store.status.value?.robots.find(({ name }) => name === app.robot.value);

/** A twin that is not followed any more, as if its tracker were gone. */
const twinPaused: Fault = {
  id: 'twin_paused',
  title: 'Twin stands still',
  isOn: (app) => robotOf(app)?.paused ?? false,
  toggle(app) {
    const robot = robotOf(app);
    if (robot?.mode === 'twin')
      void app.order({ do: 'pause_twin', robot: robot.name, paused: !robot.paused });
    else app.notices.show('There is no twin of a real robot here.');
  },
};

/** Adding one is a file and a line here. */
export const FAULTS: readonly Fault[] = [twinPaused];

export const faultsSection: MenuSection = {
  id: 'faults',
  title: 'Faults',
  items: (app): MenuItem[] => FAULTS.map((fault) => ({
    title: fault.title, isOn: fault.isOn(app), isDisabled: !app.store.mayControl,
    run: () => fault.toggle(app),
  })),
};
