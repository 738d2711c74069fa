// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
// One browser for the tests of all files, each of which has pages of its own.
import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { CHROMIUM } from './launch';

declare module 'vitest' {
  export interface ProvidedContext {
    browser: string;
  }
}

export default async function start({ provide }: TestProject): Promise<() => Promise<void>> {
  const server = await chromium.launchServer({ ...CHROMIUM, host: '127.0.0.1' });
  provide('browser', server.wsEndpoint());
  return () => server.close();
}
