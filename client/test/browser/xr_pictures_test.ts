// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
// What both eyes see while people do something; TANDEM_VR_PICTURES names a folder for pictures of
// it.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { Headset, type Place } from './headset';
import { openBrowser } from './open';
import { STANDING } from './real_run';
import { Run } from './run';

let browser: Browser;
let run: Run;
let headset: Headset;
beforeAll(async () => {
  [browser, run] = await Promise.all([openBrowser(), Run.start('push', 0, STANDING)]);
  headset = await Headset.openForPictures(browser, run.link, { quality: 'high' });
});
afterAll(async () => {
  await browser?.close();
  await run?.stop();
});
beforeEach(async () => {
  await headset.real.beginAnew('push');
  await headset.enter();
  await headset.frames(20);
});

/** A hand that points at the floor from beside the head. */
async function beside(): Promise<Place> {
  const [x, y] = await headset.head();
  return [x + 0.35, y + 0.4, 1.25];
}

it('is the floor before them at the start, and the menu at the wrist', async () => {
  await headset.expectSeen('vr_start');
  await headset.lookAtMenu();
  await headset.expectSeen('vr_menu');
  await headset.choose('faults', 'For 5 s', 'wheel slip', 'For 5 s', 'sensor dropout');
  await headset.lookAtMenu();
  await headset.expectSeen('vr_faults');
  await headset.choose('faults', 'Clear all');
  expect(headset.real.complaints).toEqual([]);
});

it('is what is painted, and a goal that is turned', async () => {
  await headset.choose('tools', 'Paint');
  await headset.choose('tools', 'green');
  const [x, y] = await headset.head();
  await headset.look([x, y, 1.6], [0, -0.8, 0.2]);
  await headset.aim('right', [-0.7, -1.2, 0], { from: await beside() });
  await headset.button('right', 'trigger', true);
  for (let i = 0; i <= 20; ++i)
    await headset.aim('right', [-0.7 + 0.07 * i, -1.2 + 0.2 * Math.sin(i / 3), 0]);
  await headset.button('right', 'trigger', false);
  await headset.expectSeen('vr_paint');
  await headset.choose('tools', 'Goal');
  await headset.aim('right', [0.1, -0.9, 0], { from: await beside() });
  await headset.button('right', 'trigger', true);
  await headset.aim('right', [0.1, -0.9, 0], { roll: 0.6 });
  await headset.expectSeen('vr_goal');
  await headset.button('right', 'trigger', false);
  expect(headset.real.complaints).toEqual([]);
});
