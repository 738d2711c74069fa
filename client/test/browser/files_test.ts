// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
// What a page does when meshes, terrains and textures of the world cannot be had at first.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { App } from '../../src/app';
import { PATIENCE_MS } from './launch';
import { DESK, openBrowser } from './open';
import { Run } from './run';

// runs in the page
declare const tandem: App;

let browser: Browser;
let run: Run;
beforeAll(async () => {
  [browser, run] = await Promise.all([openBrowser(), Run.start('lunar')]);
});
afterAll(async () => {
  await browser?.close();
  await run?.stop();
});

it('says that files are missing, tries again, and draws them when they come', async () => {
  const page = await browser.newPage(DESK);
  page.setDefaultTimeout(PATIENCE_MS);
  const refused = new Set<string>();
  let isOpen = false;
  await page.route('**/asset/*', (route) => {
    const url = route.request().url();
    if (isOpen) return route.continue();
    refused.add(url.slice(url.lastIndexOf('.')));
    return route.fulfill({ status: 503, body: '' });
  });
  await page.goto(run.link);
  await page.waitForSelector('.notice.warning:has-text("could not be loaded. Trying again.")');
  await expect.poll(() => [...refused].sort()).toEqual(['.field', '.jpg', '.mesh']);
  expect(await page.evaluate(() => tandem.world.hasHills)).toBe(false);
  isOpen = true;
  await page.waitForSelector('.notice:has-text("All files of the world are loaded now.")');
  await page.waitForFunction(() => tandem.world.hasHills);
  // meshes have triangles, and textures pictures
  await page.waitForFunction(() => {
    let [meshes, textures, empty] = [0, 0, 0];
    tandem.world.root.traverse((object) => {
      const { geometry, material } = object as unknown as {
        geometry?: { index: unknown; attributes: Record<string, unknown> };
        material?: { map?: { image?: unknown } | null };
      };
      if (geometry?.attributes.position) ++meshes;
      else if (geometry) ++empty;
      if (material?.map) {
        if (material.map.image) ++textures;
        else ++empty;
      }
    });
    return meshes > 0 && textures > 0 && empty === 0;
  });
  await page.close();
});
