// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type { App } from '../app';
import type { Status } from '../protocol/messages';
import { needsControl } from '../shell/control';
import { el, icon, iconButton } from '../shell/dom';
import { clockText } from './clock_text';
import type { Panel } from './panel';
import { timeline } from './timeline';

const PLAY = 'M7 4.5v15l12-7.5z';
const PAUSE = 'M8 5v14M16 5v14';
const STEP = 'M6 5v14l9-7zM18 5v14';
const RESET = 'M5 12a7 7 0 1 0 2.4-5.3M5 4v4.5h4.5';
const NEXT = 'M4 6l7 6-7 6zM12 6l7 6-7 6z';
export const SPEEDS = [0.25, 0.5, 1, 2, 5, 10] as const;

const nameOfSpeed = (speed: number | 'max') => (speed === 'max' ? 'max' : `${speed}×`);

/** The next faster or slower one of the speeds that can be chosen. */
export function nextSpeed(now: number | 'max', faster: boolean): number | 'max' {
  if (now === 'max') return faster ? 'max' : SPEEDS[SPEEDS.length - 1]!;
  if (faster) return SPEEDS.find((speed) => speed > now) ?? 'max';
  return [...SPEEDS].reverse().find((speed) => speed < now) ?? SPEEDS[0];
}

function speedSelect(app: App): HTMLSelectElement {
  const select = el('select', { 'aria-label': 'Speed', title: 'Speed of the simulated time' });
  for (const speed of [...SPEEDS, 'max'] as const)
    select.append(el('option', { value: speed }, nameOfSpeed(speed)));
  select.addEventListener('change', () => {
    const value = select.value === 'max' ? 'max' : Number(select.value);
    void app.order({ do: 'speed', value });
  });
  needsControl(app, select);
  app.store.status.subscribe((status) => {
    if (!status) return;
    const value = String(status.speed);
    // one that somebody chose elsewhere
    if (![...select.options].some((option) => option.value === value))
      select.append(el('option', { value }, nameOfSpeed(status.speed)));
    select.value = value;
    if (!status.wall_clock) return;
    select.disabled = true;
    select.title = 'Real robots are here: time goes as the wall clock does.';
  });
  return select;
}

function isBehind({ paused, speed, real_time_factor: factor }: Status): boolean {
  return !paused && speed !== 'max' && factor < 0.9 * speed;
}

function clock(app: App): HTMLElement {
  const time = el('span', { class: 'number', title: 'Simulated time' });
  const factor = el('span', { class: 'number soft wide' });
  app.store.status.subscribe((status) => {
    if (!status) return;
    time.textContent = clockText(status.time_s);
    factor.textContent = status.paused ? 'paused' : `${status.real_time_factor.toFixed(2)}×`;
    factor.className = `number wide ${isBehind(status) ? 'warning' : 'soft'}`;
    factor.title = isBehind(status)
      ? 'Slower than asked for: this machine is busy' : 'Simulated seconds in a second';
  });
  return el('span', { class: 'clock' }, time, factor);
}

/** Play, pause, step, speed, reset; the time. */
export const runControls: Panel = {
  id: 'run',
  title: 'Run',
  place: 'bar',
  mount(element, app) {
    const isPaused = () => app.store.status.value?.paused ?? false;
    const act = {
      toggle: () => void app.order({ do: isPaused() ? 'resume' : 'pause' }),
      step: () => void app.order({ do: 'step', count: 1 }),
      reset: () => void app.order({ do: 'reset' }),
      nextEpisode: () => void app.order({ do: 'next_episode' }),
      speed: (faster: boolean) => {
        const now = app.store.status.value?.speed ?? 1;
        void app.order({ do: 'speed', value: nextSpeed(now, faster) });
      },
    };
    const toggle = iconButton(PAUSE, 'Pause (space)', act.toggle);
    toggle.classList.add('primary');
    const step = iconButton(STEP, 'One step (.)', act.step);
    const reset = iconButton(RESET, 'Begin anew (shift + r)', act.reset);
    const next = iconButton(NEXT, 'Next episode (shift + e)', act.nextEpisode);
    needsControl(app, toggle, step, reset, next);
    let shown: boolean | undefined;
    app.store.status.subscribe((status) => {
      if (!status || status.paused === shown) return;
      shown = status.paused;
      toggle.replaceChildren(icon(shown ? PLAY : PAUSE));
      toggle.setAttribute('aria-label', shown ? 'Go on (space)' : 'Pause (space)');
      if (app.store.mayControl) toggle.title = toggle.getAttribute('aria-label')!;
    });
    // a recording has no other episodes than those that were
    app.store.status.subscribe((status) => { next.hidden = Boolean(status?.recorded); });
    element.append(toggle, step, reset, next, speedSelect(app), clock(app), timeline(app));

    const group = 'Run';
    const { actions } = app;
    actions.add({ id: 'run.toggle', title: 'Pause or go on', group, key: ' ', run: act.toggle });
    actions.add({ id: 'run.step', title: 'One step', group, key: '.', run: act.step });
    actions.add({
      id: 'run.faster', title: 'Faster', group, key: '+', run: () => act.speed(true),
    });
    actions.add({
      id: 'run.slower', title: 'Slower', group, key: '-', run: () => act.speed(false),
    });
    actions.add({ id: 'run.reset', title: 'Begin anew', group, key: 'shift+r', run: act.reset });
    actions.add({
      id: 'run.next', title: 'Next episode: what is drawn at random is drawn anew', group,
      key: 'shift+e', run: act.nextEpisode,
    });
  },
};
