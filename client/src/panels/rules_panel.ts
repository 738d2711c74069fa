// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type { App } from '../app';
import type { RuleStatus, RuleValue } from '../protocol/messages';
import { needsControl } from '../shell/control';
import { el } from '../shell/dom';
import type { Panel } from './panel';

/** `ripe_tiles` is "ripe tiles"; units at the end of a name go after the number. */
export function ruleRow(name: string, value: RuleValue): [name: string, value: string] {
  const [, words, unit] = /^(.*?)_(m|s|mps|kg|n|ns|percent)$/.exec(name) ?? [null, name, ''];
  const units: Record<string, string> = {
    m: ' m', s: ' s', mps: ' m/s', kg: ' kg', n: ' N', ns: ' N s', percent: ' %',
  };
  const label = words!.replaceAll('_', ' ');
  if (typeof value === 'boolean') return [label, value ? 'yes' : 'no'];
  if (typeof value === 'string') return [label, value];
  const text = Number.isInteger(value) ? String(value) : value.toFixed(2);
  return [label, text + (units[unit!] ?? '')];
}

/** What there is to say now: nothing is said of what is empty. */
function ruleElement({ name, values }: RuleStatus): HTMLElement {
  const said = values.filter(([, value]) => value !== '').map(([key, value]) => {
    const [label, text] = ruleRow(key, value);
    return el('span', {}, el('span', { class: 'soft' }, `${label} `),
      el('span', { class: 'number' }, text));
  });
  return el('section', { 'data-rule': name },
    el('h4', {}, name.replaceAll('_', ' ')), el('div', { class: 'values' }, ...said));
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
      const said = JSON.stringify(rules);
      if (said === shown) return;
      shown = said;
      list.replaceChildren(...rules.map(ruleElement));
    });
  },
};
