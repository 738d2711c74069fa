// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type { Frame, Status } from '../protocol/messages';
import { el } from '../shell/dom';
import { Chart } from './chart';
import type { Panel } from './panel';

const DRAW_PERIOD_MS = 250;
const MOST_TOPICS = 4;
/** as often as `status` comes */
const NOTE_PERIOD_S = 0.1;

function makeCharts() {
  return {
    step: new Chart({ title: 'Step', unit: 'ms', digits: 2 }),
    factor: new Chart({ title: 'Real-time factor', unit: '×', digits: 2, leastTop: 1 }),
    latency: new Chart({ title: 'From step to', unit: 'ms', leastTop: 20 }),
    journey: new Chart({ title: 'From pose to', unit: 'ms' }),
    error: new Chart({ title: 'Twin off its robot', unit: 'mm', leastTop: 10 }),
    age: new Chart({ title: 'Age of poses', unit: 'ms', digits: 0, leastTop: 50 }),
    dropped: new Chart({ title: 'Dropped', unit: '/s', digits: 0, leastTop: 10 }),
    topics: new Chart({ title: 'Topics', unit: 'Hz', digits: 0, leastTop: 10 }),
  };
}

/** Of a number that only grows: by how much it does so a second, told once a second. */
export class Growth {
  private since: { at: number; total: number } | undefined;

  add(at: number, total: number): number | undefined {
    // a server that began anew counts from 0
    const since = this.since && total >= this.since.total ? this.since : { at, total };
    this.since = since;
    if (at - since.at < 1) return undefined;
    this.since = { at, total };
    return (total - since.total) / (at - since.at);
  }
}

function note(charts: ReturnType<typeof makeCharts>, status: Status, now: number): void {
  charts.step.add('mean', now, status.step_ms);
  charts.step.add('p99', now, status.step_p99_ms);
  if (!status.paused) charts.factor.add('factor', now, status.real_time_factor);
  if (typeof status.pose_to_frame_ms === 'number')
    charts.journey.add('frame', now, status.pose_to_frame_ms);
  if (typeof status.pose_to_page_ms === 'number')
    charts.journey.add('page', now, status.pose_to_page_ms);
  for (const robot of status.robots) {
    if (typeof robot.off_m === 'number') charts.error.add(robot.name, now, robot.off_m * 1000);
    if (typeof robot.pose_age_ms === 'number') charts.age.add(robot.name, now, robot.pose_age_ms);
  }
  const fastest = [...status.topics].sort((a, b) => b.hz - a.hz).slice(0, MOST_TOPICS);
  for (const { name, hz } of fastest) charts.topics.add(name, now, hz);
}

/**
 * The way of a frame, in milliseconds: from the end of its step, and from the newest pose of a real
 * robot in it if there is one.
 */
export function wayOf(
  { step_age_us, pose_age_us }: Pick<Frame, 'step_age_us' | 'pose_age_us'>,
  latencyUs: number | undefined,
): { stepToSent: number; stepToPage?: number; poseToStep?: number } {
  return {
    stepToSent: step_age_us / 1000,
    ...(latencyUs === undefined ? {} : { stepToPage: (step_age_us + latencyUs) / 1000 }),
    ...(pose_age_us === undefined ? {} : { poseToStep: (pose_age_us - step_age_us) / 1000 }),
  };
}

/** How well it goes, over the last minute. */
export const chartsPanel: Panel = {
  id: 'charts',
  title: 'Charts',
  place: 'right',
  isFoldedByDefault: true,
  mount(element, app) {
    const charts = makeCharts();
    const all = Object.values(charts);
    element.append(el('div', { class: 'charts' }, ...all.map((chart) => chart.element)));
    const card = element.closest('details');
    const now = () => performance.now() / 1000;
    const dropped = { frames: new Growth(), data: new Growth() };
    let notedAt = 0;
    app.store.status.subscribe((status) => {
      if (!status) return;
      note(charts, status, now());
      const { dropped_frames: frames, dropped_data: data = 0 } = status;
      charts.dropped.add('frames', now(), dropped.frames.add(now(), frames) ?? NaN);
      charts.dropped.add('data', now(), dropped.data.add(now(), data) ?? NaN);
    });
    // a frame is drawn a moment after it came; until then the one before says how long that takes
    app.store.frame.on((frame) => {
      const at = now();
      if (at - notedAt < NOTE_PERIOD_S) return;
      notedAt = at;
      const { stepToSent, stepToPage, poseToStep } = wayOf(frame, app.connection.latencyUs.value);
      charts.latency.add('sent', at, stepToSent);
      if (stepToPage !== undefined) charts.latency.add('page', at, stepToPage);
      if (poseToStep !== undefined) charts.journey.add('step', at, poseToStep);
    });
    const draw = () => {
      if (card?.open && !document.hidden) for (const chart of all) chart.draw(now());
    };
    setInterval(draw, DRAW_PERIOD_MS);
    card?.addEventListener('toggle', draw);
  },
};
