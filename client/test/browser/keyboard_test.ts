// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
// Everything that a pointer does, by keys alone.
import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '../../src/app';
import { followPaint, paintAt } from './painted_floor';
import type { RealPage } from './real_page';
import { STANDING, useRealRun } from './real_run';

// runs in the page
declare const tandem: App;

const shared = useRealRun('push', undefined, STANDING);
let real: RealPage;
beforeAll(() => {
  real = shared.real;
});

const press = async (key: string, times = 1) => {
  for (let i = 0; i < times; ++i) await real.page.keyboard.press(key);
};

/** Where the cursor says that it is. */
const cursor = async () => {
  const text = (await real.page.textContent('.cursor-place:not([hidden])'))!;
  const [x, y] = text.split(',').map(parseFloat);
  return { x: x!, y: y! };
};

/**
 * A tool, and its cursor on the floor: seen from above, where up is y and right is x, in steps of
 * which the size is returned.
 */
async function begin(tool: string): Promise<number> {
  await press('4');
  await press('Enter');
  await press(tool);
  await press('ArrowRight');
  const before = await cursor();
  await press('ArrowRight');
  return (await cursor()).x - before.x;
}

async function goTo(x: number, y: number, step: number): Promise<void> {
  const at = await cursor();
  const steps = (from: number, to: number) => Math.round((to - from) / step);
  const [across, up] = [steps(at.x, x), steps(at.y, y)];
  await press(across > 0 ? 'ArrowRight' : 'ArrowLeft', Math.abs(across));
  await press(up > 0 ? 'ArrowUp' : 'ArrowDown', Math.abs(up));
  // a whole step is as near as one needs to be
  expect(Math.abs((await cursor()).x - x)).toBeLessThanOrEqual(step);
  expect(Math.abs((await cursor()).y - y)).toBeLessThanOrEqual(step);
}

describe('the picture', () => {
  it('has the focus at the first tab, and arrows turn, move and bring it nearer', async () => {
    const { page } = real;
    await press('1');
    await press('Tab');
    expect(await page.evaluate(() => document.activeElement === tandem.viewer.canvas)).toBe(true);
    expect(await page.evaluate(() =>
      getComputedStyle(tandem.viewer.canvas).outlineStyle)).toBe('solid');
    const view = () => page.evaluate(() => {
      const { camera, lookedAt } = tandem.viewer.cameraView!;
      const arm = camera.position.clone().sub(lookedAt);
      return { target: lookedAt.toArray(), far: arm.length(), around: Math.atan2(arm.x, arm.z) };
    });
    const before = await view();
    await press('ArrowLeft', 3);
    const turned = await view();
    expect(Math.abs(turned.around - before.around)).toBeCloseTo(Math.PI / 12, 3);
    expect(turned.target).toEqual(before.target);
    await press('PageUp');
    expect((await view()).far).toBeCloseTo(before.far / 1.15, 3);
    await press('Shift+ArrowUp');
    const [x, , z] = (await view()).target;
    expect(Math.hypot(x! - before.target[0]!, z! - before.target[2]!)).toBeGreaterThan(0.01);
  });

  it('says in the help how', async () => {
    await press('?');
    expect(await real.page.textContent('dialog[open]')).toContain('Without a pointer');
    await press('Escape');
  });
});

describe('by keys alone', () => {
  it('a goal is set where the cursor is, with the heading of the arrows', async () => {
    await begin('n');
    const at = await cursor();
    await real.page.keyboard.down('Enter');
    await press('ArrowUp', 4);
    await real.page.keyboard.up('Enter');
    await real.eventually(async () => (await real.of('goal')).length).toBe(1);
    const { x, y, yaw } = (await real.of('goal'))[0]!;
    expect(x).toBeCloseTo(at.x, 2);
    expect(y).toBeCloseTo(at.y, 2);
    expect(yaw).toBeCloseTo(Math.PI / 2, 3);
  });

  it('a goal that was begun is given up by Escape', async () => {
    await begin('n');
    await real.page.keyboard.down('Enter');
    await press('ArrowUp');
    await press('Escape');
    await real.page.keyboard.up('Enter');
    expect(await real.of('goal')).toEqual([]);
    expect(await real.page.evaluate(() => tandem.tools.chosen.value?.id)).toBe('goal');
  });

  it('a line is painted from where Enter went down to where it went up', async () => {
    await followPaint(real.page);
    const step = await begin('k');
    await goTo(-0.3, -0.3, step);
    const { x, y } = await cursor();
    // locked, for who can hold one key only
    await press('Shift+Enter');
    await press('ArrowRight', 3);
    await press('Enter');
    await press('ArrowUp');
    await real.eventually(async () => (await paintAt(real.page, x + 1.5 * step, y))[3]).toBe(255);
    expect((await paintAt(real.page, x + 3 * step, y + step))[3]).toBe(0);
    const points = (await real.of('paint')).flatMap((stroke) => stroke.points);
    expect(points.at(-1)![0]).toBeCloseTo(x + 3 * step, 2);
    expect(points.at(-1)![1]).toBeCloseTo(y, 2);
  });

  it('a thing is placed, taken, put down elsewhere, turned and removed', async () => {
    const { page } = real;
    const spot = await real.spot();
    const step = await begin('o');
    await page.click('[data-thing=carton]');
    await page.focus('canvas');
    await goTo(spot.x, spot.y, step);
    const at = await cursor();
    await press('Enter');
    const place = () => real.origin('carton');
    await real.eventually(async () => (await place()) !== undefined).toBe(true);
    const stood = (await place())!;
    expect(stood.x).toBeCloseTo(at.x, 2);
    expect(stood.y).toBeCloseTo(at.y, 2);

    await press('h');
    // it is drawn
    await real.eventually(async () => (await real.hit(await real.aim(stood.x, stood.y))).z)
      .toBeGreaterThan(0.1);
    await page.keyboard.down('Enter');
    await press('ArrowRight', 2);
    await page.keyboard.up('Enter');
    await real.eventually(async () => (await place())!.x - stood.x).toBeCloseTo(2 * step, 2);
    expect((await real.of('move')).at(-1)!.velocity).toBeNull();
    await press('q');
    await real.eventually(async () => (await place())!.yaw - stood.yaw)
      .toBeCloseTo(Math.PI / 12, 2);
    await press('Delete');
    await real.eventually(place).toBeUndefined();
  });
});

describe('tabs', () => {
  /** What has the focus, by its words. */
  const focused = () => real.page.evaluate(() => {
    const element = document.activeElement as HTMLElement;
    return element.getAttribute('aria-label') ?? (element as HTMLInputElement).name
      ?? element.textContent!.trim();
  });
  const isOver = () => real.page.evaluate(() => document.activeElement === document.body);

  it('lead through the bar, the panels, the layers and the tools, and back', async () => {
    const { page } = real;
    // a browser goes on where the focus was last, wherever that is
    do await press('Tab'); while (!await isOver());
    const visited: string[] = [];
    for (;;) {
      await press('Tab');
      if (await isOver()) break;
      const is = await page.evaluate(() => {
        const element = document.activeElement as HTMLElement;
        const box = element.getBoundingClientRect();
        const place = ['main', '.bar', '.column.left', '.column.right', '.tools', '.tool-options']
          .find((selector) => element.closest(selector));
        return { place: place ?? 'nowhere', isSeen: box.width > 0 && box.height > 0 };
      });
      expect(is.isSeen, await focused()).toBe(true);
      if (visited.at(-1) !== is.place) visited.push(is.place);
    }
    expect(visited).toEqual(['main', '.bar', '.column.left', '.column.right', '.tools']);
  });

  it('switch a layer and fold a panel', async () => {
    const { page } = real;
    const input = page.locator('input[name="grid"]');
    await input.focus();
    await press(' ');
    expect(await input.isChecked()).toBe(true);
    await press(' ');
    expect(await input.isChecked()).toBe(false);
    const summary = page.locator('#panel-events summary');
    const isOpen = () => page.evaluate(() =>
      (document.querySelector('#panel-events') as HTMLDetailsElement).open);
    const before = await isOpen();
    await summary.focus();
    await press('Enter');
    expect(await isOpen()).toBe(!before);
    await press('Enter');
    expect(await isOpen()).toBe(before);
  });

  it('choose a scenario in its dialog, which keeps the focus and gives it back', async () => {
    const { page } = real;
    const button = page.locator('#panel-scenario button');
    await button.focus();
    await press('Enter');
    await page.waitForSelector('[data-scenario=office]');
    const inDialog = () => page.evaluate(() =>
      document.activeElement === document.body
      || document.activeElement?.closest('dialog') !== null);
    let chosen: string | null = null;
    for (let i = 0; i < 60 && chosen !== 'office'; ++i) {
      await press('Tab');
      expect(await inDialog()).toBe(true);
      chosen = await page.evaluate(() =>
        document.activeElement?.getAttribute('data-scenario') ?? null);
    }
    expect(chosen).toBe('office');
    await press('Escape');
    expect(await page.locator('dialog[open]').count()).toBe(0);
    expect(await page.evaluate(() =>
      document.activeElement?.closest('#panel-scenario') !== null)).toBe(true);
  });
});
