// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type { App } from '../app';
import type { Status } from '../protocol/messages';
import { needsControl } from '../shell/control';
import { el, iconButton } from '../shell/dom';
import { clockText } from './clock_text';

const STEP_BACK = 'M18 5v14l-9-7zM6 5v14';
const LEAP_S = 5;
/** A jump far back takes its time: while one is dragging, no more than this many a second. */
const JUMP_PERIOD_MS = 150;

/** Where in the recording it is: from 0 to 1. */
export function progress(status: Pick<Status, 'time_s' | 'recorded'>): number {
  const { time_s: now, recorded } = status;
  if (!recorded || recorded.end_s <= recorded.begin_s) return 0;
  return Math.min(1, Math.max(0, (now - recorded.begin_s) / (recorded.end_s - recorded.begin_s)));
}

/** Of a recorded run that is shown again: where it is, and going elsewhere in it. */
export function timeline(app: App): HTMLElement {
  const slider = el('input', {
    type: 'range', min: 0, max: 1, step: 'any', value: 0, 'aria-label': 'Time in the recording',
    title: 'Go elsewhere in the recording',
  });
  const length = el('span', { class: 'number soft wide' });
  const act = {
    back: () => {
      if (app.store.status.value?.paused === false) void app.order({ do: 'pause' });
      void app.order({ do: 'jump', frames: -1 });
    },
    leap: (seconds: number) => {
      const status = app.store.status.value;
      if (status) void app.order({ do: 'jump', time_s: Math.max(0, status.time_s + seconds) });
    },
  };
  const back = iconButton(STEP_BACK, 'One step back (,)', act.back);
  const root = el('span', { class: 'timeline' }, back, slider, length);
  needsControl(app, slider, back);

  // what is dragged stays under the finger until the server is there
  let heldUntil = 0;
  let wanted: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const jump = () => {
    timer = undefined;
    const recorded = app.store.status.value?.recorded;
    if (wanted === undefined || !recorded) return;
    const time_s = recorded.begin_s + wanted * (recorded.end_s - recorded.begin_s);
    wanted = undefined;
    void app.order({ do: 'jump', time_s });
    timer = setTimeout(jump, JUMP_PERIOD_MS);
  };
  slider.addEventListener('input', () => {
    wanted = Number(slider.value);
    heldUntil = performance.now() + 1000;
    if (timer === undefined) jump();
  });

  let takeActions: (() => void)[] = [];
  app.store.status.subscribe((status) => {
    const recorded = status?.recorded;
    root.hidden = !recorded;
    if (!status || !recorded) {
      for (const take of takeActions) take();
      takeActions = [];
      return;
    }
    length.textContent = `of ${clockText(recorded.end_s)}`;
    if (performance.now() > heldUntil) slider.value = String(progress(status));
    if (takeActions.length > 0) return;
    const group = 'Recording';
    takeActions = [
      { id: 'replay.back', title: 'One step back', key: ',', run: act.back },
      { id: 'replay.rewind', title: `${LEAP_S} s back`, key: '[', run: () => act.leap(-LEAP_S) },
      { id: 'replay.forward', title: `${LEAP_S} s further`, key: ']', run: () => act.leap(LEAP_S) },
    ].map((action) => app.actions.add({ ...action, group }));
  });
  return root;
}
