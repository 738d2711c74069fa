// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
// What a person with a headset puts into a robot's way is as real to it as all else: it pushes it,
// or its navigator drives around it.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { App } from '../../src/app';
import { EYES, Headset, type Place, withoutMonitor } from './headset';
import { openBrowser } from './open';
import { DOMAIN } from './program';
import { Run } from './run';

// runs in the page
declare const tandem: App;

let browser: Browser;
let run: Run;
let headset: Headset;
beforeAll(async () => {
  [browser, run] = await Promise.all([
    openBrowser(),
    Run.withPrograms('empty', ['robots.emaros.localization=ideal', 'robots.emaros.commands=[]',
      'programs=[navigator]'], DOMAIN),
  ]);
  const context = await browser.newContext(EYES);
  await withoutMonitor(context);
  headset = await Headset.open(context, run.link, 'metaQuestPro');
});
afterAll(async () => {
  await browser?.close();
  await run?.stop();
});
beforeEach(async () => {
  await headset.rest();
  await headset.real.beginAnew('empty');
  await headset.enter();
});

const origin = async (name: string) => (await headset.real.origin(name))!;

/** Makes a thing beside the floor, takes it by the grip, and puts it down there, as it stood. */
async function put(thing: string, [x, y]: readonly [number, number]): Promise<void> {
  const { real } = headset;
  const at: Place = [-0.4, -1.6, 0];
  expect(await real.order({ do: 'spawn', thing, pose: [...at, 0, 0, 0, 1] })).toBe(true);
  await real.eventually(() => real.origin(thing)).toBeDefined();
  const { z } = await origin(thing);
  const hand: Place = [at[0] - 0.3, at[1] - 0.6, 0.9];
  await headset.aim('right', [at[0], at[1], z], { from: hand });
  await headset.button('right', 'squeeze', true);
  const held = async () => (await real.of('hold')).at(-1)?.pose ?? [0, 0, 0];
  await real.eventually(async () => (await held())[2]).toBeGreaterThan(z + 0.2);
  await headset.frames(4);
  // the hand goes as far as the thing has to, and turns no way
  const [hx, hy, hz] = await held();
  const by = [x - hx!, y - hy!, z + 0.01 - hz!];
  const moved = (place: Place) => place.map((c, i) => c + by[i]!) as Place;
  await headset.aim('right', moved([at[0], at[1], z]), { from: moved(hand) });
  await real.eventually(async () => (await held()).slice(0, 3)).toEqual(
    [x, y, z + 0.01].map((c) => expect.closeTo(c, 2)));
  // a hand that rests puts it down
  await headset.frames(10);
  await headset.button('right', 'squeeze', false);
  await real.eventually(async () => (await real.of('move')).length).toBe(1);
  expect((await real.of('move'))[0]).toMatchObject({ entity: thing, velocity: null });
  await headset.holdHands();
  await real.eventually(async () => {
    const now = await origin(thing);
    return [now.x, now.y, now.z];
  }).toEqual([x, y, z].map((c) => expect.closeTo(c, 1)));
}

it('is pushed by a robot that is driven against it', async () => {
  const { real } = headset;
  const [x, y] = (await real.robot()).pose;
  await put('small_cube', [x + 0.35, y]);
  const before = (await origin('small_cube')).x;
  await real
    .eventually(async () => {
      const drive = { do: 'drive', robot: 'emaros', linear_mps: 0.3, angular_radps: 0 } as const;
      await real.order(drive);
      return (await origin('small_cube')).x;
    })
    .toBeGreaterThan(before + 0.1);
  // it is before the robot, which is as far behind it as both are large
  const robot = (await real.robot()).pose[0];
  expect((await origin('small_cube')).x - robot).toBeGreaterThan(0.1);
});

it('is driven around by a robot whose goal is behind it', async () => {
  const { real } = headset;
  const [x, y] = (await real.robot()).pose;
  await put('carton', [x + 0.8, y]);
  const stood = await origin('carton');
  const goal = [x + 1.6, y] as const;
  // until the navigator, a process that has just begun, has heard of it
  await real.eventually(async () => {
    const { state } = (await real.robot()).navigation;
    if (!['asking', 'driving', 'arrived'].includes(state))
      await real.order({ do: 'goal', robot: 'emaros', x: goal[0], y: goal[1], yaw: 0 });
    return state;
  }).toBe('driving');
  let aside = 0;
  await real.eventually(async () => {
    const { pose, navigation } = await real.robot();
    aside = Math.max(aside, Math.abs(pose[1] - y));
    return navigation.state;
  }).toBe('arrived');
  const [gx, gy] = (await real.robot()).pose;
  expect(Math.hypot(gx - goal[0], gy - goal[1])).toBeLessThan(0.15);
  // past the carton's half of 0.2 m, and without a touch
  expect(aside).toBeGreaterThan(0.2);
  const stands = await origin('carton');
  expect(Math.hypot(stands.x - stood.x, stands.y - stood.y)).toBeLessThan(0.01);
});
