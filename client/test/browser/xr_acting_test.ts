// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
// What people with headsets do by rays and grips: each ends in the right order and in the right
// change of the world.
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { XRDevice } from 'iwer';
import type { App } from '../../src/app';
import type { Order } from '../../src/protocol/messages';
import { type Headset, useHeadset } from './headset';
import { followPaint, paintAt } from './painted_floor';
import { DOMAIN, Program } from './program';
import { STANDING } from './real_run';

// runs in the page
declare const tandem: App;
declare const device: XRDevice;

const shared = useHeadset('metaQuest3', 'push', DOMAIN, STANDING);
let headset: Headset;
beforeAll(() => {
  headset = shared.headset;
});

const programs: Program[] = [];
afterEach(async () => {
  await Promise.all(programs.splice(0).map((program) => program.stop()));
});

describe('a goal', () => {
  const goals = (navigator: Program) =>
    navigator.lines
      .filter((line) => line.startsWith('goal'))
      .map((line) => {
        const [, frame, x, y, yaw] = line.split(' ');
        return { frame, x: Number(x), y: Number(y), yaw: Number(yaw) };
      });

  it('is where the ray meets the floor, turned by the wrist or by the stick', async () => {
    const navigator = new Program('PAGE_PEER', ['/emaros']);
    programs.push(navigator);
    await headset.real.eventually(async () => navigator.lines).toContain('ready');
    await headset.choose('tools', 'Goal');
    const [x, y] = await headset.head();
    const from: [number, number, number] = [x + 0.2, y + 0.3, 1.2];
    const at: [number, number, number] = [0.6, -0.8, 0];
    const away = Math.atan2(at[1] - from[1], at[0] - from[0]);

    // until the navigator, which is new in the network, has heard of one
    for (;;) {
      await headset.aim('right', at, { from });
      await headset.button('right', 'trigger', true);
      // an eighth clockwise turns the goal by a quarter
      await headset.aim('right', at, { roll: Math.PI / 4 });
      await headset.button('right', 'trigger', false);
      await headset.real
        .eventually(async () => (await headset.real.robot()).navigation.state)
        .not.toMatch(/^(none|asking)$/);
      if (goals(navigator).length > 0) break;
    }
    const [first] = goals(navigator);
    expect(first!.frame).toBe('map');
    expect(first!.x).toBeCloseTo(at[0], 4);
    expect(first!.y).toBeCloseTo(at[1], 4);
    expect(first!.yaw).toBeCloseTo(away - Math.PI / 2, 4);
    const sent = (await headset.real.of('goal')).at(-1)!;
    expect(sent).toMatchObject({ robot: 'emaros' });
    expect((await headset.real.robot()).goal![2]).toBeCloseTo(sent.yaw, 6);

    // the stick to the left: a quarter to the left of where the person points
    const heard = goals(navigator).length;
    await headset.aim('right', at, { from });
    await headset.button('right', 'trigger', true);
    await headset.stick('right', -1, 0);
    await headset.stick('right', 0, 0);
    await headset.button('right', 'trigger', false);
    await headset.real.eventually(async () => goals(navigator).length).toBe(heard + 1);
    expect(goals(navigator).at(-1)!.yaw).toBeCloseTo(away + Math.PI / 2, 4);
    // and nobody was turned by it
    expect((await headset.head())[0]).toBeCloseTo(x, 4);
    await headset.choose('tools', 'Move there');
  });
});

describe('paint', () => {
  beforeEach(() => followPaint(headset.page));

  it('is where the ray went over the floor, in the colour of the ray', async () => {
    await headset.choose('tools', 'Paint');
    await headset.choose('tools', 'green', '10 cm');
    const [x, y] = await headset.head();
    const from: [number, number, number] = [x + 0.2, y + 0.3, 1.2];
    await headset.aim('right', [-0.4, -1.6, 0], { from });
    // #30a46c
    expect(await headset.page.evaluate(() => tandem.xr.hands[1].color)).toBe('#30a46c');
    await headset.button('right', 'trigger', true);
    for (let i = 1; i <= 8; ++i) await headset.aim('right', [-0.4 + 0.1 * i, -1.6, 0]);
    await headset.button('right', 'trigger', false);
    await headset.real
      .eventually(() => paintAt(headset.page, 0, -1.6))
      .toEqual([0x30, 0xa4, 0x6c, 255]);
    expect(await paintAt(headset.page, 0.38, -1.6)).toEqual([0x30, 0xa4, 0x6c, 255]);
    expect(await paintAt(headset.page, 0, -1.5)).toEqual([0, 0, 0, 0]);
    await headset.choose('tools', 'Move there');
  });
});

describe('things', () => {
  const thing = 'carton';
  const place = async () => (await headset.real.origin(thing))!;

  beforeEach(async () => {
    expect(await headset.real.order({ do: 'spawn', thing, pose: [0.3, -2.6, 0, 0, 0, 0, 1] })).toBe(
      true,
    );
    await headset.real.eventually(() => headset.real.origin(thing)).toBeDefined();
  });

  const hand = async (): Promise<[number, number, number]> => {
    const [x, y] = await headset.head();
    return [x + 0.2, y + 0.4, 1.1];
  };
  const grip = () => headset.page.evaluate(() => tandem.xr.hands[1].place.toArray());

  it('come to the hand, go where it goes, and stay where they are put down', async () => {
    const { x, y, z } = await place();
    const from = await hand();
    await headset.aim('right', [x, y, z + 0.02], { from });
    await headset.button('right', 'squeeze', true);
    const radius = await headset.page.evaluate(async (name) => {
      const { entities } = tandem.store;
      const entity = entities.named(name)!;
      const [link] = entities.links(entity);
      const shape = link!.visuals[0]!.shape as { box?: number[] };
      return Math.hypot(shape.box?.[0] ?? 0.4, shape.box?.[1] ?? 0) / 2;
    }, thing);
    const isNear = async () => {
      const at = await place();
      const [gx, gy, gz] = await grip();
      return Math.hypot(at.x - gx!, at.y - gy!, at.z - gz!);
    };
    // just before the hand: as far as it is large, and a hand's breadth
    await headset.real.eventually(isNear).toBeLessThan(radius + 0.2);
    expect((await place()).z).toBeGreaterThan(0.4);
    // carried to the side, and held there against gravity
    await headset.aim('right', [from[0] + 0.8, from[1] + 3, 0.4], {
      from: [from[0] + 0.8, from[1] + 0.2, 0.5],
    });
    await headset.real.eventually(isNear).toBeLessThan(radius + 0.2);
    await headset.frames(10);
    const held = await place();
    // a hand that rests lets it fall where it is
    await headset.button('right', 'squeeze', false);
    await headset.real.eventually(async () => (await headset.real.of('move')).length).toBe(1);
    expect((await headset.real.of('move'))[0]!.velocity).toBeNull();
    await headset.real.eventually(async () => (await place()).z).toBeLessThan(held.z - 0.1);
    const lies = await place();
    expect(Math.hypot(lies.x - held.x, lies.y - held.y)).toBeLessThan(0.25);
  });

  it('fly where the hand throws them', async () => {
    const { x, y, z } = await place();
    const from = await hand();
    await headset.aim('right', [x, y, z + 0.02], { from });
    await headset.button('right', 'squeeze', true);
    await headset.real
      .eventually(async () => (await headset.real.of('hold')).length)
      .toBeGreaterThan(1);
    // as quick on a slow machine: the hand is where it would be at that moment, and then lets go
    await headset.page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          const { right } = device.controllers;
          const start = right!.position.clone();
          const begin = performance.now();
          const end = tandem.viewer.afterTurn.on(() => {
            const seconds = (performance.now() - begin) / 1000;
            // 3 m/s to the person's right
            right!.position.set(start.x + 3 * seconds, start.y, start.z);
            if (seconds < 0.2) return;
            end();
            right!.updateButtonValue('squeeze', 0);
            resolve();
          });
        }),
    );
    await headset.real.eventually(async () => (await headset.real.of('move')).length).toBe(1);
    const { velocity, pose } = (await headset.real.of('move'))[0]!;
    // as the hand is seen: a picture later it is known to have let go
    expect(velocity![0]).toBeGreaterThan(0.5);
    expect(velocity![0]).toBeLessThan(4.5);
    expect(Math.abs(velocity![1])).toBeLessThan(0.5);
    await headset.real.eventually(async () => (await place()).x - pose[0]).toBeGreaterThan(0.1);
  });

  it('are physical: what is carried into another thing pushes it', async () => {
    const other: Order = { do: 'spawn', thing, pose: [0.3, -1.9, 0, 0, 0, 0, 1] };
    expect(await headset.real.order(other)).toBe(true);
    const name = 'carton_2';
    await headset.real.eventually(() => headset.real.origin(name)).toBeDefined();
    const before = (await headset.real.origin(name))!;
    const { x, y, z } = await place();
    await headset.aim('right', [x, y, z + 0.02], { from: await hand() });
    await headset.button('right', 'squeeze', true);
    await headset.real.eventually(async () => (await place()).z).toBeGreaterThan(0.5);
    // low over the floor, into it
    for (let i = 0; i <= 12; ++i)
      await headset.aim('right', [0.3, 9, 0.12], { from: [0.3, -3.4 + 0.1 * i, 0.12] });
    await headset.real
      .eventually(async () => {
        const now = (await headset.real.origin(name))!;
        return Math.hypot(now.x - before.x, now.y - before.y);
      })
      .toBeGreaterThan(0.05);
    await headset.button('right', 'squeeze', false);
  });

  it('are taken out of the storage beside the floor', async () => {
    await headset.real.forgetSent();
    const { storage } = await headset.plan();
    const stand: [number, number, number] = [storage![0] - 1.2, storage![1], 1.6];
    await headset.look(stand, [storage![0], storage![1], 0.9]);
    await headset.real.eventually(() => headset.spot('storage', thing)).toBeDefined();
    await headset.aim('right', (await headset.spot('storage', thing))!, {
      from: [stand[0] + 0.3, stand[1], 1.1],
    });
    await headset.button('right', 'squeeze', true);
    await headset.real.eventually(() => headset.real.origin('carton_2')).toBeDefined();
    await headset.real
      .eventually(
        async () =>
          (await headset.real.of('hold')).filter(({ entity }) => entity === 'carton_2').length,
      )
      .toBeGreaterThan(1);
    await headset.frames(5);
    await headset.button('right', 'squeeze', false);
    await headset.real
      .eventually(async () => (await headset.real.of('move')).at(-1)?.entity)
      .toBe('carton_2');
    expect((await headset.real.of('spawn')).map((order) => order.thing)).toEqual([thing]);
  });
});

describe('the same gestures', () => {
  /** Everything that was ordered, without when and how often it was repeated. */
  async function orders(): Promise<string[]> {
    const kinds = ['paint', 'hold', 'move', 'goal'] as const;
    const all = (await Promise.all(kinds.map((kind) => headset.real.of(kind))))
      .flat()
      .sort((a, b) => a.ms - b.ms);
    const round = (_: string, value: unknown) =>
      typeof value === 'number' ? Number(value.toFixed(3)) + 0 : value;
    // strokes are sent in pieces and holds repeated, more or fewer by how busy the machine is
    const told = all.map((order) => {
      const { ms: _, id: __, ...rest } = order;
      if (rest.do === 'paint')
        return JSON.stringify({ ...rest, points: rest.points.slice(-1) }, round);
      return JSON.stringify(rest, round);
    });
    return told
      .filter((text, i) => text !== told[i - 1] && !text.includes('"paint"'))
      .concat(told.filter((text) => text.includes('"paint"')).slice(-1));
  }

  async function gestures(): Promise<string[]> {
    await headset.real.forgetSent();
    expect(
      await headset.real.order({ do: 'spawn', thing: 'carton', pose: [0.3, -2.6, 0, 0, 0, 0, 1] }),
    ).toBe(true);
    await headset.real.eventually(() => headset.real.origin('carton')).toBeDefined();
    // it stands still, and where it stands is the same
    await headset.real.order({ do: 'pause' });
    const from: [number, number, number] = [0, -3.6, 1.2];
    await headset.choose('tools', 'Paint');
    await headset.aim('right', [-0.4, -1.6, 0], { from });
    await headset.button('right', 'trigger', true);
    await headset.aim('right', [0.4, -1.6, 0]);
    await headset.button('right', 'trigger', false);
    await headset.choose('tools', 'Move there');
    await headset.aim('right', [0.3, -2.6, 0.1], { from });
    await headset.button('right', 'squeeze', true);
    await headset.frames(10);
    await headset.button('right', 'squeeze', false);
    await headset.real.eventually(async () => (await headset.real.of('move')).length).toBe(1);
    const list = await orders();
    await headset.real.order({ do: 'resume' });
    return list;
  }

  it('are the same orders when they are done again', { timeout: 900_000 }, async () => {
    const first = await gestures();
    await headset.leave();
    await headset.rest();
    await headset.real.beginAnew('push');
    await headset.enter();
    expect(await gestures()).toEqual(first);
    expect(first.length).toBeGreaterThan(2);
  });
});
