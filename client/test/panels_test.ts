// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { niceTop, Series } from '../src/panels/chart';
import { Growth, wayOf } from '../src/panels/charts_panel';
import { eventText, filterEvents } from '../src/panels/events_panel';
import { faultText, faultTimes, faultWords } from '../src/panels/faults_panel';
import { robotRows } from '../src/panels/robots_panel';
import { loads } from '../src/panels/rules/carrying';
import { shares } from '../src/panels/rules/field';
import { ruleRow } from '../src/panels/rules/values';
import type { FaultStatus } from '../src/protocol/faults';
import type { EventInfo, RobotStatus, RuleStatus } from '../src/protocol/messages';

describe('the rows of a robot', () => {
  const simulated: RobotStatus = {
    name: 'emaros', mode: 'virtual', speed_mps: -0.001, yaw_rate_radps: 0.5,
    pose: [0, 0, 0, 0, 0, 0, 1], command: [0, 0], tracking: null, paused: null, latency_ms: null,
    pose_age_ms: null, inside: null, overlap_m: null, gate: null, gate_reason: '',
    navigation: { state: 'none', distance_m: 0, text: '' }, goal: null,
  };
  const twin: RobotStatus = {
    ...simulated, mode: 'twin', tracking: 'tracking', paused: false, latency_ms: 31,
    pose_age_ms: 12.4, inside: true, overlap_m: 0, off_m: 0.0123, gate: 'closed',
    gate_reason: 'closed: no poses',
  };

  it('are few for a simulated one, and zero has no sign', () => {
    expect(robotRows(simulated)).toEqual([['Speed', '0.00 m/s, 0.50 rad/s', 'soft']]);
  });

  it('say how a twin is tracked, and why its gate is closed', () => {
    expect(robotRows(twin).slice(1)).toEqual([
      ['Tracking', 'tracking', 'ok'], ['Pose', '12 ms old, 31 ms late', 'soft'],
      ['Off by', '12 mm', 'soft'], ['Gate', 'closed: no poses', 'error'],
    ]);
  });

  it('warn of what is wrong', () => {
    const rows = robotRows({ ...twin, tracking: 'lost', overlap_m: 0.02, gate: 'open' });
    expect(rows.map(([, , level]) => level)).toContain('error');
    expect(rows).toContainEqual(['In something', '20 mm', 'warning']);
    expect(robotRows({ ...twin, inside: false })[1]).toEqual(
      ['Tracking', 'tracking, outside of the area', 'warning']);
  });

  it('say what it carries', () => {
    const carries = { name: 'plow_1', type: 'plow', active: true };
    expect(robotRows({ ...simulated, carries })[1]).toEqual(['Carries', 'plow, at work', 'ok']);
    expect(robotRows({ ...simulated, carries: { ...carries, active: false } })[1])
      .toEqual(['Carries', 'plow', 'soft']);
  });
});

describe('the way of a frame', () => {
  it('is from pose and step to being sent and drawn', () => {
    expect(wayOf({ step_age_us: 500, pose_age_us: 3500 }, 8000))
      .toEqual({ stepToSent: 0.5, stepToPage: 8.5, poseToStep: 3 });
    expect(wayOf({ step_age_us: 500, pose_age_us: undefined }, undefined))
      .toEqual({ stepToSent: 0.5 });
  });
});

describe('the growth of a number', () => {
  it('is told once a second, and begins anew with a server', () => {
    const growth = new Growth();
    expect(growth.add(10, 5)).toBeUndefined();
    expect(growth.add(10.5, 9)).toBeUndefined();
    expect(growth.add(12, 25)).toBe(10);
    expect(growth.add(12.9, 30)).toBeUndefined();
    expect(growth.add(13, 3)).toBeUndefined();
    expect(growth.add(14, 4)).toBe(1);
  });
});

describe('a fault', () => {
  const slow: FaultStatus = {
    name: 'slow', kind: 'latency', robot: 'emaros', sensor: '', process: '',
    values: [['delay_s', 0.3]], active: true, starts_in_s: -2.6, ends_in_s: 7.44, hits: 79,
  };

  it('says whose it is, and its numbers', () => {
    expect(faultText(slow)).toBe('latency of emaros, delay_s 0.3');
    const stuck = { ...slow, kind: 'sensor_stuck', sensor: 'lidar', values: [] };
    expect(faultText(stuck)).toBe('sensor stuck of emaros/lidar');
    const killed = { ...slow, kind: 'process_kill', robot: '', process: 'plant', values: [] };
    expect(faultText(killed)).toBe('process kill of plant');
  });

  it('says how long it still lasts', () => {
    expect(faultTimes(slow)).toBe('7.4 s left, 79 hit');
    expect(faultTimes({ ...slow, ends_in_s: null, hits: 0 })).toBe('until cleared');
    expect(faultTimes({ ...slow, active: false, starts_in_s: 1.25 })).toBe('in 1.3 s');
  });

  it('is asked for without the fields that are empty', () => {
    expect(faultWords([['kind', 'latency'], ['delay_s', '0.4'], ['for', '']]))
      .toEqual({ kind: 'latency', delay_s: '0.4' });
  });

  it('is shown at its robot while it acts', () => {
    const robot = { name: 'emaros', speed_mps: 0, yaw_rate_radps: 0,
      navigation: { state: 'none', distance_m: 0, text: '' } } as RobotStatus;
    expect(robotRows(robot, [slow])).toContainEqual(['Faults', 'latency', 'warning']);
    expect(robotRows(robot, [{ ...slow, active: false }])).toHaveLength(1);
    expect(robotRows(robot, [{ ...slow, robot: 'jackal' }])).toHaveLength(1);
  });
});

describe('the filter of events', () => {
  const event = (name: string, level: EventInfo['level'], robot = '', text = ''): EventInfo =>
    ({ time_s: 0, name, robot, text, level });
  const events = [
    event('entity_spawned', 'info', '', 'carton came'),
    event('tracking', 'error', 'emaros', 'Tracking is lost'),
    event('twin_snapped', 'warning', 'jackal'),
  ];
  const names = (level: EventInfo['level'], text: string) =>
    filterEvents(events, level, text).map(({ name }) => name);

  it('has those at least as bad', () => {
    expect(names('info', '')).toHaveLength(3);
    expect(names('warning', '')).toEqual(['tracking', 'twin_snapped']);
    expect(names('error', '')).toEqual(['tracking']);
  });

  it('finds what a node of the network said', () => {
    const said: EventInfo = {
      time_s: 0, name: 'gate', robot: 'emaros', text: 'closed', level: 'warning',
      source: '/emaros_gate',
    };
    expect(filterEvents([...events, said], 'info', '/emaros_gate')).toEqual([said]);
  });

  it('says once whom an event is about', () => {
    expect(events.map(eventText)).toEqual(
      ['carton came', 'emaros: Tracking is lost', 'jackal: twin snapped']);
    expect(eventText(event('tracking', 'info', 'emaros', 'emaros: lost'))).toBe('emaros: lost');
  });

  it('finds all words, in whatever order and case', () => {
    expect(names('info', 'LOST emaros')).toEqual(['tracking']);
    expect(names('info', 'lost jackal')).toEqual([]);
    expect(names('info', '  carton ')).toEqual(['entity_spawned']);
  });
});

describe('a chart', () => {
  it('ends at a round number above everything', () => {
    expect([0, 0.0031, 1, 1.01, 4.9, 73].map(niceTop)).toEqual([1, 0.005, 1, 2, 5, 100]);
  });

  it('knows the last minute', () => {
    const series = new Series();
    for (let at = 0; at <= 100; ++at) series.add(at, at);
    expect(series.points).toHaveLength(61);
    expect(series.points[0]!.at).toBe(40);
    expect(series.last).toBe(100);
  });
});

describe('what rules say', () => {
  it('is words, numbers with units, yes and no', () => {
    expect(ruleRow('ripe_tiles', 12)).toEqual(['ripe tiles', '12']);
    expect(ruleRow('ball_speed_mps', 0.75)).toEqual(['ball speed', '0.75 m/s']);
    expect(ruleRow('done_percent', 50)).toEqual(['done', '50 %']);
    expect(ruleRow('is_full', false)).toEqual(['is full', 'no']);
    expect(ruleRow('leader', 'red')).toEqual(['leader', 'red']);
    expect(ruleRow('m', 1)).toEqual(['m', '1']);
  });

  it('say who carries what, and whether tools work', () => {
    const rule = (values: RuleStatus['values']): RuleStatus =>
      ({ name: 'attachment', type: 'attachment', values });
    expect(loads(rule([['emaros', 'plow_1'], ['emaros tool', true], ['jackal', 'nothing']])))
      .toEqual([{ robot: 'emaros', load: 'plow_1', isAtWork: true }, { robot: 'jackal' }]);
    // a robot may be called as it likes
    expect(loads(rule([['a', 'nothing'], ['a tool', 'box_1']])))
      .toEqual([{ robot: 'a' }, { robot: 'a tool', load: 'box_1' }]);
  });

  it('share a field by the states that are there, in their order', () => {
    const values: RuleStatus['values'] =
      [['ripe', 3], ['untouched', 5], ['seeded', 0], ['done', 0.25]];
    const parts = shares({ name: 'field', type: 'field', values });
    expect(parts.map(({ state, tiles }) => [state, tiles]))
      .toEqual([['untouched', 5], ['ripe', 3]]);
  });
});
