// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { el } from '../../shell/dom';
import { inWords, type RuleView, valuesOf } from './rule_view';

/** Which fires burn. */
export const fires: RuleView = {
  type: 'fire',
  title: 'Fires',
  show: (rules) => [el('ul', { class: 'rows' }, ...rules.map((rule) => {
    const isBurning = valuesOf(rule).burning === true;
    return el('li', { 'data-rule': rule.name }, el('span', {}, inWords(rule.name)),
      el('span', { class: isBurning ? 'warning' : 'soft' }, isBurning ? 'burns' : 'is out'));
  }))],
};
