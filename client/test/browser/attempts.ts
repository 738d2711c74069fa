// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { App } from '../../src/app';

// runs in the page
declare const tandem: App;
declare const attempts: { count: number };

/** From now on it is known how often the page tried to connect. */
export function countAttempts(page: Page): Promise<void> {
  return page.evaluate(() => {
    Object.assign(window, { attempts: { count: 0 } });
    tandem.connection.state.onChange(({ is }) => {
      if (is === 'connecting') ++attempts.count;
    });
  });
}

/**
 * Of a server that is there since now, the next attempt is the last. Attempts follow each other
 * within a second, which connection_test shows by a clock of its own: so a page is back within two
 * on a machine that is not busy with other things.
 */
export async function isBackAtNextAttempt(page: Page): Promise<void> {
  const before = await page.evaluate(() => attempts.count);
  await page.waitForSelector('[data-state=live]');
  expect(await page.evaluate(() => attempts.count)).toBeLessThanOrEqual(before + 1);
}
