// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type { App } from '../app';
import { el } from '../shell/dom';
import type { QualityChoice } from '../view/quality';
import type { Panel } from './panel';

const QUALITIES = { auto: 'Quality: automatic', high: 'Quality: high', low: 'Quality: low' };

function qualitySelect(app: App): HTMLSelectElement {
  const quality = app.settings.item<QualityChoice>('quality', 'auto');
  const select = el('select', { 'aria-label': 'Quality of the picture' });
  for (const [value, title] of Object.entries(QUALITIES))
    select.append(el('option', { value }, title));
  select.value = quality.value;
  select.addEventListener('change', () => {
    quality.set(select.value as QualityChoice);
    // a picture keeps its quality for as long as it lives
    location.reload();
  });
  return select;
}

/** How to look, and at which robot. */
export const viewPanel: Panel = {
  id: 'view',
  title: 'View',
  place: 'left',
  mount(element, app) {
    const modes = el('select', { 'aria-label': 'Camera' });
    for (const { id, title, key } of app.cameras.all)
      modes.append(el('option', { value: id }, key ? `${title} (${key})` : title));
    modes.addEventListener('change', () => {
      const mode = app.cameras.all.find((candidate) => candidate.id === modes.value);
      if (mode) app.cameras.choose(mode);
    });
    app.cameras.chosen.subscribe((mode) => void (modes.value = mode.id));

    const robots = el('select', { 'aria-label': 'Robot' });
    const showRobots = () => {
      const names = app.store.entities.robots.map((robot) => robot.name);
      robots.replaceChildren(...names.map((name) => el('option', { value: name }, name)));
      robots.hidden = names.length === 0;
      robots.value = app.robot.value ?? '';
    };
    robots.addEventListener('change', () => app.robot.set(robots.value));
    app.store.entities.changed.on(showRobots);
    app.robot.subscribe(showRobots);

    const home =
      el('button', { type: 'button', onclick: () => app.cameras.home() }, 'See everything');
    element.append(el('div', { class: 'stack' }, modes, robots, home, qualitySelect(app)));
  },
};
