// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
// What the page shows of a ROS 2 network that is really there.
import { type ChildProcess, spawn } from 'node:child_process';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from './open';
import { RealPage } from './real_page';
import { networkOf, Run } from './run';

/** tests of other languages take those below 101 */
const DOMAIN = 101 + (process.pid % 100);

let browser: Browser;
let run: Run;
let real: RealPage;
const publishers: ChildProcess[] = [];

beforeAll(async () => {
  [browser, run] = await Promise.all([openBrowser(), Run.start('push', 0, [], DOMAIN)]);
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 } });
  real = await RealPage.open(context, run.link);
});
afterAll(async () => {
  await browser?.close();
  await run?.stop();
});
afterEach(async () => {
  await Promise.all(publishers.splice(0).map((child) => new Promise((resolve) => {
    child.once('exit', resolve);
    child.kill('SIGINT');
  })));
});

const [WIDTH, HEIGHT] = [32, 16];

/** Again and again an image whose left half is red and whose right half is blue. */
function publish(topic: string, encoding: string): void {
  const data = Array.from({ length: WIDTH * HEIGHT }, (_, i) =>
    (i % WIDTH < WIDTH / 2 ? [255, 0, 0] : [0, 0, 255])).flat();
  const message = JSON.stringify({
    header: { frame_id: 'map' }, height: HEIGHT, width: WIDTH, encoding, step: 3 * WIDTH, data,
  });
  publishers.push(spawn(process.env.TANDEM!,
    ['topic', 'pub', '--rate', '5', topic, 'sensor_msgs/msg/Image', message],
    { stdio: 'ignore', env: networkOf(DOMAIN) }));
}

describe('an image of a topic', () => {
  const view = '.image-view';

  it('is shown when it is chosen, and what is none is told', async () => {
    const { page } = real;
    publish('/debug/image', 'rgb8');
    publish('/debug/strange', 'x_rays');
    await page.click('#panel-images summary');
    await page.waitForSelector(`${view} option[value="/debug/image"]`, { state: 'attached' });
    await page.selectOption(`${view} select`, '/debug/image');
    await page.waitForSelector(`${view} canvas:not([hidden])`);
    const { size, left, right } = await page.evaluate(() => {
      const canvas = document.querySelector<HTMLCanvasElement>('.image-view canvas')!;
      const at = (x: number) => [...canvas.getContext('2d')!.getImageData(x, 8, 1, 1).data];
      return { size: [canvas.width, canvas.height], left: at(4), right: at(28) };
    });
    expect(size).toEqual([WIDTH, HEIGHT]);
    // off by what JPEG leaves of saturated colours
    [[left, [255, 0, 0]] as const, [right, [0, 0, 255]] as const].forEach(([seen, sent]) =>
      sent.forEach((value, i) => expect(Math.abs(seen[i]! - value)).toBeLessThan(16)));

    await page.waitForSelector(`${view} option[value="/debug/strange"]`, { state: 'attached' });
    await page.selectOption(`${view} select`, '/debug/strange');
    await real.eventually(() => page.textContent(view))
      .toMatch(/\/debug\/strange cannot be shown: .*x_rays/);
    expect(await page.isHidden(`${view} canvas`)).toBe(true);
  });
});
