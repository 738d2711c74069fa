// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { type DeviceName, EYES, Headset, withoutMonitor } from './headset';
import { openBrowser } from './open';
import { Run } from './run';

/** What a file of tests shares. */
export interface HeadsetRun {
  browser: Browser;
  run: Run;
  headset: Headset;
}

/** A run, and a person with a headset who enters it anew for each test. */
export function useHeadset(
  name: DeviceName,
  scenario: string,
  domain?: number,
  more: readonly string[] = [],
): HeadsetRun {
  const shared = {} as HeadsetRun;
  beforeAll(async () => {
    [shared.browser, shared.run] = await Promise.all([
      openBrowser(),
      Run.start(scenario, 0, more, domain),
    ]);
    const context = await shared.browser.newContext(EYES);
    await withoutMonitor(context);
    shared.headset = await Headset.open(context, shared.run.link, name);
  });
  afterAll(async () => {
    await shared.browser?.close();
    await shared.run?.stop();
  });
  beforeEach(async () => {
    const { headset } = shared;
    if (await headset.isIn()) await headset.leave();
    await headset.rest();
    await headset.real.beginAnew(scenario);
    await headset.enter();
  });
  afterEach(() => {
    const {
      run,
      headset: { real },
    } = shared;
    const urls = real.asked.filter((url) => !/^(blob|data):/.test(url));
    expect([...new Set(urls.map((url) => new URL(url).host))]).toEqual([`127.0.0.1:${run.port}`]);
    expect(real.complaints).toEqual([]);
  });
  return shared;
}
