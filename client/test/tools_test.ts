// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clockText } from '../src/panels/clock_text';
import { nextSpeed } from '../src/panels/run_controls';
import { progress } from '../src/panels/timeline';
import type { Status } from '../src/protocol/messages';
import { nearestAxis, niceStep } from '../src/tools/keyboard_pointer';
import { navigationText } from '../src/tools/navigation_text';
import { Paced } from '../src/tools/paced';
import { rgbaOf } from '../src/tools/paint';
import { pushOf } from '../src/tools/stick';
import { FASTEST_MPS, Trail } from '../src/tools/throw';

describe('the place in a recording', () => {
  it('is a share of it, from its beginning', () => {
    const recorded = { begin_s: 100, end_s: 120 };
    expect(progress({ time_s: 105, recorded })).toBe(0.25);
    expect(progress({ time_s: 99, recorded })).toBe(0);
    expect(progress({ time_s: 130, recorded })).toBe(1);
  });

  it('is the beginning of what is live or has no length', () => {
    expect(progress({ time_s: 5, recorded: null })).toBe(0);
    expect(progress({ time_s: 5, recorded: { begin_s: 5, end_s: 5 } })).toBe(0);
  });
});

describe('the clock of the run', () => {
  it('has minutes and hundredths, and hours when there are some', () => {
    expect(clockText(0)).toBe('0:00.00');
    expect(clockText(83.456)).toBe('1:23.45');
    expect(clockText(0.29)).toBe('0:00.29');
    expect(clockText(3725.5)).toBe('1:02:05.50');
    const afternoon = new Date(2026, 10, 16, 15, 4, 5, 250).getTime() / 1000;
    expect(clockText(afternoon)).toBe('15:04:05.25');
  });

  it('goes faster and slower by what can be chosen', () => {
    expect(nextSpeed(1, true)).toBe(2);
    expect(nextSpeed(1, false)).toBe(0.5);
    expect(nextSpeed(3, true)).toBe(5);
    expect(nextSpeed(10, true)).toBe('max');
    expect(nextSpeed('max', true)).toBe('max');
    expect(nextSpeed('max', false)).toBe(10);
    expect(nextSpeed(0.25, false)).toBe(0.25);
  });
});

describe('the cursor of keys', () => {
  it('goes along the axis of the world that is nearest, by steps that add up', () => {
    expect(nearestAxis({ x: 0.6, y: -0.5 })).toEqual([1, 0]);
    expect(nearestAxis({ x: -0.3, y: -0.5 })).toEqual([0, -1]);
    expect([0.13, 0.2, 0.07, 3, 0.0101].map(niceStep).map((step) => Number(step.toFixed(4))))
      .toEqual([0.1, 0.2, 0.05, 2, 0.01]);
  });
});

describe('what is paced', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('is called at once, and then once in a period however often it is asked', () => {
    const call = vi.fn();
    const pace = new Paced(50, call);
    for (let ms = 0; ms < 1000; ms += 5) {
      pace.ask();
      vi.advanceTimersByTime(5);
    }
    expect(call).toHaveBeenCalledTimes(21);
  });

  it('is not called without being asked, nor after it was dropped', () => {
    const call = vi.fn();
    const pace = new Paced(50, call);
    pace.ask();
    vi.advanceTimersByTime(500);
    expect(call).toHaveBeenCalledTimes(1);
    pace.ask();
    pace.ask();
    pace.drop();
    vi.advanceTimersByTime(500);
    expect(call).toHaveBeenCalledTimes(2);
  });

  it('is called for what waits when it ends', () => {
    const call = vi.fn();
    const pace = new Paced(50, call);
    pace.ask();
    pace.flush();
    expect(call).toHaveBeenCalledTimes(1);
    pace.ask();
    pace.ask();
    pace.flush();
    expect(call).toHaveBeenCalledTimes(3);
  });
});

describe('a throw', () => {
  it('is as fast as the pointer was just before it let go', () => {
    const trail = new Trail();
    // it came from far away long before
    trail.add(0, -50, 0);
    for (let ms = 1000; ms <= 1080; ms += 16) trail.add(ms, (ms - 1000) / 500, 0);
    const [vx, vy] = trail.velocity(1080)!;
    expect(vx).toBeCloseTo(2, 9);
    expect(vy).toBe(0);
  });

  it('is none after a rest, and none when it is slow', () => {
    const trail = new Trail();
    for (let ms = 0; ms <= 80; ms += 16) trail.add(ms, ms / 100, 0);
    expect(trail.velocity(400)).toBeUndefined();
    const slow = new Trail();
    for (let ms = 0; ms <= 80; ms += 16) slow.add(ms, ms * 1e-4, 0);
    expect(slow.velocity(80)).toBeUndefined();
  });

  it('has a limit, and keeps its direction', () => {
    const trail = new Trail();
    for (let ms = 0; ms <= 80; ms += 16) trail.add(ms, 3 * ms, -4 * ms);
    const [vx, vy] = trail.velocity(80)!;
    expect(Math.hypot(vx, vy)).toBeCloseTo(FASTEST_MPS, 9);
    expect(vy / vx).toBeCloseTo(-4 / 3, 9);
  });
});

describe('a stick', () => {
  it('is pushed by its share of the reach, up is forward, and at most wholly', () => {
    expect(pushOf(0, -20, 40)).toEqual({ x: 0, y: 0.5 });
    expect(pushOf(10, 0, 40)).toEqual({ x: 0.25, y: 0 });
    const { x, y } = pushOf(300, 400, 40);
    expect(x).toBeCloseTo(0.6, 9);
    expect(y).toBeCloseTo(-0.8, 9);
    expect(pushOf(0, 0, 40)).toEqual({ x: 0, y: 0 });
  });
});

describe('colours', () => {
  it('are parts of one', () => expect(rgbaOf('#ff0033')).toEqual([1, 0, 0.2, 1]));
});

describe('words about navigation', () => {
  const status = (state: string, network = true) => ({
    network,
    robots: [{ name: 'emaros', navigation: { state, distance_m: 1.234, text: 'blocked' } }],
  }) as unknown as Status;
  const text = (state: string) => navigationText(status(state), 'emaros').text;

  it('say where it stands', () => {
    expect(text('driving')).toBe('Driving, 1.23 m to go');
    expect(text('failed')).toBe('The navigator failed: blocked');
    expect(text('no navigator')).toBe('No navigator answers for emaros.');
    expect(text('none')).toMatch(/drag for the heading/);
  });

  it('say that there can be none without a network', () => {
    expect(navigationText(status('none', false), 'emaros').text).toMatch(/^No navigator/);
  });

  it('allow to cancel what is under way only', () => {
    const states = ['none', 'no navigator', 'asking', 'driving', 'arrived', 'failed', 'cancelled'];
    const underWay = states.filter((s) => navigationText(status(s), 'emaros').isUnderWay);
    expect(underWay).toEqual(['asking', 'driving']);
  });
});
