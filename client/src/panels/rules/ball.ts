// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { el } from '../../shell/dom';
import { count, type RuleView, valuesOf } from './rule_view';

/** A game of pong: the score, large, and how the rally goes. */
export const ball: RuleView = {
  type: 'ball',
  title: 'Score',
  show: (rules) => rules.map((rule) => {
    const rally = valuesOf(rule).in_play ? `rally ${count(rule, 'rally')}` : 'not in play';
    const longest = `longest ${count(rule, 'longest_rally')}`;
    const side = (name: 'left' | 'right') => el('div', { class: `side ${name}` },
      el('strong', { class: 'number', 'data-score': name }, String(count(rule, name))),
      el('span', { class: 'soft' }, name));
    return el('div', { class: 'score', 'data-rule': rule.name },
      side('left'), el('span', { class: 'colon', 'aria-hidden': 'true' }, ':'), side('right'),
      el('p', { class: 'soft number' }, `${rally}, ${longest}`));
  }),
};
