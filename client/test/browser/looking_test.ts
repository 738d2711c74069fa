// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
// What people see beside the picture, on other screens, and of cameras, with Tandem itself.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { App } from '../../src/app';
import { RealPage } from './real_page';
import { useRealRun } from './real_run';

// runs in the page
declare const tandem: App;
declare const seen: () => { width: number; height: number; pixels: Uint8ClampedArray };
declare const plain: Uint8ClampedArray;

const shared = useRealRun('push');
let real: RealPage;
beforeAll(() => {
  real = shared.real;
});

describe('panels', () => {
  it('say what happened, and find it', async () => {
    const { page } = real;
    const list = () => page.locator('.events li').allTextContents();
    const { x, y } = await real.spot();
    await real.order({ do: 'spawn', thing: 'carton', pose: [x, y, 0, 0, 0, 0, 1] });
    await real.eventually(async () => (await list()).join()).toMatch(/carton/);
    await page.fill('[aria-label="Only events with these words"]', 'carton');
    expect((await list()).every((text) => /carton/.test(text))).toBe(true);
    await page.fill('[aria-label="Only events with these words"]', 'no such words');
    expect(await list()).toEqual([]);
  });

  it('draw charts of what the run says', async () => {
    const { page } = real;
    await real.openPanel('charts');
    const text = () => page.textContent('#panel-charts');
    await real.eventually(text).toMatch(/Step.*mean \d+\.\d\d.*ms/s);
    await real.eventually(text).toMatch(/Real-time factor\s*\d\.\d\d/);
    await real.eventually(text).toMatch(/Latency of the page\s*\d+\.\d/);
  });

  it('change a robot to a twin and back, and pause it', async () => {
    const { page } = real;
    await page.click('[data-mode=twin]');
    await real.eventually(async () => (await real.robot()).mode).toBe('twin');
    await real.eventually(() => page.textContent('.robot')).toMatch(/Tracking/);
    await page.click('[data-pause]');
    await real.eventually(async () => (await real.robot()).paused).toBe(true);
    await real.eventually(() => page.textContent('[data-pause]')).toBe('Twin is paused');
    // it goes on when poses come, of which there are none here
    await page.click('[data-pause]');
    await real.eventually(async () => (await real.of('pause_twin')).map(({ paused }) => paused))
      .toEqual([true, false]);
    await page.click('[data-mode=virtual]');
    await real.eventually(async () => (await real.robot()).mode).toBe('virtual');
  });

  it('list the keys of all tools', async () => {
    const { page } = real;
    await page.keyboard.press('?');
    const text = await page.textContent('dialog[open]');
    for (const words of ['Pause or go on', 'Erase or paint', 'Take it away', 'Turn the view'])
      expect(text).toContain(words);
  });
});

describe('other pages', () => {
  it('lets others look but not touch', async () => {
    const viewer = await RealPage.open(shared.context, new URL('/', shared.run.link).href);
    const { page } = viewer;
    expect(await page.textContent('#panel-connection')).toContain('view only');
    for (const selector of ['#panel-run button', '[data-tool=drive]', '[data-mode=twin]']) {
      expect(await page.isDisabled(selector)).toBe(true);
      expect(await page.getAttribute(selector, 'title')).toMatch(/may only look/);
    }
    await page.keyboard.press('d');
    expect(await page.evaluate(() => tandem.tools.chosen.value)).toBeUndefined();
    await page.click('#panel-scenario button');
    await page.waitForSelector('[data-scenario=push]');
    expect(await page.isDisabled('[data-scenario=push]')).toBe(true);
    await page.keyboard.press('Escape');
    // keys neither
    await page.keyboard.press(' ');
    await page.waitForSelector('.notice.error');
    expect((await real.status()).paused).toBe(false);
    await viewer.close();
  });

  it('fits on a tablet, where a finger drives', async () => {
    const hands = await shared.browser.newContext(
      { viewport: { width: 768, height: 1024 }, hasTouch: true });
    const tablet = await RealPage.open(hands, shared.run.link);
    const { page } = tablet;
    const outside = () => page.evaluate(() =>
      [...document.querySelectorAll('.bar button, .bar select, .bar .pill, .tool-dock button')]
        .filter((element) => {
          const box = element.getBoundingClientRect();
          return box.width > 0 && (box.left < 0 || box.right > innerWidth || box.top < 0
            || box.bottom > innerHeight);
        }).map((element) => element.outerHTML));
    const overlapping = () => page.evaluate(() => {
      const boxes = [...document.querySelectorAll('.bar button, .bar select, .bar .pill, .clock')]
        .map((element) => ({ element, box: element.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 0);
      return boxes.flatMap(({ element, box: a }, i) => boxes.slice(i + 1)
        .filter(({ box: b }) => a.left < b.right - 1 && b.left < a.right - 1
          && a.top < b.bottom - 1 && b.top < a.bottom - 1)
        .map((other) => [element.outerHTML, other.element.outerHTML]));
    });
    expect(await outside()).toEqual([]);
    await page.tap('[data-tool=drive]');
    expect(await outside()).toEqual([]);
    const box = (await page.locator('.stick').boundingBox())!;
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const finger = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at: number[][]) =>
      finger.send('Input.dispatchTouchEvent', {
        type, touchPoints: at.map(([px, py]) => ({ x: px!, y: py! })),
      });
    await touch('touchStart', [[x, y]]);
    await touch('touchMove', [[x, y - 60]]);
    await tablet.eventually(async () => (await tablet.robot()).command[0]).toBeGreaterThan(0.2);
    await touch('touchEnd', []);
    await tablet.eventually(async () => (await tablet.robot()).command[0]).toBe(0);
    // held otherwise, and on a phone, where nothing lies over another thing
    for (const [width, height] of [[1024, 768], [820, 1180], [390, 844]] as const) {
      await page.setViewportSize({ width, height });
      await tablet.eventually(outside).toEqual([]);
      await tablet.eventually(overlapping).toEqual([]);
    }
    await page.tap('[aria-label="Show or hide the right panels"]');
    expect(await page.isVisible('#panel-robots')).toBe(true);
    await page.tap('[aria-label="Show or hide the left panels"]');
    expect(await page.isVisible('#panel-robots')).toBe(false);
    await hands.close();
  });
});

describe('pictures', () => {
  /** share of pixels that differ from the picture's first */
  const variety = () => real.page.evaluate(() => {
    const canvas = document.querySelector<HTMLCanvasElement>('.image-view canvas');
    if (!canvas || canvas.hidden) return 0;
    const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
    let others = 0;
    for (let i = 0; i < data.length; i += 4) if (data[i] !== data[0]) ++others;
    return (4 * others) / data.length;
  });

  /** From now on the camera's picture is magenta, whatever the camera sees. */
  const drawOverPlainColor = () => real.page.evaluate(() => {
    const draw = CanvasRenderingContext2D.prototype.drawImage as (...words: unknown[]) => void;
    Object.assign(CanvasRenderingContext2D.prototype, {
      drawImage(this: CanvasRenderingContext2D, ...words: unknown[]) {
        if (words[0] instanceof HTMLCanvasElement) return draw.apply(this, words);
        this.fillStyle = '#ff00ff';
        return this.fillRect(0, 0, this.canvas.width, this.canvas.height);
      },
    });
  });

  beforeEach(async () => {
    await real.beginAnew('office');
    await real.page.evaluate(() => void Object.assign(window, { seen() {
      const canvas = document.querySelector<HTMLCanvasElement>('.image-view canvas')!;
      const { width, height } = canvas;
      return {
        width, height, pixels: canvas.getContext('2d')!.getImageData(0, 0, width, height).data,
      };
    } }));
  });

  it('of cameras are shown, with what is virtual over them, and in the world', async () => {
    const { page } = real;
    await real.openPanel('images');
    await real.eventually(variety).toBeGreaterThan(0.3);
    // lidar points are no part of the picture: they are there only when laid over it
    const blue = () => page.evaluate(() => {
      const { pixels } = seen();
      let count = 0;
      for (let i = 0; i < pixels.length; i += 4) if (pixels[i + 2]! > pixels[i]! + 60) ++count;
      return count;
    });
    expect(await blue()).toBeLessThan(100);
    // kept in the page, for what is drawn over it to be compared with
    await page.evaluate(() => Object.assign(window, { plain: seen().pixels }));
    await page.click('.image-view button:has-text("AR")');
    await real.eventually(blue).toBeGreaterThan(300);
    // what is drawn over it looks as in the picture, up to lights
    expect(await page.evaluate(() => {
      const { pixels } = seen();
      return pixels.reduce((sum, value, i) => sum + Math.abs(value - plain[i]!), 0) / pixels.length;
    })).toBeLessThan(20);
    await drawOverPlainColor();
    // walls are virtual, and the ground is the picture's own
    await real.eventually(() => page.evaluate(() => {
      const { pixels, width, height } = seen();
      const isOver = (x: number, y: number) => pixels[4 * (y * width + x) + 1] !== 0;
      const row = [...Array(width).keys()];
      return {
        walls: row.filter((x) => isOver(x, Math.floor(0.4 * height))).length > 0.9 * width,
        ground: row.some((x) => !isOver(x, height - 2)),
      };
    })).toEqual({ walls: true, ground: true });
    await page.click('input[name="av view"]');
    await real.eventually(() => page.evaluate(() => {
      const planes = tandem.viewer.root.children.find(({ name }) => name === 'camera plane')!;
      return planes.visible && planes.children.some((child) => child.visible);
    })).toBe(true);
    await page.click('input[name="av view"]');
    await page.click('#panel-images summary');
    // nobody looks at it any more
    await real.eventually(() => page.evaluate(() =>
      tandem.store.watching('emaros/camera') === undefined)).toBe(true);
  });
});
