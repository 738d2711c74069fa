// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { Group, Matrix4, Mesh, PerspectiveCamera, SphereGeometry, Vector3 } from 'three';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeWorld } from '../dev/fake_world';
import type { App } from '../src/app';
import { boardHeight, LETTER_SHARE } from '../src/layers/billboard';
import { pictureHeightAt } from '../src/layers/screen_size';
import type { Answer, Area, Order, RobotStatus, Status, World } from '../src/protocol/messages';
import { Store } from '../src/store/store';
import { trackedAreas } from '../src/world/tracked_areas';
import { Budget } from '../src/xr/budget';
import { mergedGeometry, modelFile } from '../src/xr/controller_models';
import { DetailGovernor } from '../src/xr/detail_governor';
import { Dangers, type RealRobot, type Situation } from '../src/xr/dangers';
import { XrHand } from '../src/xr/hand';
import { FASTEST_MPS, HandTrail } from '../src/xr/hand_trail';
import { handFromThing, HeldThing } from '../src/xr/held_thing';
import { BONES } from '../src/xr/joints_mesh';
import { neighbour } from '../src/xr/parts/monitor';
import { foundAgain, roomMark } from '../src/xr/room_mark';
import { realPlaceOf, type RunState, stopStateOf } from '../src/xr/stop_state';

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

describe('a thing in a hand', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** A hand that holds a box of a world, and what it orders and is told. */
  function hold() {
    const world = new FakeWorld({ boxes: 2, pillars: 0 });
    const store = new Store();
    store.receive(world.world(1));
    store.receive(world.all(1));
    const orders: Order[] = [];
    const told: string[] = [];
    const answers = { ok: true, reason: '' };
    const connection = {
      state: { value: { is: 'live' } },
      command: async (order: Order) => {
        orders.push(order);
        return { type: 'answer', id: 1, data: null, ...answers } as Answer;
      },
    };
    const notices = { show: (text: string) => void told.push(text) };
    const app = { store, connection, notices, order: connection.command } as unknown as App;
    const hand = new XrHand('right');
    const held = new HeldThing(app, store.entities.named('box_1')!, hand, 0);
    return { store, world, orders, told, answers, connection, hand, held };
  }

  it('is held twenty times a second until it is let go', async () => {
    const { orders, held, hand, told } = hold();
    await vi.advanceTimersByTimeAsync(500);
    expect(orders.map((order) => order.do)).toEqual(Array(11).fill('hold'));
    held.letGo(hand, 500);
    await vi.advanceTimersByTimeAsync(500);
    expect(orders.slice(11).map((order) => order.do)).toEqual(['move']);
    expect(told).toEqual([]);
  });

  it('is let go when it is gone, or another world came, and the person is told once', async () => {
    for (const how of ['taken away', 'another world'] as const) {
      const { store, world, orders, told, held } = hold();
      const { id } = held.entity;
      if (how === 'another world') store.receive(world.world(2));
      else store.receive({ ...world.all(1), full: false, add: [], remove: [id] });
      await vi.advanceTimersByTimeAsync(1000);
      expect([held.isOver, orders.length, told]).toEqual([true, 1, ['box_1 is gone.']]);
    }
  });

  it('is let go when holding it is refused, and the person is told once', async () => {
    const { orders, told, answers, held } = hold();
    Object.assign(answers, { ok: false, reason: 'so many things cannot be held at once' });
    await vi.advanceTimersByTimeAsync(1000);
    expect([held.isOver, orders.length, told]).toEqual([true, 2, [answers.reason]]);
  });

  it('is let go without a word when Tandem is away, which is told anyway', async () => {
    const { told, answers, connection, held } = hold();
    connection.state.value.is = 'lost';
    answers.ok = false;
    await vi.advanceTimersByTimeAsync(1000);
    expect([held.isOver, told]).toEqual([true, []]);
  });
});

describe('the sign of a real robot', () => {
  const robot = {
    tracking: 'tracking', gate: 'open', gate_reason: '', inside: true, speed_mps: 0,
    pose: [1, 2, 0, 0, 0, 0, 1],
  } as unknown as RobotStatus;
  const runs: RunState = { isLive: true, isPaused: false };

  it('says first what is most dangerous', () => {
    expect(stopStateOf({ ...robot, tracking: 'lost', gate: 'closed' }, runs))
      .toEqual({ level: 'error', text: 'not tracked: it may be elsewhere' });
    expect(stopStateOf({ ...robot, gate: 'closed', gate_reason: 'closed: no commands' }, runs))
      .toEqual({ level: 'error', text: 'stopped (closed: no commands)' });
    // outside of its area a robot counts as lost
    expect(stopStateOf({ ...robot, inside: false, tracking: 'lost', gate: 'closed' }, runs))
      .toEqual({ level: 'error', text: 'has left the tracked area: it may be elsewhere' });
    expect(stopStateOf({ ...robot, gate: null }, runs).level).toBe('warning');
  });

  it('says that nobody knows when Tandem is away', () => {
    expect(stopStateOf(robot, { ...runs, isLive: false }))
      .toEqual({ level: 'error', text: 'unknown: Tandem does not answer' });
  });

  it('says that nobody knows where it is while its twin, or the run, is paused', () => {
    for (const real of [undefined, null]) {
      const paused = { ...robot, paused: true, ...(real === null ? { real } : {}) };
      expect(stopStateOf(paused, runs))
        .toEqual({ level: 'error', text: 'paused: the real robot may be elsewhere' });
      expect(realPlaceOf(paused, runs)).toBeUndefined();
    }
    const isStill = { ...runs, isPaused: true };
    const tracked = { ...robot, real: [3, 4, 0] as [number, number, number] };
    expect(stopStateOf(tracked, isStill))
      .toEqual({ level: 'error', text: 'the run is paused: it may be elsewhere' });
    expect(realPlaceOf(tracked, isStill)).toBeUndefined();
  });

  it('is where the robot is seen, even while its twin is paused and stands elsewhere', () => {
    const paused = { ...robot, paused: true, real: [3, 4, 0] as [number, number, number] };
    expect(realPlaceOf(paused, runs)).toEqual([3, 4, 0]);
    expect(stopStateOf(paused, runs))
      .toEqual({ level: 'warning', text: 'seen here, twin paused: may drive' });
    expect(stopStateOf({ ...paused, gate: 'closed', gate_reason: 'closed: no commands' }, runs))
      .toEqual({ level: 'error', text: 'seen here, twin paused: stopped (closed: no commands)' });
    // one that is lost was seen last where its twin stands
    expect(realPlaceOf({ ...robot, real: null, tracking: 'lost' }, runs)).toEqual(robot.pose);
  });

  it('says whether it drives', () => {
    expect(stopStateOf(robot, runs).text).toBe('stands, may drive');
    expect(stopStateOf({ ...robot, speed_mps: -0.25 }, runs))
      .toEqual({ level: 'ok', text: 'drives, 0.25 m/s' });
  });
});

describe('dangers beside real robots', () => {
  const area: Area = [0, 0, 0, 4, 2];
  const r1: RealRobot = { name: 'r1', place: [1, 0], isSeen: true, inside: true };
  const inside: Situation = { areas: [area], person: [1, 0.5], robots: [r1] };
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
    const near = { ...r1, isSeen: false };
    const away: Situation = { ...inside, robots: [{ ...near, name: 'far', place: [-1, 0] }, near] };
    expect(dangers.look({ ...away, person: [1.6, 0] }).words)
      .toBe('r1 is 0.6 m from where you really stand.');
    expect(dangers.look({ ...away, person: [1, 1] }).words).toBe('');
  });

  it('are told of as long as a robot is moved that nobody sees', () => {
    const hidden: Situation = { ...inside, robots: [r1, { ...r1, name: 'r2', place: undefined }] };
    expect(new Dangers().look(hidden).words)
      .toBe('r2 is paused: the real robot may be near you.');
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

describe('what a room was aligned by', () => {
  const world = (name: string) =>
    ({ scenario: { name }, tracked_area: [0, 0, 0, 4, 3], paint: null }) as unknown as World;
  const status = (area: Area | null, mode = 'twin') =>
    ({ robots: [{ name: 'r1', mode, area }] }) as unknown as Status;
  const lab = world('lab');

  it('is the area of the first twin, wherever it has come to lie', () => {
    const mark = roomMark(lab, status([1, 2, 0.5, 4, 3]))!;
    expect(mark).toEqual({ scenario: 'lab', whose: 'r1', area: [1, 2, 0.5, 4, 3] });
    expect(foundAgain(mark, lab, status([3, 2, 0.1, 4, 3]))?.area).toEqual([3, 2, 0.1, 4, 3]);
  });

  it('is lost with the world, its robot or its place, and when it has another size', () => {
    const area: Area = [1, 2, 0.5, 4, 3];
    const mark = roomMark(lab, status(area))!;
    expect(foundAgain(mark, world('other'), status(area))).toBeUndefined();
    expect(foundAgain(mark, lab, status(area, 'virtual'))).toBeUndefined();
    expect(foundAgain(mark, lab, status(null))).toBeUndefined();
    expect(foundAgain(mark, lab, status([1, 2, 0.5, 4, 2]))).toBeUndefined();
  });

  it("is the scenario's where nothing is real", () => {
    const mark = roomMark(lab, status(null, 'virtual'))!;
    expect(mark).toEqual({ scenario: 'lab', whose: '', area: [0, 0, 0, 4, 3] });
    // the room of a robot that has become real is another one
    expect(foundAgain(mark, lab, status([0, 0, 0, 4, 3]))).toBeUndefined();
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
  it('are those of whole pictures, and the middle one of the last pictures', () => {
    const budget = new Budget();
    for (const [ms, work] of [[0, 5], [14, 9], [28, 5], [42, 6], [56, 5]] as const)
      budget.add(ms, work, 90, 60_000);
    expect(budget.figures)
      .toEqual({ calls: 90, triangles: 60_000, workMs: 5, worstMs: 9, intervalMs: 14 });
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
      // for both eyes
      // what is alike in all but its gloss is drawn together before anything is left out
      const calls = governor.isMerged ? 160 : 180;
      governor.note(1000 * i, calls - 2 * governor.leftOut, 0);
      seen.push(governor.leftOut);
    }
    expect(governor.isMerged).toBe(true);
    expect(seen).toEqual([0, ...new Array<number>(9).fill(30)]);
    // elsewhere there is less to see
    for (let i = 10; i < 20; ++i) governor.note(1000 * i, 60 - 2 * governor.leftOut, 0);
    expect(governor.leftOut).toBe(0);
  });
});
