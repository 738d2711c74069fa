// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type { App } from '../../app';
import { inWords, ofWhom } from '../../panels/faults_panel';
import type { Wanted } from './faults/fault';
import { FAULTS } from './faults/list';
import type { MenuItem, MenuSection } from './section';

const SHORT = '5s';

const isShort = (app: App) => app.settings.item('xr.short_faults', false);

const wanted = (app: App): Wanted => ({
  robot: app.robot.value ?? '',
  lasts: isShort(app).value ? SHORT : undefined,
});

/** Whose faults are meant, where there are several robots. */
function robotItems(app: App): MenuItem[] {
  const names = app.store.entities.robots.map(({ name }) => name);
  if (names.length < 2) return [];
  const chosen = names.indexOf(app.robot.value ?? '');
  const next = names[(chosen + 1) % names.length];
  return [{ title: 'Another robot', detail: names[chosen] ?? '', run: () => app.robot.set(next) }];
}

/** What can be made to go wrong on purpose: what does is lit, and ends when it is pressed again. */
export const faultsSection: MenuSection = {
  id: 'faults',
  title: 'Faults',
  opened(app) {
    for (const source of FAULTS) source.opened?.(app);
  },
  items(app) {
    const isDisabled = !app.store.mayControl;
    const isShortly = isShort(app);
    const there = app.store.status.value?.faults ?? [];
    const faults = FAULTS.flatMap((source) => source.faults(app, wanted(app)));
    return [
      { title: 'For 5 s', isOn: isShortly.value, run: () => isShortly.set(!isShortly.value) },
      {
        title: 'Clear all',
        isDisabled: isDisabled || there.length === 0,
        run: () => void app.order({ do: 'clear_fault', name: '' }),
      },
      ...robotItems(app),
      ...faults.map(({ title, isOn, times, toggle }) => ({
        title, isOn, isDisabled, run: toggle, ...(times ? { detail: times } : {}),
      })),
    ];
  },
  note(app) {
    const { robot } = wanted(app);
    const elsewhere = (app.store.status.value?.faults ?? [])
      .filter((fault) => fault.robot !== robot)
      .map((fault) => `${inWords(fault.kind)} of ${ofWhom(fault)}`);
    return elsewhere.length > 0 ? `Also ${elsewhere.join(', ')}` : '';
  },
};
