// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { Group, Matrix4, Mesh, PerspectiveCamera, SphereGeometry, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { boardHeight, LETTER_SHARE } from '../src/layers/billboard';
import { pictureHeightAt } from '../src/layers/screen_size';
import type { Area, RobotStatus, Status, World } from '../src/protocol/messages';
import { trackedAreas } from '../src/world/tracked_areas';
import { Budget } from '../src/xr/budget';
import { mergedGeometry, modelFile } from '../src/xr/controller_models';
import { DetailGovernor } from '../src/xr/detail_governor';
import { Dangers, type Situation } from '../src/xr/dangers';
import { XrHand } from '../src/xr/hand';
import { FASTEST_MPS, HandTrail } from '../src/xr/hand_trail';
import { handFromThing } from '../src/xr/held_thing';
import { BONES } from '../src/xr/joints_mesh';
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
    // outside of its area a robot counts as lost
    expect(stopStateOf({ ...robot, inside: false, tracking: 'lost', gate: 'closed' }))
      .toEqual({ level: 'error', text: 'has left the tracked area: it may be elsewhere' });
    expect(stopStateOf({ ...robot, gate: null }).level).toBe('warning');
  });

  it('says that nobody knows when Tandem is away', () => {
    expect(stopStateOf(robot, false))
      .toEqual({ level: 'error', text: 'unknown: Tandem does not answer' });
  });

  it('says whether it drives', () => {
    expect(stopStateOf(robot).text).toBe('stands, may drive');
    expect(stopStateOf({ ...robot, speed_mps: -0.25 }))
      .toEqual({ level: 'ok', text: 'drives, 0.25 m/s' });
  });
});

describe('dangers beside real robots', () => {
  const area: Area = [0, 0, 0, 4, 2];
  const r1 = { name: 'r1', pose: [1, 0, 0, 0, 0, 0, 1], inside: true };
  const inside: Situation = { areas: [area], person: [1, 0.5], seesRobots: true, robots: [r1] };
  const outside: Situation = { ...inside, person: [1, 1.5] };
  const calm = { words: '', isOutside: false };

  it('are told of to who has left the tracked area, until they are back', () => {
    const dangers = new Dangers();
    // who never was in has not left
    expect(dangers.look(outside)).toEqual(calm);
    expect(dangers.look(inside)).toEqual(calm);
    const left = { words: 'You have left the tracked area.', isOutside: true };
    for (let picture = 0; picture < 1000; ++picture) expect(dangers.look(outside)).toEqual(left);
    expect(dangers.look(inside)).toEqual(calm);
    expect(dangers.look(outside)).toEqual(left);
    // into that of another robot
    expect(dangers.look({ ...outside, areas: [area, [1, 2, 0, 2, 2]] })).toEqual(calm);
  });

  it('are told of as long as a robot is outside, and no more in another world', () => {
    const gone: Situation = { ...inside, robots: [r1, { ...r1, name: 'r2', inside: false }] };
    const words = { words: 'r2 has left the tracked area.', isOutside: true };
    const dangers = new Dangers();
    expect(dangers.look(gone)).toEqual(words);
    expect(dangers.look(gone)).toEqual(words);
    expect(dangers.look(inside)).toEqual(calm);
    dangers.forget();
    expect(dangers.look(outside)).toEqual(calm);
  });

  it('are told of to who stands elsewhere in the world than in the laboratory', () => {
    const dangers = new Dangers();
    const robots = [{ ...r1, name: 'far', pose: [-1, 0] }, r1];
    const away: Situation = { ...inside, robots, seesRobots: false };
    expect(dangers.look({ ...away, person: [1.6, 0] }).words)
      .toBe('r1 is 0.6 m from where you really stand.');
    expect(dangers.look({ ...away, person: [1, 1] }).words).toBe('');
  });
});

describe('tracked areas', () => {
  const world = { tracked_area: [0, 0, 0, 4, 3] } as World;
  const twin = (area: Area | null) => ({ mode: 'twin', area }) as RobotStatus;
  const status = (...robots: RobotStatus[]) => ({ robots }) as Status;

  it('lie where the rooms of twins do, each once', () => {
    const there: Area = [10, 20, 1.5, 8, 6];
    expect(trackedAreas(world, status(twin(there), twin([...there]), twin([0, 0, 0, 2, 2]))))
      .toEqual([there, [0, 0, 0, 2, 2]]);
    // nobody knows where it is
    expect(trackedAreas(world, status(twin(null)))).toEqual([]);
  });

  it('are those of the scenario where nothing is real', () => {
    expect(trackedAreas(world, status({ mode: 'virtual' } as RobotStatus)))
      .toEqual([world.tracked_area]);
    expect(trackedAreas(undefined, undefined)).toEqual([]);
  });
});

describe('controllers', () => {
  it('look as the first device of their profiles that we have a model of', () => {
    expect(modelFile(['meta-quest-touch-plus', 'oculus-touch-v3', 'generic-trigger'], 'left'))
      .toBe('controllers/meta-quest-touch-plus/left.glb');
    expect(modelFile(['meta-quest-touch-plus-v2', 'oculus-touch-v3'], 'right'))
      .toBe('controllers/oculus-touch-v3/right.glb');
    // ours, then
    expect(modelFile(['valve-index', 'generic-trigger-squeeze'], 'left')).toBeUndefined();
  });

  it('are one mesh, whose parts are where their nodes put them', () => {
    const scene = new Group();
    const hand = new Group();
    hand.position.set(0, 0, 1);
    scene.add(hand, new Mesh(new SphereGeometry(0.1)));
    const button = new Mesh(new SphereGeometry(0.1));
    button.position.set(2, 0, 0);
    hand.add(button);
    const merged = mergedGeometry(scene)!;
    merged.computeBoundingBox();
    expect(merged.boundingBox!.min.x).toBeCloseTo(-0.1, 6);
    expect(merged.boundingBox!.max.x).toBeCloseTo(2.1, 6);
    expect(merged.boundingBox!.max.z).toBeCloseTo(1.1, 6);
    expect(mergedGeometry(new Group())).toBeUndefined();
  });
});

describe('bare hands', () => {
  it('have bones from the wrist to the tip of each finger', () => {
    // 4 in a thumb, 5 in each finger, and each joint but the wrist is the end of one
    expect(BONES).toHaveLength(24);
    expect(BONES.map(([, to]) => to).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 24 }, (_, i) => i + 1));
  });
});

describe('billboards', () => {
  it('have letters that are read from 0.5 to 5 m, and hide no more than they must', () => {
    // of a Quest 3
    const camera = new PerspectiveCamera(96);
    camera.updateMatrixWorld();
    for (const radius of [0.1, 0.2, 1])
      for (let far = 0.5; far <= 5; far += 0.5)
        for (const lines of [2.9, 6]) {
          const picture = pictureHeightAt(camera, new Vector3(0, 0, -far));
          const height = boardHeight(lines, radius, picture);
          // 20 minutes of arc are what people read with ease; a headset's pixels want twice that
          const letter = (LETTER_SHARE * height) / lines;
          expect(Math.atan2(letter, far) * (180 / Math.PI) * 60).toBeGreaterThan(40);
          expect(height / picture).toBeLessThan(0.036 * lines);
        }
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

describe('what is beyond the limits', () => {
  it('is drawn coarser until it is within them, and finer when there is room again', () => {
    const governor = new DetailGovernor();
    // each level has a quarter
    let ms = 0;
    const cost = (whole: number) => whole / 4 ** governor.level;
    for (let i = 0; i < 20; ++i) governor.note((ms += 100), 50, cost(1_500_000));
    expect(governor.level).toBe(2);
    for (let i = 0; i < 40; ++i) governor.note((ms += 100), 50, cost(300_000));
    // whole it would be too much, and one level coarser it is not
    expect(governor.level).toBe(1);
    for (let i = 0; i < 20; ++i) governor.note((ms += 100), 50, cost(20_000));
    expect(governor.level).toBe(0);
  });

  it('is not made coarser again while it still becomes so, however slowly', () => {
    const governor = new DetailGovernor();
    // a hill of many tiles, of which some are made for each picture
    for (let i = 0; i < 40; ++i)
      governor.note(300 * i, 50, Math.max(900_000 - 25_000 * i, 180_000));
    expect(governor.level).toBe(1);
  });

  it('is left out by as many draw calls as are too many, not to and fro', () => {
    const governor = new DetailGovernor();
    const seen: number[] = [];
    for (let i = 0; i < 10; ++i) {
      governor.note(1000 * i, 130 - governor.leftOut, 0);
      seen.push(governor.leftOut);
    }
    expect(new Set(seen)).toEqual(new Set([30]));
    // elsewhere there is less to see
    for (let i = 10; i < 20; ++i) governor.note(1000 * i, 60 - governor.leftOut, 0);
    expect(governor.leftOut).toBe(0);
  });
});
