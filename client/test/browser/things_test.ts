// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
// What people paint and place with the page, against Tandem itself.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { App } from '../../src/app';
import { followPaint, paintAt } from './painted_floor';
import { type RealPage, until } from './real_page';
import { STANDING, useRealRun } from './real_run';

// runs in the page
declare const tandem: App;

const shared = useRealRun('push', undefined, STANDING);
let real: RealPage;
beforeAll(() => {
  real = shared.real;
});

describe('paint', () => {
  const pixel = (x: number, y: number) => paintAt(real.page, x, y);

  beforeEach(() => followPaint(real.page));

  it('is where one drew, in the colour that was chosen, and comes in small pieces', async () => {
    const { page } = real;
    await real.tool('paint');
    await page.click('[aria-label="Paint green"]');
    await real.drag(await real.aim(-0.3, -0.3), await real.aim(0.3, -0.3), 500, 30);
    await page.mouse.up();
    // #30a46c
    await real.eventually(() => pixel(0, -0.3)).toEqual([0x30, 0xa4, 0x6c, 255]);
    expect(await pixel(0, -0.2)).toEqual([0, 0, 0, 0]);
    const pieces = await real.of('paint');
    expect(pieces.length).toBeGreaterThan(2);
    // half a second of 30 a second, and the last one
    expect(pieces.length).toBeLessThanOrEqual(2 + 30 * (pieces.at(-1)!.ms - pieces[0]!.ms) / 1000);
  });

  it('is erased where one erases, and everywhere by one click', async () => {
    const { page } = real;
    const [width_m, color] = [0.06, [1, 0, 0, 1] as [number, number, number, number]];
    const points: [number, number][] = [[-0.3, -0.3], [0.3, -0.3]];
    expect(await real.order({ do: 'paint', points, width_m, color, erase: false })).toBe(true);
    await real.eventually(() => pixel(0, -0.3)).toEqual([255, 0, 0, 255]);
    await real.tool('paint');
    await page.click('.tool-options button:has-text("Erase")');
    await real.drag(await real.aim(0, -0.45), await real.aim(0, -0.15));
    await page.mouse.up();
    await real.eventually(() => pixel(0, -0.3)).toEqual([0, 0, 0, 0]);
    expect(await pixel(0.25, -0.3)).toEqual([255, 0, 0, 255]);
    await page.click('.tool-options button:has-text("Clear all")');
    await real.eventually(() => pixel(0.25, -0.3)).toEqual([0, 0, 0, 0]);
  });
});

describe('things', () => {
  /** frames have tenths of millimetres; what is put down settles by less than the rest */
  const SETTLED_M = 0.001;
  const spawned = () => real.page.evaluate(() =>
    [...tandem.store.entities.all].filter((entity) => entity.spawned).map(({ name }) => name));
  const there = (name: string) =>
    real.eventually(async () => (await real.origin(name)) !== undefined).toBe(true);

  /** A thing of the storage where nothing else is. */
  async function stand(thing: string) {
    const { x, y } = await real.spot();
    expect(await real.order({ do: 'spawn', thing, pose: [x, y, 0, 0, 0, 0, 1] })).toBe(true);
    await there(thing);
    return (await real.origin(thing))!;
  }

  it('are placed where one clicks', async () => {
    const { page } = real;
    await real.tool('place');
    await page.click('[data-thing=carton]');
    expect(await page.textContent('.tool-options .hint'))
      .toBe('Click on the floor: there will be a carton.');
    const spot = await real.spot();
    const at = await real.aim(spot.x, spot.y);
    await page.mouse.click(at.x, at.y);
    await real.eventually(spawned).toEqual(['carton']);
    await there('carton');
    const { x, y } = (await real.origin('carton'))!;
    expect(Math.hypot(x - at.on.x, y - at.on.y)).toBeLessThan(SETTLED_M);
    // it is selected
    await real.eventually(() => page.textContent('[aria-label=Selected] strong')).toBe('carton');
  });

  it('are turned by keys when they are selected', async () => {
    const { page } = real;
    const { x, y, z, yaw } = await stand('carton');
    await real.tool('grab');
    const at = await real.aim(x, y, z);
    await page.mouse.click(at.x, at.y);
    expect(await page.textContent('[aria-label=Selected] strong')).toBe('carton');
    const turned = async () => (await real.origin('carton'))!.yaw - yaw;
    await page.keyboard.press('q');
    await real.eventually(turned).toBeCloseTo(Math.PI / 12, 2);
    await page.keyboard.press('e');
    await real.eventually(turned).toBeCloseTo(0, 2);
  });

  it('are dragged and put down', async () => {
    const { page } = real;
    const before = await stand('carton');
    await real.tool('grab');
    const from = await real.aim(before.x, before.y, before.z);
    // where the mouse takes hold of it: that point stays under the mouse
    const held = await real.hit(from);
    const to = await real.aim(held.x + 0.25, held.y - 0.1, held.z);
    await real.drag(from, to, 600, 30);
    // a hand that rests does not throw
    await until(Date.now() + 150);
    await page.mouse.up();
    const [dx, dy] = [to.on.x - held.x, to.on.y - held.y];
    await real.eventually(async () => {
      const { x, y } = (await real.origin('carton'))!;
      return Math.hypot(x - before.x - dx, y - before.y - dy);
    }).toBeLessThan(SETTLED_M);
    const holds = await real.of('hold');
    expect(holds.length).toBeGreaterThan(2);
    expect(holds.length).toBeLessThanOrEqual(2 + 20 * (holds.at(-1)!.ms - holds[0]!.ms) / 1000);
    expect((await real.of('move')).at(-1)!.velocity).toBeNull();
  });

  it('stay in a hand that rests', async () => {
    const { page } = real;
    const { x, y, z } = await stand('carton');
    await real.tool('grab');
    const from = await real.aim(x, y, z);
    const held = await real.hit(from);
    await real.drag(from, await real.aim(held.x + 0.2, held.y, held.z), 200);
    const lifted = async () => (await real.origin('carton'))!.z - z;
    await real.eventually(lifted).toBeCloseTo(0.03, 2);
    // the server lets go of what nobody speaks of for half a second
    const { time_s } = await real.status();
    await real.eventually(async () => (await real.status()).time_s).toBeGreaterThan(time_s + 1.2);
    await real.eventually(lifted).toBeCloseTo(0.03, 2);
    expect((await real.of('hold')).at(-1)!.ms - (await real.of('hold'))[0]!.ms)
      .toBeGreaterThan(1000);
    await page.mouse.up();
    await real.eventually(lifted).toBeCloseTo(0, 2);
  });

  it('fly on when they are thrown', async () => {
    const { x, y, z } = await stand('carton');
    await real.tool('grab');
    // 0.3 m in 0.1 s, by a hand that is as quick on a slow machine
    await real.flick(await real.aim(x, y, z), await real.aim(x - 0.3, y, z), 100);
    await real.eventually(async () => (await real.of('move')).length).toBe(1);
    const { velocity, pose } = (await real.of('move'))[0]!;
    expect(velocity![0]).toBeGreaterThan(-4.5);
    expect(velocity![0]).toBeLessThan(-2);
    expect(Math.abs(velocity![1])).toBeLessThan(0.3);
    await real.eventually(async () => pose[0] - (await real.origin('carton'))!.x)
      .toBeGreaterThan(0.03);
  });

  it('that stand fast are moved, but do not fly', async () => {
    const { x, y } = await stand('waste_bin');
    await real.tool('grab');
    const z = 0.1;
    await real.flick(await real.aim(x, y, z), await real.aim(x + 0.2, y, z), 100);
    await real.eventually(async () => (await real.of('move')).map(({ velocity }) => velocity))
      .toEqual([null]);
    await real.eventually(async () => (await real.origin('waste_bin'))!.x - x).toBeCloseTo(0.2, 1);
    expect((await real.origin('waste_bin'))!.z).toBeCloseTo(0, 3);
  });

  it('are taken away', async () => {
    const { page } = real;
    const { x, y, z } = await stand('carton');
    await real.tool('grab');
    const at = await real.aim(x, y, z);
    await page.mouse.click(at.x, at.y);
    expect(await page.textContent('[aria-label=Selected] strong')).toBe('carton');
    await page.keyboard.press('Delete');
    await real.eventually(spawned).toEqual([]);
    expect(await real.origin('carton')).toBeUndefined();
  });
});
