// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type { App } from '../../app';
import type { RuleStatus } from '../../protocol/messages';
import { el } from '../../shell/dom';
import { nearestThing, things } from './nearest';
import { orderButton } from './order_button';
import { inWords, type RuleView } from './rule_view';

const NOTHING = 'nothing';
const OF_TOOL = ' tool';

export interface Load {
  robot: string;
  /** undefined: it carries nothing */
  load?: string;
  /** of a tool: it works */
  isAtWork?: boolean;
}

export function loads({ values }: RuleStatus): Load[] {
  const list: Load[] = [];
  for (const [name, value] of values) {
    const last = list.at(-1);
    if (typeof value === 'boolean' && last && name === last.robot + OF_TOOL) last.isAtWork = value;
    else list.push({ robot: name, ...(value === NOTHING ? {} : { load: String(value) }) });
  }
  return list;
}

function row({ robot, load, isAtWork }: Load, app: App): HTMLElement {
  const button = (title: string, words: () => string, pressed?: boolean) =>
    orderButton(app, title, robot, words, pressed);
  const buttons: HTMLElement[] = [];
  if (load !== undefined) buttons.push(button('Put down', () => 'detach'));
  else if (things(app.store).length > 0)
    buttons.push(button('Take the nearest thing',
      () => `attach,${nearestThing(app.store, robot) ?? ''}`));
  if (isAtWork !== undefined)
    buttons.unshift(button(isAtWork ? 'Tool is on' : 'Tool is off',
      () => (isAtWork ? 'tool,off' : 'tool,on'), isAtWork));
  return el('li', { 'data-carrier': robot }, el('span', {}, robot),
    el('span', { class: load ? '' : 'soft' }, load ? inWords(load) : NOTHING),
    el('span', { class: 'buttons' }, ...buttons));
}

/** Who carries what, and whether tools work. */
export const carrying: RuleView = {
  type: 'attachment',
  title: 'Carrying',
  show: (rules, app) => rules.map((rule) => el('ul', { class: 'rows', 'data-rule': rule.name },
    ...loads(rule).map((load) => row(load, app)))),
};
