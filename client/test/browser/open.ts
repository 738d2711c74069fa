// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { type Browser, chromium } from 'playwright-core';
import { inject } from 'vitest';
import { watchPagesOf } from './failures';
import { PATIENCE_MS } from './launch';

/** The browser that browser_server.ts started for all tests; closing it ends its pages alone. */
export async function openBrowser(): Promise<Browser> {
  const browser = await chromium.connect(inject('browser'), { timeout: PATIENCE_MS });
  watchPagesOf(browser, PATIENCE_MS);
  return browser;
}

/**
 * As on a desk, where columns are beside the picture, but with a quarter of the pixels: most of
 * what is tested is not the picture, and a processor draws it.
 */
export const DESK = { viewport: { width: 1280, height: 720 }, deviceScaleFactor: 0.5 };
