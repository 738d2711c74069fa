// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
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

describe('a recorded run', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tandem-replay-page-'));
  const file = join(folder, 'run.mcap');
  let browser: Browser;
  let run: Run;
  let real: RealPage;

  beforeAll(async () => {
    const made = spawnSync(process.env.TANDEM!,
      ['run', 'push', '--no-ros', '--no-web', '--no-program', '--speed', 'max',
        '--duration', `${LENGTH_S}s`, '--record', file]);
    expect(made.status).toBe(0);
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
