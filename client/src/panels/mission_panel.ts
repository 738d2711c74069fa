// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type { App } from '../app';
import { Keyed } from '../layers/keyed';
import type { Mission } from '../protocol/messages';
import { VIEW_ONLY } from '../shell/control';
import { el } from '../shell/dom';
import { stateTree } from './mission_tree';
import type { Panel } from './panel';

const LEVELS = { running: 'ok', stopped: 'warning', succeeded: 'ok', failed: 'error' } as const;

/** What there is to say of a mission, in a line. */
export function missionText({ status, message, outcome, has_program }: Mission): string {
  const hasEnded = status === 'succeeded' || status === 'failed';
  const how = hasEnded && outcome && outcome !== status ? `${status} (${outcome})` : status;
  const gone = has_program ? '' : ', and the program is gone';
  return `${how}${gone}${message ? `: ${message}` : ''}`;
}

/** What can be told to a program. One that failed may be tried again where that happened. */
export function possibleOrders({ status, has_program: isThere }: Mission) {
  return {
    stop: isThere && status === 'running',
    resume: isThere && (status === 'stopped' || status === 'failed'),
    restart: isThere,
  };
}

/** The program of one robot: where it is in its states, what it knows, and how to stop it. */
class MissionCard {
  readonly element: HTMLElement;
  private readonly head = el('div', { class: 'head' });
  private readonly said = el('p', { role: 'status' });
  private readonly states = el('div', { class: 'state-list' });
  private readonly facts = el('dl', { class: 'facts' });
  private readonly buttons: Record<'stop' | 'resume' | 'restart', HTMLButtonElement>;
  /** where a restart begins */
  private chosen: string | undefined;
  private mission: Mission | undefined;
  private shownTree = '';

  constructor(private readonly app: App, private readonly robot: string) {
    const button = (command: 'stop' | 'resume' | 'restart', title: string) => el('button', {
      type: 'button', 'data-command': command, onclick: () => this.control(command),
    }, title);
    this.buttons = {
      stop: button('stop', 'Stop'), resume: button('resume', 'Resume'),
      restart: button('restart', 'Restart'),
    };
    this.element = el('div', { class: 'mission', 'data-mission': robot }, this.head, this.said,
      el('div', { class: 'field' }, ...Object.values(this.buttons)), this.states, this.facts);
  }

  show(mission: Mission): void {
    this.mission = mission;
    if (!mission.states.some(({ path }) => path === this.chosen)) this.chosen = undefined;
    const { program, status, blackboard } = mission;
    this.head.replaceChildren(el('strong', {}, program.replaceAll('_', ' ')),
      el('span', { class: 'soft' }, this.robot));
    this.said.textContent = missionText(mission);
    this.said.className = mission.has_program ? LEVELS[status] : 'warning';
    this.showTree(mission);
    this.facts.replaceChildren(...blackboard.flatMap(([key, value]) =>
      [el('dt', {}, key.replaceAll('_', ' ')), el('dd', { class: 'number' }, value)]));
    this.showRights();
  }

  /** Only when something else is to be seen: who is about to click on a state still has it. */
  private showTree(mission: Mission): void {
    const tree = JSON.stringify([mission.states, mission.active, mission.status, this.chosen]);
    if (tree === this.shownTree) return;
    this.shownTree = tree;
    const focused = this.states.querySelector<HTMLElement>('[data-state]:focus')?.dataset.state;
    this.states.replaceChildren(stateTree(mission, this.chosen, (path) => {
      this.chosen = this.chosen === path ? undefined : path;
      if (this.mission) this.show(this.mission);
    }));
    this.showActive();
    // who came by keys goes on from there
    for (const state of this.states.querySelectorAll<HTMLElement>('[data-state]'))
      if (state.dataset.state === focused) state.focus();
  }

  /** Scrolls the list of states, and nothing around it. */
  private showActive(): void {
    const active = [...this.states.querySelectorAll('[aria-current]')].at(-1);
    if (!active) return;
    const [list, at] = [this.states.getBoundingClientRect(), active.getBoundingClientRect()];
    if (at.top < list.top) this.states.scrollTop += at.top - list.top;
    else if (at.bottom > list.bottom) this.states.scrollTop += at.bottom - list.bottom;
  }

  showRights(): void {
    if (!this.mission) return;
    const { mayControl } = this.app.store;
    const can = possibleOrders(this.mission);
    for (const command of ['stop', 'resume', 'restart'] as const) {
      const button = this.buttons[command];
      button.disabled = !mayControl || !can[command];
      button.title = mayControl ? '' : VIEW_ONLY;
    }
    this.buttons.restart.textContent =
      this.chosen ? `Restart at ${this.chosen.replaceAll('_', ' ')}` : 'Restart';
  }

  private control(command: 'stop' | 'resume' | 'restart'): void {
    const state = command === 'restart' && this.chosen ? { state: this.chosen } : {};
    void this.app.order({ do: 'mission', robot: this.robot, command, ...state });
  }
}

/** The programs of robots, live. */
export const missionPanel: Panel = {
  id: 'missions',
  title: 'Programs',
  place: 'right',
  mount(element, app) {
    const list = el('div', { class: 'missions' });
    element.append(list);
    const cards = new Keyed((robot) => {
      const card = new MissionCard(app, robot);
      list.append(card.element);
      return card;
    }, (card) => card.element.remove());
    app.store.missions.subscribe((missions) => {
      cards.keep(missions.map(({ robot }) => robot));
      for (const mission of missions) cards.get(mission.robot).show(mission);
      // most worlds have no programs, and nothing to say of that
      element.closest<HTMLElement>('.card')!.hidden = missions.length === 0;
    });
    app.store.hello.onChange(() => {
      for (const { robot } of app.store.missions.value) cards.get(robot).showRights();
    });
  },
};
