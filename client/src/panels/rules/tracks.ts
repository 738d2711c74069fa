// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { el } from '../../shell/dom';
import { orderButton } from './order_button';
import { count, inWords, type RuleView } from './rule_view';

/** Which robots draw where they drive; a click changes it. */
export const tracks: RuleView = {
  type: 'track',
  title: 'Tracks on the floor',
  show: (rules, app) => rules.map((rule) => el('ul', { class: 'rows', 'data-rule': rule.name },
    ...rule.values.map(([robot, on]) => el('li', {}, el('span', {}, robot),
      orderButton(app, on ? 'Draws its track' : 'Draws nothing', robot,
        () => (on ? 'paint,off' : 'paint,on'), on === true))))),
};

/** How many tools leave paint now. */
export const coats: RuleView = {
  type: 'footprint',
  title: 'Painting tools',
  show: (rules) => [el('ul', { class: 'rows' }, ...rules.map((rule) => {
    const tools = count(rule, 'painting');
    const words = tools === 0 ? 'none at work' : tools === 1 ? 'one at work' : `${tools} at work`;
    return el('li', { 'data-rule': rule.name }, el('span', {}, inWords(rule.name)),
      el('span', { class: tools > 0 ? 'ok' : 'soft' }, words));
  }))],
};
