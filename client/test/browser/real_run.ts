// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { DESK, openBrowser } from './open';
import { RealPage } from './real_page';
import { Run } from './run';

/** Robots of scenarios drive by themselves, and who comes late finds them elsewhere. */
export const STANDING: readonly string[] = ['--set', 'robots.emaros.commands=[]'];

/** What a file of tests shares. */
export interface RealRun {
  browser: Browser;
  context: BrowserContext;
  run: Run;
  real: RealPage;
}

/**
 * A run and a page of it for all tests of a file, each of which begins with the world as it began.
 * No test may ask another host for anything, or leave complaints.
 */
export function useRealRun(
  scenario: string, domain?: number, more: readonly string[] = [],
): RealRun {
  const shared = {} as RealRun;
  beforeAll(async () => {
    [shared.browser, shared.run] =
      await Promise.all([openBrowser(), Run.start(scenario, 0, more, domain)]);
    shared.context = await shared.browser.newContext(DESK);
    shared.real = await RealPage.open(shared.context, shared.run.link);
  });
  afterAll(async () => {
    await shared.browser?.close();
    await shared.run?.stop();
  });
  beforeEach(() => shared.real.beginAnew(scenario));
  afterEach(() => {
    const { real, run } = shared;
    const urls = real.asked.filter((url) => !url.startsWith('blob:'));
    const hosts = new Set(urls.map((url) => new URL(url).host));
    expect([...hosts]).toEqual([`127.0.0.1:${run.port}`]);
    expect(real.complaints).toEqual([]);
  });
  return shared;
}
