// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type { RuleStatus } from '../../protocol/messages';
import { el } from '../../shell/dom';
import { count, type RuleView } from './rule_view';

/** in the order in which land goes through them, with colours as on the floor */
const STATES = [
  ['untouched', '#c9a66b'], ['ploughed', '#553a24'], ['seeded', '#8c6b47'], ['growing', '#4fae4a'],
  ['ripe', '#e3b423'], ['harvested', '#ece3b8'],
] as const;

/** How many tiles of a field are in each state; those that are in none are left out. */
export function shares(rule: RuleStatus): { state: string; tiles: number; color: string }[] {
  return STATES.map(([state, color]) => ({ state, tiles: count(rule, state), color }))
    .filter(({ tiles }) => tiles > 0);
}

/** How far the work on fields has come. */
export const field: RuleView = {
  type: 'field',
  title: 'Field',
  show: (rules) => rules.map((rule) => {
    const parts = shares(rule);
    const done = `${Math.floor(100 * count(rule, 'done'))} % harvested`;
    const said = parts.map(({ state, tiles }) => `${tiles} ${state}`).join(', ');
    return el('div', { class: 'field-progress', 'data-rule': rule.name },
      el('div', { class: 'stacked', role: 'img', 'aria-label': said },
        ...parts.map(({ state, tiles, color }) =>
          el('span', { 'data-state': state, style: `flex-grow: ${tiles}; background: ${color}` }))),
      el('div', { class: 'legend' }, ...parts.map(({ state, tiles, color }) =>
        el('span', {}, el('i', { class: 'dot', style: `background: ${color}` }),
          `${state} `, el('span', { class: 'number' }, String(tiles))))),
      el('p', { class: 'soft number' }, done));
  }),
};
