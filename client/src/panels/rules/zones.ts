// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type { App } from '../../app';
import type { RuleStatus } from '../../protocol/messages';
import { el } from '../../shell/dom';
import { count, inWords, type RuleView, valuesOf } from './rule_view';

/** Of the plate on the floor, which is called as the rule is. */
function colorOf(name: string, app: App): string | undefined {
  const { entities } = app.store;
  const plate = entities.named(name);
  const visual = plate && entities.links(plate)[0]?.visuals[0];
  const color = visual && entities.materials[visual.materials[0] ?? -1]?.color;
  if (!color) return undefined;
  return `rgb(${color.slice(0, 3).map((part) => Math.round(255 * part)).join(' ')})`;
}

function row(rule: RuleStatus, app: App): HTMLElement {
  const { open, last } = valuesOf(rule);
  const wrong = count(rule, 'wrong');
  const color = colorOf(rule.name, app) ?? 'transparent';
  return el('li', { 'data-rule': rule.name, title: last ? `last: ${last}` : undefined },
    el('i', { class: 'dot', style: `background: ${color}` }),
    el('span', {}, inWords(rule.name), open === false ? ' (closed)' : ''),
    wrong > 0 ? el('span', { class: 'warning number' }, `${wrong} wrong`) : undefined,
    el('span', { class: 'number' }, el('strong', {}, String(count(rule, 'delivered'))),
      el('span', { class: 'soft' }, ' delivered')));
}

/** What was brought to which zone. */
export const zones: RuleView = {
  type: 'zone',
  title: 'Zones',
  show: (rules, app) => [el('ul', { class: 'rows' }, ...rules.map((rule) => row(rule, app)))],
};
