// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type { App } from '../app';
import { Keyed } from '../layers/keyed';
import type { FaultStatus } from '../protocol/faults';
import type { RobotStatus } from '../protocol/messages';
import { VIEW_ONLY } from '../shell/control';
import { el } from '../shell/dom';
import type { Panel } from './panel';

type Level = 'ok' | 'warning' | 'error' | 'soft';

const TRACKING: Record<string, Level> = {
  tracking: 'ok', waiting: 'warning', degraded: 'warning', lost: 'error',
};

// without the minus of what is as good as zero
const fixed = (value: number) => value.toFixed(2).replace(/^-(0\.00)$/, '$1');

/** What is known of a robot, as rows of name and value. */
export function robotRows(
  robot: RobotStatus, faults: readonly FaultStatus[] = [],
): [name: string, value: string, level: Level][] {
  const rows: [string, string, Level][] = [];
  const turn = `${fixed(robot.yaw_rate_radps)} rad/s`;
  rows.push(['Speed', `${fixed(robot.speed_mps)} m/s, ${turn}`, 'soft']);
  if (robot.tracking) {
    const outside = robot.inside === false ? ', outside of the area' : '';
    const level = outside ? 'warning' : (TRACKING[robot.tracking] ?? 'soft');
    rows.push(['Tracking', robot.tracking + outside, level]);
    const age = `${Math.round(robot.pose_age_ms ?? 0)} ms`;
    rows.push(['Pose', `${age} old, ${Math.round(robot.latency_ms ?? 0)} ms late`, 'soft']);
    if (robot.off_m) rows.push(['Off by', `${(robot.off_m * 1000).toFixed(0)} mm`, 'soft']);
    if (robot.overlap_m)
      rows.push(['In something', `${(robot.overlap_m * 1000).toFixed(0)} mm`, 'warning']);
  }
  if (robot.carries) {
    const { type, active } = robot.carries;
    rows.push(['Carries', active ? `${type}, at work` : type, active ? 'ok' : 'soft']);
  }
  if (robot.gate) {
    // a reason says itself that the gate is closed
    const words = robot.gate_reason || robot.gate;
    rows.push(['Gate', words, robot.gate === 'open' ? 'ok' : 'error']);
  }
  const own = faults.filter((fault) => fault.active && fault.robot === robot.name);
  if (own.length > 0) rows.push(['Faults', own.map(({ kind }) => kind).join(', '), 'warning']);
  const { state, distance_m, text } = robot.navigation;
  if (state !== 'none') {
    const words = state === 'driving' ? `driving, ${distance_m.toFixed(2)} m to go` : state;
    const level = { 'no navigator': 'warning', failed: 'error', arrived: 'ok' }[state] ?? 'soft';
    rows.push(['Goal', text && state === 'failed' ? `failed: ${text}` : words, level as Level]);
  }
  return rows;
}

/** What one robot does, and what it is. */
class RobotCard {
  readonly element: HTMLElement;
  private readonly name: HTMLButtonElement;
  private readonly modes: HTMLButtonElement[];
  private readonly pause: HTMLButtonElement;
  private readonly rows = el('dl', { class: 'facts' });
  private shown = '';

  constructor(private readonly app: App, private readonly robot: string) {
    this.name = el('button', {
      type: 'button', class: 'plain', title: 'Choose this robot',
      onclick: () => app.robot.set(robot),
    }, robot);
    this.modes = (['virtual', 'twin'] as const).map((mode) => el('button', {
      type: 'button', 'data-mode': mode,
      onclick: () => void app.order({ do: 'mode', robot, mode }),
    }, mode));
    this.pause = el('button', {
      type: 'button', 'data-pause': true,
      onclick: () => {
        const paused = this.pause.getAttribute('aria-pressed') !== 'true';
        void app.order({ do: 'pause_twin', robot, paused });
      },
    }, 'Pause twin');
    const modes = el('span', { class: 'segments', role: 'group', 'aria-label': 'Mode' },
      ...this.modes);
    this.element = el('div', { class: 'robot', 'data-robot': robot },
      el('div', { class: 'head' }, this.name, modes), this.rows, this.pause);
  }

  show(status: RobotStatus, faults: readonly FaultStatus[]): void {
    const { mayControl } = this.app.store;
    const isChosen = this.app.robot.value === this.robot;
    const rows = robotRows(status, faults);
    // the document is touched only when something else is to be seen
    const said = JSON.stringify([mayControl, isChosen, status.mode, status.paused, rows]);
    if (said === this.shown) return;
    this.shown = said;
    this.name.setAttribute('aria-pressed', String(isChosen));
    for (const button of this.modes) {
      button.setAttribute('aria-pressed', String(button.dataset.mode === status.mode));
      button.disabled = !mayControl;
      button.title = mayControl ? '' : VIEW_ONLY;
    }
    this.pause.hidden = status.mode !== 'twin';
    this.pause.disabled = !mayControl;
    this.pause.title = mayControl ? '' : VIEW_ONLY;
    this.pause.setAttribute('aria-pressed', String(status.paused ?? false));
    this.pause.textContent = status.paused ? 'Twin is paused' : 'Pause twin';
    this.rows.replaceChildren(...rows.flatMap(([name, value, level]) =>
      [el('dt', {}, name), el('dd', { class: `number ${level}` }, value)]));
  }
}

/** All robots: mode, tracking, gate, speed. */
export const robotsPanel: Panel = {
  id: 'robots',
  title: 'Robots',
  place: 'right',
  mount(element, app) {
    const list = el('div', { class: 'robots' });
    const none = el('span', { class: 'soft' }, 'There is no robot here.');
    element.append(list, none);
    const cards = new Keyed((name) => {
      const card = new RobotCard(app, name);
      list.append(card.element);
      return card;
    }, (card) => card.element.remove());
    app.store.status.subscribe((status) => {
      const robots = status?.robots ?? [];
      cards.keep(robots.map(({ name }) => name));
      for (const robot of robots) cards.get(robot.name).show(robot, status?.faults ?? []);
      none.hidden = robots.length > 0;
    });
  },
};
