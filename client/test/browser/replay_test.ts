// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { App } from '../../src/app';
import { DESK, openBrowser } from './open';
import { RealPage } from './real_page';
import { Run } from './run';

// runs in the page
declare const tandem: App;

const LENGTH_S = 4;
const MISSION = `mission: drive
scenario: push
programs: []
duration: ${LENGTH_S}s
events:
  - {at: 0s, drive: {linear: 0.3 m/s, for: ${LENGTH_S}s}}
expect:
  - always: {measure: speed, below: 1 m/s}
`;

describe('a recorded run', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tandem-replay-page-'));
  const file = join(folder, 'drive-virtual-1.mcap');
  let browser: Browser;
  let run: Run;
  let real: RealPage;

  beforeAll(async () => {
    writeFileSync(join(folder, 'drive.yaml'), MISSION);
    const made = spawnSync(process.env.TANDEM!,
      ['test', 'drive.yaml', '--results', '.', '--record', 'all'],
      { cwd: folder, encoding: 'utf8' });
    expect(made.status, made.stdout + made.stderr).toBe(0);
    [browser, run] = await Promise.all([openBrowser(), Run.replay(file, ['--paused'])]);
    real = await RealPage.open(await browser.newContext(DESK), run.link);
  });
  afterAll(async () => {
    await browser?.close();
    await run?.stop();
    rmSync(folder, { recursive: true });
    expect(real.complaints).toEqual([]);
  });

  const isAt = (seconds: number) => real.page.waitForFunction(
    (s) => Math.abs(tandem.store.status.value!.time_s - s) < 0.001
      && Math.abs(Number(tandem.store.timeNs.value) / 1e9 - s) < 0.001, seconds);
  /** where all bodies are, as the page has them */
  const bodies = () => real.page.evaluate(() => [...tandem.store.bodies.poses]);

  it('says that it is one, and has a time line', async () => {
    expect((await real.status()).recorded).toEqual({ begin_s: 0, end_s: LENGTH_S });
    expect(await real.page.isVisible('.timeline input')).toBe(true);
  });

  it('is gone through forth and back, to the same places', async () => {
    await real.order({ do: 'jump', time_s: 1 });
    await isAt(1);
    const before = await bodies();
    await real.order({ do: 'jump', time_s: 3 });
    await isAt(3);
    expect(await bodies()).not.toEqual(before);
    await real.order({ do: 'jump', time_s: 1 });
    await isAt(1);
    expect(await bodies()).toEqual(before);
  });

  it('steps back by a key and goes where the slider is put', async () => {
    await real.order({ do: 'jump', time_s: 2 });
    await isAt(2);
    await real.page.keyboard.press(',');
    await isAt(1.992);
    await real.page.keyboard.press('.');
    await isAt(2);
    await real.page.keyboard.press('[');
    await isAt(0);
    await real.page.locator('.timeline input').fill('0.5');
    await isAt(2);
  });

  it('is on the floor of a projector as it is on the page', async () => {
    const floor = await browser.newPage({ viewport: { width: 640, height: 480 } });
    await floor.goto(new URL('/projector', run.link).href);
    /** of the robot, which is white, in pixels from the left */
    const middleAt = async (seconds: number) => {
      await real.order({ do: 'jump', time_s: seconds });
      await isAt(seconds);
      await floor.waitForFunction((s) =>
        Math.abs(Number(tandem.store.timeNs.value) / 1e9 - s) < 0.001
        && tandem.viewer.renderer.info.render.triangles > 0, seconds);
      expect(await floor.evaluate(() => [...tandem.store.bodies.poses])).toEqual(await bodies());
      return floor.evaluate(async (png) => {
        const bitmap = await createImageBitmap(new Blob([new Uint8Array(png)]));
        const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
        context.drawImage(bitmap, 0, 0);
        const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
        const across: number[] = [];
        for (let i = 0; i < data.length; i += 4)
          if (Math.min(data[i]!, data[i + 1]!, data[i + 2]!) > 200)
            across.push((i / 4) % bitmap.width);
        return across.reduce((sum, x) => sum + x, 0) / across.length;
      }, [...await floor.screenshot()]);
    };
    // a picture may be on its way still; 640 pixels are 4.8 m, of which the robot drives 0.6
    await expect.poll(() => middleAt(1)).toBeGreaterThan(0);
    const early = await middleAt(1);
    await expect.poll(async () => Math.abs(await middleAt(3) - early - 80)).toBeLessThan(4);
    await expect.poll(async () => Math.abs(await middleAt(1) - early)).toBeLessThan(2);
    await floor.close();
  });

  it('goes on as fast as one says', async () => {
    await real.order({ do: 'jump', time_s: 0 });
    await isAt(0);
    await real.order({ do: 'speed', value: 0.5 });
    await real.order({ do: 'resume' });
    await real.page.waitForFunction(() =>
      tandem.store.status.value!.speed === 0.5 && tandem.store.status.value!.time_s > 0.2);
    await real.page.keyboard.press(' ');
    await real.page.waitForFunction(() => tandem.store.status.value!.paused);
    expect((await real.status()).time_s).toBeLessThan(LENGTH_S);
  });

  it('stays at its end, and goes on from where one goes back to', async () => {
    const staysAtItsEnd = async () => {
      await real.order({ do: 'resume' });
      await isAt(LENGTH_S);
      await real.page.waitForFunction(() => tandem.store.status.value!.paused);
    };
    await real.order({ do: 'speed', value: 'max' });
    for (const start of [1, 0.48]) {
      await real.order({ do: 'jump', time_s: start });
      await isAt(start);
      await staysAtItsEnd();
    }
  });

  it('cannot be changed', async () => {
    const answer = await real.page.evaluate(() =>
      tandem.order({ do: 'load', scenario: 'empty' }));
    expect(answer.ok).toBe(false);
    expect(answer.reason).toContain('what happened cannot be changed');
  });
});
