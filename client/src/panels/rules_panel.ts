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

/** What is shown together, and how; something else is to be seen when the rules say else. */
interface Section {
  key: string;
  rules: RuleStatus[];
  make(): HTMLElement;
}

/** All rules that have something to say. */
function sections(rules: readonly RuleStatus[], app: App): Section[] {
  const ofViews = RULE_VIEWS.flatMap((view) => {
    const own = rules.filter(({ type }) => type === view.type);
    if (own.length === 0) return [];
    const make = () => el('section', {}, el('h4', {}, view.title), ...view.show(own, app));
    return [{ key: `type ${view.type}`, rules: own, make }];
  });
  const others = rules.filter(({ type }) => !RULE_VIEWS.some((view) => view.type === type));
  return [...ofViews, ...others.map((rule) => ({
    key: `rule ${rule.name}`, rules: [rule],
    make: () => el('section', { 'data-rule': rule.name }, el('h4', {}, inWords(rule.name)),
      ruleValues(rule)),
  }))];
}

/** Shows sections, and leaves alone what says the same: who is about to click there still can. */
class SectionList {
  readonly element = el('div', { class: 'rules' });
  private shown: { key: string; said: string; element: HTMLElement }[] = [];

  show(wanted: readonly Section[], circumstances: unknown): void {
    const isSameList = wanted.length === this.shown.length
      && wanted.every(({ key }, i) => key === this.shown[i]!.key);
    if (!isSameList) {
      this.element.replaceChildren();
      this.shown = wanted.map(({ key }) => ({ key, said: '', element: el('section') }));
      this.element.append(...this.shown.map(({ element }) => element));
    }
    wanted.forEach(({ rules, make }, i) => {
      const section = this.shown[i]!;
      const said = JSON.stringify([rules, circumstances]);
      if (said === section.said) return;
      section.said = said;
      const made = make();
      section.element.replaceWith(made);
      section.element = made;
    });
  }
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
    const list = new SectionList();
    element.append(commandBox(app), list.element);
    app.store.status.subscribe((status) => {
      const rules = (status?.rules ?? []).filter(({ values }) => values.length > 0);
      list.show(sections(rules, app), [
        app.store.mayControl, app.store.epoch, app.store.entities.size,
      ]);
    });
  },
};
