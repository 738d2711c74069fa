// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it, vi } from 'vitest';
import { nearestThing } from '../src/panels/rules/nearest';
import { decodeFrame, encodeFrame, FrameRoom } from '../src/protocol/frame';
import type { Entities, Entity, EventInfo, Frame, Pose, World } from '../src/protocol/messages';
import { Settings } from '../src/settings';
import { BodyTable } from '../src/store/body_table';
import { MOST_EVENTS, Store } from '../src/store/store';

const REST: Pose = [0, 0, 0, 0, 0, 0, 1];

function frame(bodies: Record<number, Pose>, epoch = 1, full = false): Frame {
  const ids = Object.keys(bodies).map(Number).sort((a, b) => a - b);
  return {
    type: 'frame', full, epoch, sequence: 1, count: ids.length, time_ns: 5n, sent_us: 0,
    pose_age_us: undefined, step_age_us: 0, ids: Uint32Array.from(ids),
    poses: Float32Array.from(ids.flatMap((id) => bodies[id]!)),
  };
}

const at = (x: number): Pose => [x, 0, 0, 0, 0, 0, 1];

function world(epoch: number): World {
  return {
    type: 'world', epoch,
    scenario: { name: 'push', description: '', step_s: 0.008, clock: 'zero' }, lights: [],
    atmosphere: {
      ambient: [0.4, 0.4, 0.4], background: [0, 0, 0], sky: false, shadows: true,
      fog: { type: 'none', color: [1, 1, 1], start_m: 1, end_m: 2, density: 1 },
    },
    paint: null, projection: null, projectors: [], tracked_area: null, floor_m: 0,
  };
}

function entity(id: number, ...bodies: number[]): Entity {
  return {
    id, name: `box_${id}`, model: 0, bodies, class: 'box', static: false, real: false,
    spawned: false,
  };
}

function entities(epoch: number, more: Partial<Entities>): Entities {
  return {
    type: 'entities', epoch, full: false, materials: [], models: [], add: [], remove: [],
    robots: [], ...more,
  };
}

function moved(table: BodyTable): number[] {
  const ids: number[] = [];
  table.takeMoved((id) => ids.push(id));
  return ids.sort((a, b) => a - b);
}

describe('the table of bodies', () => {
  it('tells each body that moved once, with its newest pose', () => {
    const table = new BodyTable();
    table.apply(frame({ 3: at(1), 900_000: at(2) }));
    table.apply(frame({ 3: at(4) }));
    expect(moved(table)).toEqual([3, 900_000]);
    expect(moved(table)).toEqual([]);
    expect(table.poses[7 * table.slot(3)!]).toBe(4);
    expect(table.poses[7 * table.slot(900_000)!]).toBe(2);
  });

  it('never mixes up bodies when some go and others come, looked at or not', () => {
    const table = new BodyTable();
    table.apply(frame({ 1: at(1), 2: at(2), 3: at(3) }));
    for (let round = 0; round < 3000; ++round) {
      table.remove(10 + round - 1);
      table.apply(frame({ [10 + round]: at(round) }));
    }
    table.remove(2);
    expect(table.slot(2)).toBeUndefined();
    expect(moved(table)).toEqual([1, 3, 3009]);
    expect(table.poses[7 * table.slot(3009)!]).toBe(2999);
    expect(table.poses[7 * table.slot(3)!]).toBe(3);
    expect(table.size).toBe(3);
  });

  it('takes a frame of 3000 bodies in less than 2 ms, decoding included', () => {
    const bodies: Record<number, Pose> = {};
    for (let i = 0; i < 3000; ++i)
      bodies[100 + 3 * i] = [i * 0.01, -i * 0.02, 1, 0.1, 0.2, 0.3, 0.9];
    const bytes = encodeFrame(frame(bodies));
    const table = new BodyTable();
    const room = new FrameRoom();
    let quickest = Infinity;
    for (let round = 0; round < 200; ++round) {
      const begin = performance.now();
      table.apply(decodeFrame(bytes, room));
      table.takeMoved(() => {});
      quickest = Math.min(quickest, performance.now() - begin);
    }
    expect(quickest).toBeLessThan(2);
  });
});

describe('the store', () => {
  it('forgets everything when another world begins', () => {
    const store = new Store();
    store.receive(world(1));
    store.receive(entities(1, { full: true, add: [entity(1, 7)] }));
    store.receive(frame({ 7: REST }, 1, true));
    expect(store.bodies.slot(7)).toBe(0);
    store.receive(world(2));
    expect(store.entities.size).toBe(0);
    expect(store.bodies.size).toBe(0);
  });

  it('ignores what belongs to a world that is over', () => {
    const store = new Store();
    store.receive(world(2));
    store.receive(entities(1, { full: true, add: [entity(1, 7)] }));
    store.receive(frame({ 7: REST }, 1));
    const painted = vi.fn();
    store.paint.on(painted);
    store.receive({ type: 'paint', full: true, epoch: 1, tiles: [] });
    expect(store.entities.size).toBe(0);
    expect(store.bodies.size).toBe(0);
    expect(painted).not.toHaveBeenCalled();
  });

  it('knows what stands in the world as things come and go', () => {
    const store = new Store();
    const changes: string[] = [];
    store.entities.changed.on(({ full, added, removed }) => {
      changes.push(`${full} +${added.map((e) => e.id)} -${removed.map((e) => e.id)}`);
    });
    store.receive(world(1));
    store.receive(entities(1, { full: true, add: [entity(1, 7), entity(2, 8, 9)] }));
    store.receive(frame({ 7: REST, 8: REST, 9: REST }, 1, true));
    store.receive(entities(1, { add: [entity(3, 10)], remove: [2, 99] }));
    expect(changes).toEqual(['true + -', 'true +1,2 -', 'false +3 -2']);
    expect(store.entities.named('box_2')).toBeUndefined();
    expect(store.entities.ofBody(10)?.id).toBe(3);
    expect(store.bodies.slot(9)).toBeUndefined();
    expect(store.bodies.slot(7)).toBeDefined();
  });

  it('lets stand where it is what came again as another one', () => {
    const store = new Store();
    store.receive(world(1));
    store.receive(entities(1, { full: true, add: [entity(1, 7), entity(2, 8)] }));
    store.receive(frame({ 7: at(3), 8: REST }, 1, true));
    store.receive(entities(1, { remove: [1], add: [{ ...entity(1, 7), real: true }] }));
    expect(store.entities.named('box_1')?.real).toBe(true);
    expect(store.bodies.poses[7 * store.bodies.slot(7)!]).toBe(3);
    expect(store.entities.size).toBe(2);
  });

  it('goes on with materials and models where the last message stopped', () => {
    const store = new Store();
    store.receive(world(1));
    const model = (name: string) => ({ name, origin: REST, links: [] });
    store.receive(entities(1, { full: true, models: [model('a')] }));
    store.receive(entities(1, { models: [model('b')] }));
    expect(store.entities.models.map((one) => one?.name)).toEqual(['a', 'b']);
    // of what nothing has any more only the number is left
    store.receive(entities(1, { full: true, models: [null, model('c')] }));
    store.receive(entities(1, { models: [model('d')] }));
    expect(store.entities.models.map((one) => one?.name)).toEqual([undefined, 'c', 'd']);
  });

  it('keeps the newest events', () => {
    const store = new Store();
    const event = (i: number): EventInfo =>
      ({ time_s: i, name: 'e', robot: '', text: String(i), level: 'info' });
    for (let i = 0; i < MOST_EVENTS + 5; ++i) store.receive({ type: 'events', events: [event(i)] });
    expect(store.events.value).toHaveLength(MOST_EVENTS);
    expect(store.events.value[0]!.text).toBe('5');
    store.startConnection();
    expect(store.events.value).toEqual([]);
  });

  it('gives messages of sources by name, and none of unknown numbers', () => {
    const store = new Store();
    const heard: string[] = [];
    store.stream.on(({ watching }) => heard.push(watching.name));
    const path = (source: number) =>
      store.receive({ type: 'drawing', source, stamp_s: 1, points: [[0, 0, 0]] });
    path(5);
    store.receive({ type: 'watching', source: 5, name: '/plan', kind: 'path', problem: '' });
    path(5);
    expect(heard).toEqual(['/plan']);
    expect(store.latest('/plan')?.message.type).toBe('drawing');
    store.forgetSource('/plan');
    path(5);
    expect(heard).toHaveLength(1);
    expect(store.latest('/plan')).toBeUndefined();
  });
});

describe('settings', () => {
  it('are kept, and those that are of another type are ignored', () => {
    const kept = new Map([['tandem.a', '"text"'], ['tandem.b', 'false'], ['tandem.c', '{']]);
    const storage = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    };
    const settings = new Settings(storage);
    expect(settings.item('a', 3).value).toBe(3);
    expect(settings.item('b', true).value).toBe(false);
    expect(settings.item('c', true).value).toBe(true);
    settings.item('a', 3).set(4);
    expect(kept.get('tandem.a')).toBe('4');
    expect(settings.item('a', 0).value).toBe(4);
  });
});

describe('the nearest thing', () => {
  it('is one that moves, neither a robot nor a person', () => {
    const store = new Store();
    store.receive(world(1));
    store.receive(entities(1, {
      full: true,
      add: [
        entity(1, 1), entity(2, 2), entity(3, 3), { ...entity(4, 4), static: true },
        { ...entity(5, 5), class: 'person' },
      ],
      robots: [{
        name: 'emaros', entity: 1, mode: 'virtual', namespace: 'emaros', base: 1,
        max_speed_mps: 1, max_yaw_rate_radps: 1, radius_m: 0.2,
      }],
    }));
    expect(nearestThing(store, 'emaros')).toBeUndefined();
    store.receive(frame({ 1: at(1), 2: at(4), 3: at(-1), 4: at(1.1), 5: at(1.2) }, 1, true));
    expect(nearestThing(store, 'emaros')).toBe('box_3');
    store.receive(frame({ 2: at(2) }));
    expect(nearestThing(store, 'emaros')).toBe('box_2');
    expect(nearestThing(store, 'nobody')).toBeUndefined();
  });
});
