// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type { RuleStatus } from '../../protocol/messages';
import { el } from '../../shell/dom';
import { inWords, type RuleView } from './rule_view';

const TROUBLE = /^(gives way|cannot)/;

function doings({ name, values }: RuleStatus): HTMLElement {
  return el('ul', { class: 'rows', 'data-rule': name }, ...values.map(([who, does]) =>
    el('li', {}, el('span', {}, inWords(who)),
      el('span', { class: TROUBLE.test(String(does)) ? 'warning' : 'soft' }, String(does)))));
}

/** What everybody does. */
export const people: RuleView = {
  type: 'walkers',
  title: 'People',
  show: (rules) => rules.map(doings),
};

/** Where things that move by themselves are on their way to. */
export const movers: RuleView = {
  type: 'movers',
  title: 'Moving things',
  show: (rules) => rules.map(doings),
};
