// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
// What both eyes see, for people: TANDEM_VR_PICTURES names a folder for it.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { App } from '../../src/app';
import { Headset } from './headset';
import { openBrowser } from './open';
import { STANDING } from './real_run';
import { Run } from './run';
import { WORLDS } from './worlds';

// runs in the page
declare const tandem: App;

const folder = process.env.TANDEM_VR_PICTURES;
const EYES = { viewport: { width: 1200, height: 600 }, deviceScaleFactor: 1 };

describe.skipIf(!folder)('pictures of both eyes', () => {
  let browser: Browser;
  let run: Run;
  let headset: Headset;

  beforeAll(async () => {
    [browser, run] = await Promise.all([openBrowser(), Run.start('push', 0, STANDING)]);
    headset = await Headset.open(await browser.newContext(EYES), run.link, 'metaQuest3');
    // both eyes have the whole window, whatever the page has beside its picture
    await headset.page.addStyleTag({
      content: 'body > div > canvas { width: 100vw !important; height: 100vh !important }',
    });
  });
  afterAll(async () => {
    await browser?.close();
    await run?.stop();
  });

  it('of what people do', async () => {
    await headset.enter();
    await headset.frames(20);
    await headset.screenshot(`${folder}/vr_start.jpg`);
    await headset.lookAtMenu();
    await headset.screenshot(`${folder}/vr_menu.jpg`);
    await headset.choose('faults', 'For 5 s', 'wheel slip', 'For 5 s', 'sensor dropout');
    await headset.lookAtMenu();
    await headset.screenshot(`${folder}/vr_faults.jpg`);
    await headset.choose('faults', 'Clear all');
    await headset.choose('tools', 'Paint');
    await headset.choose('tools', 'green');
    const [x, y] = await headset.head();
    await headset.look([x, y, 1.6], [0, -1.5, 0.5]);
    await headset.aim('right', [-0.6, -2, 0], { from: [x + 0.2, y + 0.4, 1.25] });
    await headset.button('right', 'trigger', true);
    for (let i = 0; i <= 20; ++i)
      await headset.aim('right', [-0.6 + 0.08 * i, -2 + 0.3 * Math.sin(i / 3), 0]);
    await headset.button('right', 'trigger', false);
    await headset.screenshot(`${folder}/vr_paint.jpg`);
    await headset.choose('tools', 'Goal');
    await headset.aim('right', [0.4, -2.2, 0], { from: [x + 0.2, y + 0.4, 1.25] });
    await headset.button('right', 'trigger', true);
    await headset.aim('right', [0.4, -2.2, 0], { roll: 0.6 });
    await headset.screenshot(`${folder}/vr_goal.jpg`);
    await headset.button('right', 'trigger', false);
    expect(headset.real.complaints).toEqual([]);
    await headset.leave();
  });

  for (const name of WORLDS) {
    it(`of ${name}`, async () => {
      await headset.rest();
      expect(await headset.real.order({ do: 'load', scenario: name })).toBe(true);
      await headset.page.waitForFunction(
        (wanted) =>
          tandem.store.world.value?.scenario.name === wanted && tandem.store.bodies.size > 0,
        name,
      );
      await headset.page.evaluate(() => tandem.settings.item('xr.budget', false).set(true));
      await headset.enter();
      await headset.frames(40);
      await headset.screenshot(`${folder}/world_${name}.jpg`);
      await headset.leave();
    });
  }
});
