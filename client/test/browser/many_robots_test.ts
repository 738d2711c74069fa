// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
// A page of a world with more lidars than anybody looks at one by one: it shows all of them.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { App } from '../../src/app';
import { PATIENCE_MS } from './launch';
import { DESK, openBrowser } from './open';
import { Run } from './run';

// runs in the page
declare const tandem: App;

const COUNT = 40;
const robots = Array.from({ length: COUNT }, (_, i) =>
  `  - {name: r${i}, model: emaros, pose: {x: ${i % 8 - 3.5}, y: ${Math.floor(i / 8) - 2}}}`);
const WORLD = ['name: many', 'world: {generate: arena, size_x_m: 12, size_y_m: 8}', 'robots:',
  ...robots].join('\n');

let browser: Browser;
let run: Run;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tandem-many-'));
  const file = join(folder, 'many.yaml');
  writeFileSync(file, WORLD);
  [browser, run] = await Promise.all([openBrowser(), Run.start(file)]);
});
afterAll(async () => {
  await browser?.close();
  await run?.stop();
  rmSync(folder, { recursive: true });
});

it('shows what the lidars of forty robots measure, by one connection that stays', async () => {
  const page = await browser.newPage(DESK);
  page.setDefaultTimeout(PATIENCE_MS);
  let connections = 0;
  page.on('websocket', () => ++connections);
  await page.goto(run.link);
  await page.waitForFunction((count) => {
    const points = tandem.store.sources.value.filter(({ kind }) => kind === 'points');
    return points.length === count
      && points.every(({ name }) => tandem.store.latest(name)?.message.type === 'points');
  }, COUNT);
  const { time_s } = await page.evaluate(() => tandem.store.status.value!);
  await page.waitForFunction((from) => tandem.store.status.value!.time_s > from + 2, time_s);
  expect(await page.evaluate(() => tandem.connection.state.value.is)).toBe('live');
  expect(connections).toBe(1);
  expect(await page.locator('.notice').allTextContents()).toEqual([]);
  await page.close();
});
