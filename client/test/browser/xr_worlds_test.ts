// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
// What a picture of shipped worlds costs a headset of the Quest's class, which has a GPU: of the
// one with the most draw calls, and one with more triangles than may be. TANDEM_VR_WORLDS names
// others; with TANDEM_VR_FIGURES=1 the figures are printed.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { App } from '../../src/app';
import { MOST_CALLS, MOST_TRIANGLES, type Budget } from '../../src/xr/budget';
import { EYES, Headset } from './headset';
import { openBrowser } from './open';
import { STANDING } from './real_run';
import { Run } from './run';

// runs in the page
declare const tandem: App;

const WORLDS = (process.env.TANDEM_VR_WORLDS ?? 'corridor park').split(' ');

let browser: Browser;
let run: Run;
let headset: Headset;

beforeAll(async () => {
  [browser, run] = await Promise.all([openBrowser(), Run.start('empty', 0, STANDING)]);
  const context = await browser.newContext(EYES);
  await context.addInitScript(() => localStorage.setItem('tandem.quality', '"high"'));
  headset = await Headset.open(context, run.link, 'metaQuest3');
  await headset.enter();
});
afterAll(async () => {
  await browser?.close();
  await run?.stop();
});

it.each(WORLDS)('%s is drawn within the limits', async (scenario) => {
  const { page, real } = headset;
  const cost = () =>
    page.evaluate(() => {
      const { budget } = tandem.viewer.root.getObjectByName('xr budget')!.userData;
      const { calls, triangles } = (budget as Budget).figures;
      return { calls, triangles, level: tandem.world.detail.level };
    });
  const tell = async () => {
    if (process.env.TANDEM_VR_FIGURES) console.log(scenario, JSON.stringify(await cost()));
  };
  expect(await real.order({ do: 'load', scenario })).toBe(true);
  await page.waitForFunction(
    (wanted) => tandem.store.world.value?.scenario.name === wanted && tandem.store.bodies.size > 0,
    scenario,
  );
  // until all meshes and hills are there
  await page.waitForLoadState('networkidle');
  await headset.frames(5);
  await tell();
  await real.eventually(async () => (await cost()).calls).toBeLessThanOrEqual(MOST_CALLS);
  await real.eventually(async () => (await cost()).triangles).toBeLessThanOrEqual(MOST_TRIANGLES);
  await tell();
});
