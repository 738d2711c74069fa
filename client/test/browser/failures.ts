// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
// When a test fails: what its pages show, said and looked like.
import { mkdirSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { App } from '../../src/app';

// runs in the page
declare const tandem: App | undefined;

const FOLDER = process.env.TANDEM_FAILURES
  ?? fileURLToPath(new URL('../../../build/client-work/failures/', import.meta.url));
const MOST_LINES = 40;
const PATIENCE_MS = 20_000;

const browsers: Browser[] = [];
const said = new WeakMap<Page, string[]>();

function follow(context: BrowserContext): void {
  const note = (page: Page | null, line: string) => {
    if (!page) return;
    const lines = said.get(page) ?? [];
    lines.push(line);
    if (lines.length > MOST_LINES) lines.shift();
    said.set(page, lines);
  };
  context.on('console', (line) => note(line.page(), `${line.type()}: ${line.text()}`));
  context.on('weberror', (error) => note(error.page(), `error: ${error.error().message}`));
  context.on('requestfailed', (request) => note(request.frame().page(),
    `request failed: ${request.url()} ${request.failure()?.errorText ?? ''}`));
}

/** From now on what its pages say is kept, and `patienceMs` is how long they are waited for. */
export function watchPagesOf(browser: Browser, patienceMs: number): void {
  browsers.push(browser);
  const { newContext } = browser;
  browser.newContext = async (options) => {
    const context = await newContext.call(browser, options);
    context.setDefaultTimeout(patienceMs);
    follow(context);
    return context;
  };
}

/** What the page knows of itself. */
const account = (page: Page) => page.evaluate(() => {
  const words = document.body.innerText.replaceAll(/\s*\n\s*/g, ' | ');
  if (typeof tandem === 'undefined') return words;
  const { connection, store, viewer } = tandem;
  const { paused, speed, time_s, real_time_factor } = store.status.value ?? {};
  const { frame, triangles } = viewer.renderer.info.render;
  return `${JSON.stringify({
    connection: connection.state.value, scenario: store.world.value?.scenario.name,
    paused, speed, time_s, real_time_factor, pictures: frame, triangles,
    pixel_ratio: viewer.renderer.getPixelRatio(), last_picture_ms: viewer.drawMs,
  })}\n  shows: ${words}`;
});

function within<T>(promise: Promise<T>, otherwise: T): Promise<T> {
  return Promise.race([promise.catch(() => otherwise),
    new Promise<T>((resolve) => setTimeout(() => resolve(otherwise), PATIENCE_MS))]);
}

/** Prints the account of every page that is open, and keeps pictures of them. */
export async function tellOfPages(test: string): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  const name = test.replaceAll(/[^\w]+/g, '_').slice(0, 100);
  const pages = browsers.flatMap((browser) => browser.contexts())
    .flatMap((context) => context.pages());
  console.log(`failed: ${test} (load of the machine ${loadavg()[0]!.toFixed(1)})`);
  for (const [i, page] of pages.entries()) {
    const path = join(FOLDER, `${name}_${i + 1}.png`);
    const isTaken = await within(
      page.screenshot({ path, timeout: PATIENCE_MS }).then(() => true), false);
    const lines = [
      `page ${i + 1}: ${page.url()}, ${isTaken ? `picture ${path}` : 'no picture could be taken'}`,
      `knows: ${await within(account(page), 'nothing: it does not answer')}`,
      ...(said.get(page) ?? ['said nothing']),
    ];
    console.log(lines.join('\n  '));
  }
}
