// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
// What people see beside the picture, and on other screens, with Tandem itself.
import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '../../src/app';
import { RealPage } from './real_page';
import { STANDING, useRealRun } from './real_run';

// runs in the page
declare const tandem: App;

const shared = useRealRun('push', undefined, STANDING);
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
    await page.fill('[aria-label="Only events with these words"]', '');
  });

  it('say only what is as bad as that', async () => {
    const { page } = real;
    const levels = () => page.locator('.events li').evaluateAll((rows) =>
      [...new Set(rows.map(({ className }) => className))].sort());
    const which = (level: string) => page.selectOption('[aria-label="Which events"]', level);
    const { x, y } = await real.spot();
    await real.order({ do: 'spawn', thing: 'carton', pose: [x, y, 0, 0, 0, 0, 1] });
    await real.order({ do: 'fault', words: { kind: 'wheel_slip', for: '1s' } });
    await real.eventually(levels).toEqual(['info', 'warning']);
    await which('warning');
    await real.eventually(levels).toEqual(['warning']);
    await which('error');
    await real.eventually(levels).toEqual([]);
    await which('info');
    await real.eventually(levels).toEqual(['info', 'warning']);
  });

  it('draw charts of what the run says', async () => {
    const { page } = real;
    await real.openPanel('charts');
    const text = () => page.textContent('#panel-charts');
    await real.eventually(text).toMatch(/Step.*mean \d+\.\d\d.*ms/s);
    await real.eventually(text).toMatch(/Real-time factor\s*\d\.\d\d/);
    await real.eventually(text).toMatch(/From step to\s*sent \d+\.\d page \d+\.\d ms/);
    await real.eventually(text).toMatch(/Dropped\s*frames \d+ data \d+ \/s/);
    // of a line, what is drawn in the chart's own colour
    await real.eventually(() => page.evaluate(() => {
      const figure = [...document.querySelectorAll('#panel-charts .chart')]
        .find((chart) => chart.textContent!.startsWith('Real-time factor'))!;
      const canvas = figure.querySelector('canvas')!;
      const [red, green, blue] = getComputedStyle(figure.querySelector('.number span')!).color
        .match(/\d+/g)!.map(Number);
      const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
      const columns = new Set<number>();
      for (let i = 0; i < data.length; i += 4)
        if (data[i + 3]! > 128 && Math.abs(data[i]! - red!) + Math.abs(data[i + 1]! - green!)
          + Math.abs(data[i + 2]! - blue!) < 60) columns.add((i / 4) % canvas.width);
      return columns.size;
    })).toBeGreaterThan(1);
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
      { viewport: { width: 768, height: 1024 }, deviceScaleFactor: 0.5, hasTouch: true });
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
    await tablet.eventually(outside).toEqual([]);
    await page.tap('[data-tool=drive]');
    await tablet.eventually(outside).toEqual([]);
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
