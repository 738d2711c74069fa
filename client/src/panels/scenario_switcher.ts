// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type { App } from '../app';
import type { Catalog } from '../protocol/messages';
import { VIEW_ONLY } from '../shell/control';
import { el, icon } from '../shell/dom';
import type { Panel } from './panel';

const CHEVRON = 'M6 9l6 6 6-6';

const isFile = (name: string) => name.includes('/');
export const shortName = (name: string) => name.slice(name.lastIndexOf('/') + 1);

/** Those with names before files. */
export function inOrder(scenarios: Catalog['scenarios']): Catalog['scenarios'] {
  return [...scenarios].sort((a, b) => Number(isFile(a.name)) - Number(isFile(b.name)));
}

/** The dialog with all scenarios; choosing one loads it. */
class ScenarioDialog {
  readonly element = el('dialog', { class: 'scenarios', 'aria-label': 'Scenarios' });
  private readonly list = el('div', { class: 'choices' });
  private readonly said = el('p', { role: 'status' });
  private isLoading = false;

  constructor(private readonly app: App) {
    const close = el('button', { type: 'button', onclick: () => this.element.close() }, 'Close');
    this.element.append(el('div', { class: 'head' }, el('h2', {}, 'Scenarios'), close),
      this.list, this.said);
    // beside the dialog is on the dialog's backdrop
    this.element.addEventListener('click', (event) => {
      if (event.target === this.element) this.element.close();
    });
    app.store.hello.onChange(() => this.showRights());
  }

  async open(): Promise<void> {
    if (!this.isLoading) this.say('');
    this.element.showModal();
    const answer = await this.app.connection.command({ do: 'catalog' });
    if (!answer.ok) return this.say(answer.reason, true);
    const running = this.app.store.world.value?.scenario.name;
    const scenarios = inOrder((answer.data as Catalog).scenarios);
    this.list.replaceChildren(...scenarios.map(({ name, description }) => el('button', {
      type: 'button', class: 'choice', 'data-scenario': name,
      'aria-current': name === running ? 'true' : undefined,
      onclick: () => void this.load(name),
    }, el('strong', {}, shortName(name)),
    el('span', { class: 'soft' }, description || (isFile(name) ? 'A world file' : '')))));
    this.showRights();
  }

  private async load(scenario: string): Promise<void> {
    this.isLoading = true;
    this.showRights();
    this.say(`Loading ${scenario} …`);
    const answer = await this.app.connection.command({ do: 'load', scenario });
    this.isLoading = false;
    this.showRights();
    if (answer.ok) {
      this.say('');
      return this.element.close();
    }
    const sentence = `${scenario} could not be loaded: ${answer.reason}`;
    this.say(sentence, true);
    if (!this.element.open) this.app.notices.show(sentence, 'error');
  }

  private say(sentence: string, isWrong = false): void {
    this.said.textContent = sentence;
    this.said.className = isWrong ? 'error' : 'soft';
  }

  private showRights(): void {
    const { mayControl } = this.app.store;
    for (const choice of this.list.children as Iterable<Element>) {
      if (!(choice instanceof HTMLButtonElement)) continue;
      choice.disabled = !mayControl || this.isLoading;
      choice.title = mayControl ? '' : VIEW_ONLY;
    }
    if (!mayControl) this.say(VIEW_ONLY);
  }
}

/** What runs, and what else could. */
export const scenarioSwitcher: Panel = {
  id: 'scenario',
  title: 'Scenario',
  place: 'bar',
  mount(element, app) {
    const dialog = new ScenarioDialog(app);
    document.body.append(dialog.element);
    const name = el('span', { class: 'name' });
    const open = () => void dialog.open();
    const button = el('button', {
      type: 'button', class: 'with-icon', 'aria-haspopup': 'dialog', onclick: open,
    }, name, icon(CHEVRON));
    element.append(el('span', { class: 'brand wide' }, 'Tandem'), button);
    app.actions.add({
      id: 'scenario', title: 'Another scenario', group: 'Run', key: 'shift+o', run: open,
    });
    const show = () => {
      const scenario = app.store.world.value?.scenario;
      const isLoading = app.store.status.value?.loading ?? false;
      name.textContent = isLoading ? 'loading …' : (scenario?.name ?? 'Scenario');
      button.title = `Another scenario (shift + o). Now: ${scenario?.description ?? 'none'}`;
      button.setAttribute('aria-label', `Scenario ${name.textContent}; choose another`);
      document.title = scenario ? `${scenario.name} – Tandem` : 'Tandem';
    };
    app.store.world.subscribe(show);
    let wasLoading = false;
    app.store.status.onChange((status) => {
      if (wasLoading === (status?.loading ?? false)) return;
      wasLoading = status?.loading ?? false;
      show();
    });
  },
};
