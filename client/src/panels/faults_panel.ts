// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type { App } from '../app';
import { Keyed } from '../layers/keyed';
import type { FaultKind, FaultKinds, FaultStatus } from '../protocol/faults';
import { needsControl, VIEW_ONLY } from '../shell/control';
import { el } from '../shell/dom';
import type { Panel } from './panel';

export const inWords = (name: string) => name.replaceAll('_', ' ');

/** Whose a fault is: "emaros", "emaros/lidar" or "navigator of emaros". */
export const ofWhom = ({ robot, sensor, process }: FaultStatus) =>
  process || [robot, sensor].filter(Boolean).join('/');

/** What there is to say of a fault, in a line. */
export function faultText(fault: FaultStatus): string {
  const numbers = fault.values.map(([name, value]) => `${name} ${value}`);
  return [`${inWords(fault.kind)} of ${ofWhom(fault)}`, ...numbers].join(', ');
}

/** How long it still lasts, and what it did. */
export function faultTimes({ active, starts_in_s, ends_in_s, hits }: FaultStatus): string {
  if (!active) return `in ${Math.max(0, starts_in_s).toFixed(1)} s`;
  const left = ends_in_s === null ? 'until cleared' : `${Math.max(0, ends_in_s).toFixed(1)} s left`;
  return hits > 0 ? `${left}, ${hits} hit` : left;
}

/** One fault that is there, and how to end it. */
class FaultRow {
  readonly element: HTMLElement;
  private readonly times = el('span', { class: 'number soft' });
  private readonly text = el('span');
  private readonly clear: HTMLButtonElement;

  constructor(private readonly app: App, name: string) {
    this.clear = el('button', {
      type: 'button', 'data-clear': name,
      onclick: () => void app.order({ do: 'clear_fault', name }),
    }, 'Clear');
    this.element = el('div', { class: 'fault', 'data-fault': name },
      el('div', { class: 'head' }, el('strong', {}, name), this.times, this.clear), this.text);
  }

  show(fault: FaultStatus): void {
    this.text.textContent = faultText(fault);
    this.times.textContent = faultTimes(fault);
    this.element.classList.toggle('warning', fault.active);
    this.clear.disabled = !this.app.store.mayControl;
    this.clear.title = this.app.store.mayControl ? '' : VIEW_ONLY;
  }
}

type Entry = HTMLInputElement | HTMLSelectElement;

/** What fields say, without those that are empty: these are as usual. */
export function faultWords(
  fields: readonly [word: string, value: string][],
): Record<string, string> {
  return Object.fromEntries(fields.filter(([, value]) => value !== ''));
}

/** Where one chooses what goes wrong. */
class FaultForm {
  readonly element = el('form', { class: 'fault-form' });
  private readonly kind = el('select', { 'aria-label': 'What goes wrong', name: 'kind' });
  private readonly about = el('p', { class: 'soft' });
  private readonly fields = el('div', { class: 'fault-fields' });
  private readonly said = el('p', { role: 'status', class: 'soft' });
  private readonly send = el('button', { type: 'submit' }, 'Inject');
  private known: FaultKinds = { kinds: [], processes: [] };
  private entries: [word: string, entry: Entry][] = [];

  constructor(private readonly app: App) {
    this.element.append(this.kind, this.about, this.fields,
      el('div', { class: 'field' }, this.send), this.said);
    needsControl(app, this.kind, this.send);
    this.kind.addEventListener('change', () => {
      this.showFields();
      if (this.chosen()?.subject === 'process') void this.learn();  // which ones there are by now
    });
    this.element.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.inject();
    });
  }

  /** Another run may know other kinds, and has other processes. */
  async learn(): Promise<void> {
    const answer = await this.app.connection.command({ do: 'fault_kinds' });
    if (!answer.ok) return;
    this.known = answer.data as FaultKinds;
    const chosen = this.kind.value;
    this.kind.replaceChildren(...this.known.kinds.map(({ name }) =>
      el('option', { value: name }, inWords(name))));
    if (this.known.kinds.some(({ name }) => name === chosen)) this.kind.value = chosen;
    this.showFields();
  }

  private chosen(): FaultKind | undefined {
    return this.known.kinds.find(({ name }) => name === this.kind.value);
  }

  private showFields(): void {
    const kind = this.chosen();
    if (!kind) return;
    this.about.textContent = kind.text;
    this.entries = entriesOf(kind, this.known.processes);
    for (const [, entry] of this.entries) entry.disabled = !this.app.store.mayControl;
    this.fields.replaceChildren(...this.entries.map(([word, entry]) =>
      el('label', { class: 'field', title: entry.title }, el('span', {}, inWords(word)), entry)));
  }

  private async inject(): Promise<void> {
    const given = this.entries.map(([word, entry]): [string, string] => [word, entry.value.trim()]);
    const isOfRobot = !this.entries.some(([word]) => word === 'process');
    const robot = isOfRobot ? (this.app.robot.value ?? '') : '';
    const words = faultWords([['kind', this.kind.value], ['robot', robot], ...given]);
    const answer = await this.app.connection.command({ do: 'fault', words });
    const { name } = (answer.data ?? {}) as { name?: string };
    this.said.textContent = answer.ok ? `${name} is there` : answer.reason;
    this.said.className = answer.ok ? 'soft' : 'error';
  }
}

/** The fields of a kind; empty ones are as usual. */
function entriesOf(kind: FaultKind, processes: readonly string[]): [string, Entry][] {
  const text = (placeholder: string, title: string) =>
    el('input', { type: 'text', placeholder, title, maxlength: 200, autocomplete: 'off' });
  const entries: [string, Entry][] = kind.parameters.map(({ name, standard, text: title }) =>
    [name, text(String(standard), title)]);
  if (kind.subject === 'sensors')
    entries.push(['sensor', text('all', 'Name of the sensor; all that the robot has')]);
  if (kind.subject === 'process')
    entries.push(['process', el('select', { title: 'Which one is killed' },
      ...processes.map((name) => el('option', { value: name }, name)))]);
  entries.push(['at', text('0s', 'How long from now it begins, as in 2s')]);
  entries.push(['for', text('until cleared', 'How long it lasts, as in 5s')]);
  entries.push(['seed', text('0', 'Of what is random in it')]);
  return entries;
}

/** What goes wrong on purpose, and making it so. */
export const faultsPanel: Panel = {
  id: 'faults',
  title: 'Faults',
  place: 'right',
  isFoldedByDefault: true,
  mount(element, app) {
    const list = el('div', { class: 'faults' });
    const none = el('span', { class: 'soft' }, 'Nothing goes wrong on purpose.');
    const form = new FaultForm(app);
    element.append(list, none, form.element);
    const rows = new Keyed((name) => {
      const row = new FaultRow(app, name);
      list.append(row.element);
      return row;
    }, (row) => row.element.remove());
    app.store.hello.subscribe((hello) => { if (hello) void form.learn(); });
    app.store.status.subscribe((status) => {
      const faults = status?.faults ?? [];
      rows.keep(faults.map(({ name }) => name));
      for (const fault of faults) rows.get(fault.name).show(fault);
      none.hidden = faults.length > 0;
    });
  },
};
