// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FakeServer } from '../../dev/fake_server';
import type { App } from '../../src/app';
import { countAttempts, isBackAtNextAttempt } from './attempts';
import { openBrowser } from './open';

// runs in the page
declare const tandem: App;

const FOLDER =
  process.env.TANDEM_PAGE ?? fileURLToPath(new URL('../../../build/client', import.meta.url));
const SMALL = { width: 640, height: 400 };

let browser: Browser;
let context: BrowserContext;
let server: FakeServer;
// always the same one, as of one Tandem: the browser has the page then
let port = 0;
let page: Page;
let asked: string[];
let complaints: string[];

const isLive = () => page.waitForSelector('[data-state=live]');
const makeServer = () => new FakeServer({ boxes: 12, pillars: 0 }, FOLDER);

async function open(hash = '#token=secret'): Promise<void> {
  await page.goto(`http://127.0.0.1:${port}/${hash}`);
  await isLive();
  // something of the world is drawn
  await page.waitForFunction(() => tandem.viewer.renderer.info.render.triangles > 100);
}

beforeAll(async () => {
  if (!existsSync(`${FOLDER}/index.html`)) throw new Error('build the page first');
  browser = await openBrowser();
  context = await browser.newContext({ viewport: SMALL });
});
afterAll(() => browser?.close());

beforeEach(async () => {
  server = makeServer();
  port = await server.listen(port);
  page = await context.newPage();
  asked = [];
  complaints = [];
  page.on('request', (request) => asked.push(request.url()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
});
afterEach(async () => {
  // what was chosen is not kept for the next page
  await page.evaluate(() => localStorage.clear());
  await page.close();
  await server.close();
});

describe('the page in a browser', () => {
  it('shows the world, credits frames, and asks nobody else for anything', async () => {
    await open();
    await expect.poll(() => server.heard.filter(({ type }) => type === 'credit').length)
      .toBeGreaterThan(5);
    const urls = asked.filter((url) => !url.startsWith('blob:'));
    const hosts = new Set(urls.map((url) => new URL(url).host));
    expect([...hosts]).toEqual([`127.0.0.1:${port}`]);
    expect(complaints).toEqual([]);
    expect(await page.title()).toBe('fake – Tandem');
  });

  it('sends the token and takes it out of the address; a reload still has it', async () => {
    await open();
    expect(page.url()).not.toContain('secret');
    await page.reload();
    await isLive();
    const tokens = server.heard.flatMap((heard) => (heard.type === 'join' ? [heard.token] : []));
    expect(tokens).toEqual(['secret', 'secret']);
    expect(await page.evaluate(() => tandem.store.mayControl)).toBe(true);
  });

  it('says that it may only look without a token', async () => {
    await open('');
    expect(await page.textContent('#panel-connection')).toContain('connected');
    expect(await page.evaluate(() => tandem.store.mayControl)).toBe(false);
  });

  it('is back at its next attempt after a restart, and says what is going on', async () => {
    await open();
    await countAttempts(page);
    await server.close();
    await page.waitForSelector('.banner:not([hidden])');
    expect(await page.textContent('.banner')).toMatch(/lost.*by itself/);
    await page.waitForFunction(() => {
      const state = tandem.connection.state.value;
      return state.is === 'lost' && state.attempt >= 2;
    });
    server = makeServer();
    await server.listen(port);
    await isBackAtNextAttempt(page);
    expect(await page.isHidden('.banner')).toBe(true);
    complaints = []; // the browser notes each attempt
  });

  it('switches layers by click and by key, and keeps them so', async () => {
    await page.setViewportSize({ width: 1280, height: 720 });
    await open();
    const shown = (name: string) => page.isChecked(`input[name="${name}"]`);
    expect(await shown('robot body')).toBe(true);
    await page.click('input[name="robot body"]');
    expect(await page.evaluate(() => tandem.world.robots.visible)).toBe(false);
    await page.keyboard.press('c');
    expect(await shown('costmap')).toBe(true);
    const watched = () =>
      server.heard.flatMap((heard) => (heard.type === 'watch' ? heard.names : []));
    await expect.poll(watched).toContain('/emaros/costmap');
    await page.reload();
    await isLive();
    expect(await shown('robot body')).toBe(false);
    expect(await shown('costmap')).toBe(true);
  });

  it('looks in every way, by key', async () => {
    await open();
    for (const [key, id] of [['2', 'follow'], ['3', 'first_person'], ['4', 'top_down'],
      ['5', 'south_west'], ['1', 'orbit']] as const) {
      await page.keyboard.press(key);
      expect(await page.evaluate(() => tandem.cameras.chosen.value.id)).toBe(id);
      const drawn = await page.evaluate(() => tandem.viewer.renderer.info.render.frame);
      await page.waitForFunction((n) => tandem.viewer.renderer.info.render.frame > n, drawn);
    }
    expect(complaints).toEqual([]);
  });

  it('turns by dragging', async () => {
    await open();
    const eye = () => page.evaluate(() => tandem.viewer.cameraView!.camera.position.toArray());
    const before = await eye();
    await page.mouse.move(450, 250);
    await page.mouse.down();
    await page.mouse.move(520, 250, { steps: 4 });
    await page.mouse.up();
    await expect.poll(async () => Math.abs((await eye())[0]! - before[0]!)).toBeGreaterThan(0.05);
  });

  it('paints what the server painted, where it did', async () => {
    await open();
    // the robot drives and paints; seen from above its track is orange
    await page.keyboard.press('4');
    await page.waitForFunction(() => tandem.store.timeNs.value > 1_500_000_000n);
    const place = () => page.evaluate(() => {
      const [across, up] = [1.25 * Math.cos(0.1), 0.95 * Math.sin(0.1)];
      const v = tandem.viewer.root.position.clone().set(across, up, 0);
      const { camera } = tandem.viewer.cameraView!;
      v.applyMatrix4(tandem.viewer.root.matrixWorld).project(camera);
      const box = tandem.viewer.canvas.getBoundingClientRect();
      return {
        x: box.left + ((v.x + 1) / 2) * box.width, y: box.top + ((1 - v.y) / 2) * box.height,
      };
    });
    // the camera takes a moment to get there
    await expect.poll(async () => {
      const { x, y } = await place();
      return x > 4 && x < SMALL.width - 4 && y > 4 && y < SMALL.height - 4;
    }).toBe(true);
    await expect.poll(async () => {
      const { x, y } = await place();
      const shot = await page.screenshot({ clip: { x: x - 2, y: y - 2, width: 4, height: 4 } });
      const [red, , blue] = await page.evaluate(async (bytes) => {
        const bitmap = await createImageBitmap(new Blob([new Uint8Array(bytes)]));
        const context = new OffscreenCanvas(4, 4).getContext('2d')!;
        context.drawImage(bitmap, 0, 0);
        return [...context.getImageData(2, 2, 1, 1).data];
      }, [...shot]);
      return red! - blue!;
    }).toBeGreaterThan(60);
  });

  it('is dark or light as the system is, until somebody chooses', async () => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await open();
    const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
    expect(await theme()).toBe('dark');
    await page.emulateMedia({ colorScheme: 'light' });
    await expect.poll(theme).toBe('light');
    await page.keyboard.press('Shift+D');
    expect(await theme()).toBe('dark');
    await page.reload();
    expect(await theme()).toBe('dark');
  });

  it('lists its keys', async () => {
    await open();
    await page.keyboard.press('?');
    expect(await page.textContent('dialog[open]')).toContain('First person');
    await page.keyboard.press('Escape');
    expect(await page.locator('dialog[open]').count()).toBe(0);
  });
});

describe('the page of the floor', () => {
  beforeEach(async () => {
    await page.setViewportSize({ width: 800, height: 600 });
    await page.goto(`http://127.0.0.1:${port}/projector`);
    await page.waitForFunction(() => tandem.store.bodies.size > 0);
  });

  it('shows a metre of the floor as a metre: 200 pixels of 4 m on 800', async () => {
    const across = await page.evaluate(() => {
      const { camera } = tandem.viewer.cameraView!;
      const at = (x: number) => tandem.viewer.root.position.clone().set(x, 0, 0)
        .applyMatrix4(tandem.viewer.root.matrixWorld).project(camera).x * 400;
      return [at(0), at(1) - at(0), at(2)];
    });
    [0, 200, 400].forEach((pixels, i) => expect(across[i]).toBeCloseTo(pixels, 3));
  });

  it('leaves out what is real: the robot, and the floor', async () => {
    const shown = await page.evaluate(() => tandem.world.robots.children.length);
    expect(shown).toBe(0);
    expect(complaints).toEqual([]);
  });

  it('is laid onto the floor by its corners, and stays so', async () => {
    // where the upper left corner of 4 by 3 m is
    const corner = () => page.evaluate(() => {
      const v = tandem.viewer.root.position.clone().set(-2, 1.5, 0);
      v.applyMatrix4(tandem.viewer.root.matrixWorld).project(tandem.viewer.cameraView!.camera);
      return [Math.round((v.x + 1) * 400), Math.round((1 - v.y) * 300)];
    });
    expect(await corner()).toEqual([0, 0]);
    await page.keyboard.press('c');
    await page.keyboard.press('Shift+ArrowRight');
    expect(await corner()).toEqual([10, 0]);
    await page.reload();
    await page.waitForFunction(() => tandem.store.bodies.size > 0);
    expect(await corner()).toEqual([10, 0]);
  });
});
