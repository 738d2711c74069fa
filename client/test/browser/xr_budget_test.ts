// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
// What a headset has to draw in every world that comes with Tandem.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { App } from '../../src/app';
import { type Budget, MOST_CALLS, MOST_TRIANGLES } from '../../src/xr/budget';
import { Headset } from './headset';
import { openBrowser } from './open';
import { Run } from './run';

// runs in the page
declare const tandem: App;

const WORLDS = [
  'empty', 'arena', 'logistics', 'farm', 'pong', 'paint', 'corridor', 'hazard', 'push', 'crowd',
  'office', 'slope', 'park', 'lunar',
];
// what is counted does not depend on the size, but how long it takes does
const TINY = { viewport: { width: 128, height: 64 }, deviceScaleFactor: 1 };

let browser: Browser;
let run: Run;
let headset: Headset;

beforeAll(async () => {
  [browser, run] = await Promise.all([openBrowser(), Run.start('empty', 0)]);
  headset = await Headset.open(await browser.newContext(TINY), run.link, 'metaQuest3');
});
afterAll(async () => {
  await browser?.close();
  await run?.stop();
});

const figures = () => headset.page.evaluate(() =>
  (tandem.viewer.root.getObjectByName('xr budget')!.userData.budget as Budget).figures);

/** The most of what is drawn while the head looks around, once all meshes have come. */
async function most(): Promise<{ calls: number; triangles: number }> {
  let before = -1;
  // as finer ground and meshes come
  await headset.real.eventually(async () => {
    await headset.frames(6);
    const { triangles } = await figures();
    const isSame = triangles === before;
    before = triangles;
    return isSame;
  }).toBe(true);
  const [x, y, z] = await headset.head();
  let [calls, triangles] = [0, 0];
  for (const [dx, dy] of [[0, 1], [1, 0], [0, -1], [-1, 0]] as const) {
    await headset.look([x, y, z], [x + dx, y + dy, z - 0.3]);
    await headset.frames(4);
    const now = await figures();
    calls = Math.max(calls, now.calls);
    triangles = Math.max(triangles, now.triangles);
  }
  return { calls, triangles };
}

describe('what a headset draws for one eye', () => {
  for (const name of WORLDS) {
    it(`in ${name} is within its budget`, async () => {
      if (await headset.page.evaluate(() => tandem.xr.isIn)) await headset.leave();
      await headset.rest();
      const load = { do: 'load', scenario: name } as const;
      expect(await headset.real.order(load)).toBe(true);
      await headset.page.waitForFunction((wanted) =>
        tandem.store.world.value?.scenario.name === wanted && tandem.store.bodies.size > 0, name);
      await headset.enter();
      const { calls, triangles } = await most();
      console.log(`${name}: ${calls} draw calls, ${triangles} triangles`);
      expect(calls).toBeLessThanOrEqual(MOST_CALLS);
      expect(triangles).toBeLessThanOrEqual(MOST_TRIANGLES);
    });
  }
});
