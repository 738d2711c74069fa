// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
// What a picture of each shipped world costs a headset of the Quest's class, which has a GPU, by
// the figures that the person there can read. TANDEM_VR_WORLDS names some worlds only; with
// TANDEM_VR_FIGURES=1 the figures are printed, at first and with as little detail as needed.
import type { Browser } from 'playwright-core';
import type { InstancedMesh } from 'three';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { App } from '../../src/app';
import { type Budget, MOST_CALLS, MOST_TRIANGLES } from '../../src/xr/budget';
import { EYES, Headset, withSettings } from './headset';
import { openBrowser } from './open';
import { STANDING } from './real_run';
import { Run } from './run';
import { WORLDS } from './worlds';

// runs in the page
declare const tandem: App;

let browser: Browser;
let run: Run;
let headset: Headset;

beforeAll(async () => {
  [browser, run] = await Promise.all([openBrowser(), Run.start('empty', 0, STANDING)]);
  const context = await browser.newContext(EYES);
  await withSettings(context, { quality: 'high', 'xr.budget': true });
  headset = await Headset.open(context, run.link, 'metaQuest3');
  await headset.enter();
});
afterAll(async () => {
  await browser?.close();
  await run?.stop();
});

it.each(WORLDS)('%s is drawn within the limits', async (scenario) => {
  const { page, real } = headset;
  /** What the sheet says, which may be half a second old, or what is so by now if that is more. */
  const cost = async () => {
    const shown = JSON.parse((await headset.sheet('budget')) || '{}');
    const now = await page.evaluate(() => {
      const { budget } = tandem.viewer.root.getObjectByName('xr budget')!.userData;
      return (budget as Budget).figures;
    });
    const calls = Math.max(shown.calls, now.calls);
    const triangles = Math.max(shown.triangles, now.triangles);
    return { calls, triangles, level: shown.level, leftOut: shown.leftOut };
  };
  const tell = async () => {
    if (process.env.TANDEM_VR_FIGURES) console.log(scenario, JSON.stringify(await cost()));
  };
  expect(await real.order({ do: 'load', scenario })).toBe(true);
  await page.waitForFunction(
    (wanted) => tandem.store.world.value?.scenario.name === wanted && tandem.store.bodies.size > 0,
    scenario,
  );
  // until all meshes and hills are there
  await page.waitForFunction(() => {
    let isWhole = true;
    tandem.world.root.traverse((object) => {
      const { geometry, count } = object as InstancedMesh;
      if (count > 0 && geometry && !geometry.hasAttribute('position')) isWhole = false;
      // of hills
      if (object.userData.entity !== undefined && object.children.length === 0) isWhole = false;
    });
    return isWhole;
  });
  await headset.frames(5);
  await tell();
  await real.eventually(async () => (await cost()).calls).toBeLessThanOrEqual(MOST_CALLS);
  await real.eventually(async () => (await cost()).triangles).toBeLessThanOrEqual(MOST_TRIANGLES);
  await tell();
});
