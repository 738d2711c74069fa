// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
// What both eyes see of each shipped world, and what that costs a headset of the Quest's class,
// which has a GPU, by the figures that the person there can read. TANDEM_VR_WORLDS names some
// worlds only; with TANDEM_VR_FIGURES=1 the figures are printed, at first and with as little detail
// as needed; TANDEM_VR_PICTURES names a folder for pictures of both eyes, which are larger then.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { App } from '../../src/app';
import { type Budget, MOST_CALLS, MOST_TRIANGLES } from '../../src/xr/budget';
import { Headset } from './headset';
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
  headset = await Headset.openForPictures(browser, run.link, {
    quality: 'high', 'xr.budget': true,
  });
  await headset.enter();
});
afterAll(async () => {
  await browser?.close();
  await run?.stop();
});

it.each(WORLDS)('%s is seen with both eyes, and drawn within the limits', async (scenario) => {
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
    const { level, leftOut, isMerged } = shown;
    return { calls, triangles, level, leftOut, isMerged };
  };
  const tell = async () => {
    if (process.env.TANDEM_VR_FIGURES) console.log(scenario, JSON.stringify(await cost()));
  };
  const show = (isWorldShown: boolean, isSheetShown: boolean) =>
    page.evaluate(
      ([world, sheet]) => {
        tandem.world.root.visible = world;
        tandem.settings.item('xr.budget', true).set(sheet);
      },
      [isWorldShown, isSheetShown] as const,
    );
  await show(true, true);
  expect(await real.order({ do: 'load', scenario })).toBe(true);
  await page.waitForFunction(
    (wanted) => tandem.store.world.value?.scenario.name === wanted && tandem.store.bodies.size > 0,
    scenario,
  );
  // until all meshes and hills are there
  await page.waitForFunction(() => tandem.world.isWhole);
  await headset.frames(5);
  await tell();
  await real.eventually(async () => (await cost()).calls).toBeLessThanOrEqual(MOST_CALLS);
  await real.eventually(async () => (await cost()).triangles).toBeLessThanOrEqual(MOST_TRIANGLES);
  await tell();

  if (scenario === 'hazard') await headset.expectSeen('vr_hazard');

  // the world itself, without what else is near: both eyes see another picture without it
  const sums = async () => (await headset.eyes()).map(({ sum }) => sum);
  await show(true, false);
  await headset.expectSeen(`world_${scenario}`);
  const [left, right] = await sums();
  await show(false, false);
  await headset.frames(3);
  const [leftWithout, rightWithout] = await sums();
  expect(left).not.toBe(leftWithout);
  expect(right).not.toBe(rightWithout);
});
