// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { el } from '../shell/dom';
import type { Panel } from './panel';

/** What runs. */
export const scenarioName: Panel = {
  id: 'scenario_name',
  title: 'Scenario',
  place: 'bar',
  mount(element, app) {
    const name = el('span', { class: 'soft wide' });
    element.append(el('span', { class: 'brand' }, 'Tandem'), name);
    app.store.world.subscribe((world) => {
      name.textContent = world?.scenario.name ?? '';
      name.title = world?.scenario.description ?? '';
      document.title = world ? `${world.scenario.name} – Tandem` : 'Tandem';
    });
  },
};
