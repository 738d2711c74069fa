// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type { App } from '../app';
import { el } from '../shell/dom';

/** The robot that a tool is for: its name, or a choice where there are several. */
export function robotChoice(app: App): HTMLElement {
  const names = app.store.entities.robots.map(({ name }) => name);
  if (names.length === 0) return el('span', { class: 'warning' }, 'There is no robot here.');
  if (names.length === 1) return el('strong', {}, names[0]);
  const select = el('select', { 'aria-label': 'Robot' });
  select.append(...names.map((name) => el('option', { value: name }, name)));
  select.value = app.robot.value ?? '';
  select.addEventListener('change', () => app.robot.set(select.value));
  return select;
}
