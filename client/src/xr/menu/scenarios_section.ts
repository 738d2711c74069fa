// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type { App } from '../../app';
import { inOrder, shortName } from '../../panels/scenario_switcher';
import type { Catalog } from '../../protocol/messages';
import type { MenuSection } from './section';

let known: Catalog['scenarios'] = [];
let loading = '';

async function load(app: App, scenario: string): Promise<void> {
  loading = scenario;
  await app.order({ do: 'load', scenario });
  loading = '';
}

/** What else could run. */
export const scenariosSection: MenuSection = {
  id: 'scenarios',
  title: 'Scenarios',
  opened(app) {
    void app.connection.command({ do: 'catalog' }).then(({ ok, data }) => {
      if (ok) known = inOrder((data as Catalog).scenarios);
    });
  },
  items: (app) => known.map(({ name }) => ({
    title: shortName(name), isOn: app.store.world.value?.scenario.name === name,
    isDisabled: !app.store.mayControl || loading !== '',
    run: () => void load(app, name),
  })),
  note: () => (loading ? `Loading ${loading} …` : ''),
};
