// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type { App } from '../../app';
import type { RuleStatus } from '../../protocol/messages';
import { VIEW_ONLY } from '../../shell/control';
import { el } from '../../shell/dom';
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
  const item = el('li', { 'data-carrier': robot }, el('span', {}, robot),
    el('span', { class: load ? '' : 'soft' }, load ? inWords(load) : NOTHING));
  if (load === undefined) return item;
  const tell = (words: string) => () => void app.order({ do: 'tell', robot, words });
  const buttons = [el('button', { type: 'button', onclick: tell('detach') }, 'Put down')];
  if (isAtWork !== undefined)
    buttons.unshift(el('button', {
      type: 'button', 'aria-pressed': String(isAtWork),
      onclick: tell(isAtWork ? 'tool,off' : 'tool,on'),
    }, isAtWork ? 'Tool is on' : 'Tool is off'));
  for (const button of buttons) {
    button.disabled = !app.store.mayControl;
    if (button.disabled) button.title = VIEW_ONLY;
  }
  item.append(el('span', { class: 'buttons' }, ...buttons));
  return item;
}

/** Who carries what, and whether tools work. */
export const carrying: RuleView = {
  type: 'attachment',
  title: 'Carrying',
  show: (rules, app) => rules.map((rule) => el('ul', { class: 'rows', 'data-rule': rule.name },
    ...loads(rule).map((load) => row(load, app)))),
};
