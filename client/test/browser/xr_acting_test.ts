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
