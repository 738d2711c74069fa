// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type { RuleStatus } from '../../protocol/messages';
import { el } from '../../shell/dom';
import { count, type RuleView, valuesOf } from './rule_view';

const TOUCHES_OF = 'touches of ';

function touchesByRobot(rule: RuleStatus): HTMLElement[] {
  return rule.values.filter(([name]) => name.startsWith(TOUCHES_OF)).map(([name, touches]) =>
    el('li', {}, el('span', {}, name.slice(TOUCHES_OF.length)),
      el('strong', { class: `number ${touches === 0 ? 'ok' : 'error'}` }, String(touches))));
}

/** Which robots touched what is dangerous. */
export const hazards: RuleView = {
  type: 'hazard',
  title: 'Touches of hazards',
  show: (rules) => rules.map((rule) => {
    const { touching } = valuesOf(rule);
    const hardest = count(rule, 'hardest_n');
    return el('div', { 'data-rule': rule.name },
      el('ul', { class: 'rows' }, ...touchesByRobot(rule)),
      touching ? el('p', { class: 'error' }, `now: ${touching}`) : undefined,
      hardest > 0
        ? el('p', { class: 'soft number' }, `hardest ${hardest.toFixed(1)} N`) : undefined);
  }),
};
