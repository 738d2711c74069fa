// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type { App } from '../app';
import type { RuleStatus } from '../protocol/messages';
import { needsControl } from '../shell/control';
import { el } from '../shell/dom';
import type { Panel } from './panel';
import { RULE_VIEWS } from './rules/list';
import { inWords } from './rules/rule_view';
import { ruleValues } from './rules/values';

/** All rules that have something to say, as sections. */
function sections(rules: readonly RuleStatus[], app: App): HTMLElement[] {
  const ofViews = RULE_VIEWS.flatMap((view) => {
    const own = rules.filter(({ type }) => type === view.type);
    if (own.length === 0) return [];
    return [el('section', {}, el('h4', {}, view.title), ...view.show(own, app))];
  });
  const others = rules.filter(({ type }) => !RULE_VIEWS.some((view) => view.type === type));
  return [...ofViews, ...others.map((rule) => el('section', { 'data-rule': rule.name },
    el('h4', {}, inWords(rule.name)), ruleValues(rule)))];
}

const MOST_REMEMBERED = 50;

/** Where one types what robots and the world are told, and reads what became of it. */
function commandBox(app: App): HTMLElement {
  const input = el('input', {
    type: 'text', placeholder: 'paint,on', maxlength: 1000, autocomplete: 'off',
    spellcheck: 'false',
    'aria-label': 'Order to the chosen robot', title: 'Order to the chosen robot, as in paint,on',
  });
  const send = el('button', { type: 'submit' }, 'Tell');
  const said = el('p', { role: 'status', class: 'soft' });
  const form = el('form', { class: 'field tell' }, input, send);
  needsControl(app, input, send);

  const former: string[] = [];
  let at = 0;
  input.addEventListener('keydown', (event) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    at = Math.max(0, Math.min(former.length, at + (event.key === 'ArrowUp' ? -1 : 1)));
    input.value = former[at] ?? '';
    event.preventDefault();
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const words = input.value.trim();
    if (!words) return;
    if (former.at(-1) !== words) former.push(words);
    if (former.length > MOST_REMEMBERED) former.shift();
    at = former.length;
    input.value = '';
    const robot = app.robot.value;
    const order = { do: 'tell' as const, words, ...(robot ? { robot } : {}) };
    void app.connection.command(order).then((answer) => {
      const { text } = (answer.data ?? {}) as { text?: string };
      said.textContent = `${words}: ${answer.ok ? (text ?? 'done') : answer.reason}`;
      said.className = answer.ok ? 'soft' : 'error';
    });
  });
  return el('div', {}, form, said);
}

/** What the world does by itself, and telling it and its robots what to do. */
export const rulesPanel: Panel = {
  id: 'rules',
  title: 'World',
  place: 'right',
  mount(element, app) {
    const list = el('div', { class: 'rules' });
    element.append(commandBox(app), list);
    let shown = '';
    app.store.status.subscribe((status) => {
      const rules = (status?.rules ?? []).filter(({ values }) => values.length > 0);
      // the document is touched only when something else is to be seen
      const said = JSON.stringify([rules, app.store.mayControl, app.store.entities.size]);
      if (said === shown) return;
      shown = said;
      list.replaceChildren(...sections(rules, app));
    });
  },
};
