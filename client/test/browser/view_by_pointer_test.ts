// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
// How people turn, move and near the view by mouse and fingers, and choose how the page looks.
import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '../../src/app';
import { followPaint, paintAt } from './painted_floor';
import { RealPage } from './real_page';
import { STANDING, useRealRun } from './real_run';

// runs in the page
declare const tandem: App;

const shared = useRealRun('push', undefined, STANDING);
let real: RealPage;
beforeAll(() => {
  real = shared.real;
});

const FOV_RAD = (50 * Math.PI) / 180;

interface View {
  eye: number[];
  target: number[];
  far: number;
  around: number;
  height: number;
}

/** Of three's frame, when nothing of a motion is left. */
async function view(of = real): Promise<View> {
  const now = () => of.page.evaluate(async () => {
    for (let i = 0; i < 3; ++i)
      await new Promise<unknown>((resolve) => { requestAnimationFrame(resolve); });
    const { camera, lookedAt } = tandem.viewer.cameraView!;
    const arm = camera.position.clone().sub(lookedAt);
    return {
      eye: camera.position.toArray(), target: lookedAt.toArray(), far: arm.length(),
      around: Math.atan2(arm.x, arm.z), height: tandem.viewer.canvas.clientHeight,
    };
  });
  let before = await now();
  await of.eventually(async () => {
    const after = await now();
    const isStill = Math.hypot(...after.eye.map((v, i) => v - before.eye[i]!)) < 1e-7;
    before = after;
    return isStill;
  }).toBe(true);
  return before;
}

/** A place of the picture that nothing else lies over, in pixels of the window. */
const middle = (of = real) => of.page.evaluate(() => {
  const { left, top, width, height } = tandem.viewer.canvas.getBoundingClientRect();
  return { x: Math.round(left + width / 2), y: Math.round(top + height / 2) };
});

const apart = (a: number[], b: number[]) => Math.hypot(...a.map((v, i) => v - b[i]!));

describe('the view', () => {
  it('turns around what it looks at by a drag: a turn for the height of the picture', async () => {
    const { mouse } = real.page;
    const before = await view();
    const { x, y } = await middle();
    await mouse.move(x, y);
    await mouse.down();
    await mouse.move(x + 60, y, { steps: 6 });
    await mouse.up();
    const after = await view();
    const turned = Math.abs(after.around - before.around);
    expect(Math.min(turned, 2 * Math.PI - turned))
      .toBeCloseTo((2 * Math.PI * 60) / before.height, 3);
    expect(after.far).toBeCloseTo(before.far, 6);
    expect(apart(after.target, before.target)).toBeCloseTo(0, 6);
  });

  it('moves with the floor under the pointer by a drag of the right button', async () => {
    const { mouse } = real.page;
    const before = await view();
    const { x, y } = await middle();
    await mouse.move(x, y);
    await mouse.down({ button: 'right' });
    await mouse.move(x + 80, y, { steps: 8 });
    await mouse.up({ button: 'right' });
    const after = await view();
    // where it looks at, the picture is so high
    const height_m = 2 * before.far * Math.tan(FOV_RAD / 2);
    expect(apart(after.target, before.target)).toBeCloseTo((80 * height_m) / before.height, 3);
    expect(apart(after.eye, before.eye)).toBeCloseTo(apart(after.target, before.target), 6);
    expect(after.around).toBeCloseTo(before.around, 6);
  });

  it('comes nearer by the wheel, to where the pointer is', async () => {
    const { page } = real;
    const before = await view();
    const spot = await real.aim(0.6, 0.3);
    await page.mouse.move(spot.x, spot.y);
    const turned = page.evaluate(() => new Promise<number>((resolve) => {
      window.addEventListener('wheel', ({ deltaY }) => resolve(deltaY), { once: true });
    }));
    await page.mouse.wheel(0, -300);
    await real.eventually(async () => (await view()).far).toBeLessThan(before.far);
    const after = await view();
    // by 5 % for each 100 pixels
    const pixels = await turned;
    expect(pixels).toBeLessThan(0);
    expect(after.far / before.far).toBeCloseTo(0.95 ** (-pixels / 100), 4);
    // what is under the pointer stays there
    const there = await real.aim(spot.on.x, spot.on.y);
    expect([there.x, there.y]).toEqual([spot.x, spot.y]);
    await page.mouse.wheel(0, 300);
    await real.eventually(async () => (await view()).far).toBeCloseTo(before.far, 4);
  });

  it('shows everything again by Home', async () => {
    const { page } = real;
    const before = await view();
    await page.mouse.wheel(0, -500);
    await real.eventually(async () => (await view()).far).toBeLessThan(0.9 * before.far);
    await page.keyboard.press('Home');
    const after = await view();
    // robots and boxes may have settled by a hair
    expect(apart(after.eye, before.eye)).toBeLessThan(0.01);
    expect(apart(after.target, before.target)).toBeLessThan(0.01);
  });

  it('comes nearer by two fingers, as far as they part', async () => {
    const context = await shared.browser.newContext({
      viewport: { width: 1024, height: 768 }, hasTouch: true, deviceScaleFactor: 0.5,
    });
    try {
      const tablet = await RealPage.open(context, shared.run.link);
      const before = await view(tablet);
      const { x, y } = await middle(tablet);
      const session = await context.newCDPSession(tablet.page);
      const fingers = (type: string, half?: number) => session.send('Input.dispatchTouchEvent', {
        type: type as 'touchStart',
        touchPoints: half === undefined ? []
          : [{ x: x - half, y, id: 0 }, { x: x + half, y, id: 1 }],
      });
      await fingers('touchStart', 40);
      for (let half = 45; half <= 80; half += 5) await fingers('touchMove', half);
      await fingers('touchEnd');
      await tablet.eventually(async () => (await view(tablet)).far / before.far)
        .toBeCloseTo(0.5, 2);
      expect(tablet.complaints).toEqual([]);
    } finally {
      await context.close();
    }
  });
});

describe('looks', () => {
  it('are dark or light by a key, and stay so', async () => {
    const { page } = real;
    const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const [before, wasOn] = [await theme(), await ground()];
    await page.keyboard.press('Shift+D');
    const other = before === 'dark' ? 'light' : 'dark';
    expect(await theme()).toBe(other);
    expect(await ground()).not.toBe(wasOn);
    await page.reload();
    await real.isLive();
    expect(await theme()).toBe(other);
    await page.keyboard.press('Shift+D');
    expect([await theme(), await ground()]).toEqual([before, wasOn]);
  });
});

describe('the brush', () => {
  it('paints in another colour than those that are offered', async () => {
    const { page } = real;
    await followPaint(page);
    await real.tool('paint');
    await page.fill('[aria-label="Another colour"]', '#3366cc');
    for (const pressed of await page.locator('.swatch').evaluateAll((buttons) =>
      buttons.map((button) => button.getAttribute('aria-pressed')))) expect(pressed).toBe('false');
    const [from, to] = [await real.aim(-0.2, -0.3), await real.aim(0.2, -0.3)];
    await real.drag(from, to);
    await page.mouse.up();
    await real.eventually(() => paintAt(page, 0, from.on.y)).toEqual([0x33, 0x66, 0xcc, 255]);
  });
});
