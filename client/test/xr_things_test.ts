// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { Matrix4, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import type { RobotStatus } from '../src/protocol/messages';
import { Budget } from '../src/xr/budget';
import { XrHand } from '../src/xr/hand';
import { FASTEST_MPS, HandTrail } from '../src/xr/hand_trail';
import { handFromThing } from '../src/xr/held_thing';
import { neighbour } from '../src/xr/parts/monitor';
import { stopStateOf } from '../src/xr/stop_state';

describe('a hand', () => {
  it('belongs to who took it until it is let go, and else to what its ray meets first', () => {
    const hand = new XrHand('right');
    expect(hand.isFor('tool')).toBe(true);
    hand.aimAt('monitor', 3);
    hand.aimAt('menu', 0.5);
    hand.aimAt('storage', 2);
    expect(hand.isFor('menu')).toBe(true);
    expect(hand.isFor('tool')).toBe(false);
    hand.owner = 'grab';
    expect(hand.isFor('menu')).toBe(false);
    expect(hand.isFor('grab')).toBe(true);
  });

  it('has a thing just before it that it took, turned as it was, and turns it along', () => {
    const grip = new Matrix4().makeRotationZ(0.5).setPosition(1, 2, 1.2);
    const thing = new Matrix4().makeRotationZ(1.3).setPosition(5, 5, 0);
    const gripFromThing = handFromThing(grip, new Vector3(1, 0, 0), thing, 0.16);
    const held = grip.clone().multiply(gripFromThing);
    expect(new Vector3().setFromMatrixPosition(held).toArray().map((c) => Number(c.toFixed(9))))
      .toEqual([1.2, 2, 1.2]);
    const yaw = (m: Matrix4) => Math.atan2(m.elements[1]!, m.elements[0]!);
    expect(yaw(held)).toBeCloseTo(1.3, 9);
    const turned = new Matrix4().makeRotationZ(0.5 + 0.4).setPosition(1, 2, 1.2);
    expect(yaw(turned.multiply(gripFromThing))).toBeCloseTo(1.7, 9);
  });

  it('throws as fast as it was just before it let go, in all directions', () => {
    const trail = new HandTrail();
    trail.add(0, new Vector3(-9, 0, 0));
    for (let ms = 1000; ms <= 1080; ms += 16)
      trail.add(ms, new Vector3(0, 1.5, 2).multiplyScalar((ms - 1000) / 1000));
    const [vx, vy, vz] = trail.velocity(1080)!;
    expect(vx).toBe(0);
    expect(vy).toBeCloseTo(1.5, 9);
    expect(vz).toBeCloseTo(2, 9);
  });

  it('puts down what it hardly moved, and has a limit', () => {
    const [slow, fast] = [new HandTrail(), new HandTrail()];
    for (let ms = 0; ms <= 80; ms += 16) {
      slow.add(ms, new Vector3(ms * 1e-4, 0, 0));
      fast.add(ms, new Vector3(0, 0, ms));
    }
    expect(slow.velocity(80)).toBeNull();
    expect(fast.velocity(80)).toEqual([0, 0, FASTEST_MPS]);
  });
});

describe('the sign of a real robot', () => {
  const robot = {
    tracking: 'tracking', gate: 'open', gate_reason: '', inside: true, speed_mps: 0,
  } as RobotStatus;

  it('says first what is most dangerous', () => {
    expect(stopStateOf({ ...robot, tracking: 'lost', gate: 'closed' }))
      .toEqual({ level: 'error', text: 'not tracked: it may be elsewhere' });
    expect(stopStateOf({ ...robot, gate: 'closed', gate_reason: 'closed: no commands' }))
      .toEqual({ level: 'error', text: 'stopped (closed: no commands)' });
    expect(stopStateOf({ ...robot, inside: false }))
      .toEqual({ level: 'error', text: 'has left the tracked area' });
    expect(stopStateOf({ ...robot, gate: null }).level).toBe('warning');
  });

  it('says whether it drives', () => {
    expect(stopStateOf(robot).text).toBe('stands, may drive');
    expect(stopStateOf({ ...robot, speed_mps: -0.25 }))
      .toEqual({ level: 'ok', text: 'drives, 0.25 m/s' });
  });
});

describe('the monitor', () => {
  it('goes through what there is, around and around', () => {
    const names = ['a', 'b', 'c'];
    expect(neighbour(names, 'a', 1)).toBe('b');
    expect(neighbour(names, 'a', -1)).toBe('c');
    expect(neighbour(names, 'gone', 1)).toBe('a');
    expect(neighbour([], 'a', 1)).toBeUndefined();
  });
});

describe('the figures of drawing', () => {
  it('are those of one eye, and the middle one of the last pictures', () => {
    const budget = new Budget();
    for (const [ms, work] of [[0, 5], [14, 9], [28, 5], [42, 6], [56, 5]] as const)
      budget.add(ms, work, 90, 60_000, 2);
    expect(budget.figures)
      .toEqual({ calls: 45, triangles: 30_000, workMs: 5, worstMs: 9, intervalMs: 14 });
  });
});
