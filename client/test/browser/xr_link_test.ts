// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
// The way to the page with a headset: https, a link, and a QR code of it.
import jsQR from 'jsqr';
import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { App } from '../../src/app';
import { openBrowser } from './open';
import { RealPage } from './real_page';
import { Run } from './run';

// runs in the page
declare const tandem: App;

let browser: Browser;
let context: BrowserContext;
let run: Run;

beforeAll(async () => {
  [browser, run] = await Promise.all([openBrowser(), Run.start('empty', 0, ['--tls-port', '0'])]);
  // the certificate is one that Tandem made itself
  context = await browser.newContext({
    viewport: { width: 900, height: 600 },
    ignoreHTTPSErrors: true,
  });
});
afterAll(async () => {
  await browser?.close();
  await run?.stop();
});

describe('the link for a headset', () => {
  it('is read from the QR code of the page, and leads to it over https', async () => {
    const { page } = await RealPage.open(context, run.link);
    await page.click('[data-xr=link]');
    const link = (await page.textContent('.headset-link a'))!;
    const token = new URL(run.link).hash;
    expect(link).toMatch(new RegExp(`^https://127\\.0\\.0\\.1:\\d+/${token}$`));
    const { data, width, height } = await page.evaluate(() => {
      const canvas = document.querySelector<HTMLCanvasElement>('[data-qr]')!;
      const pixels = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
      return { data: [...pixels.data], width: canvas.width, height: canvas.height };
    });
    expect(jsQR(Uint8ClampedArray.from(data), width, height)?.data).toBe(link);
    await page.close();

    const secure = await RealPage.open(context, link);
    // browsers give headsets to such pages only
    expect(await secure.page.evaluate(() => isSecureContext && location.protocol)).toBe('https:');
    expect(await secure.page.evaluate(() => tandem.store.mayControl)).toBe(true);
    await secure.page.close();
  });

  it('is not told to who may only look', async () => {
    const another = await browser.newContext({ viewport: { width: 900, height: 600 } });
    const { page } = await RealPage.open(another, run.link.replace(/#.*/, ''));
    expect(await page.evaluate(() => tandem.store.hello.value!.headset)).toBeNull();
    expect(await page.isHidden('[data-xr=link]')).toBe(true);
    await another.close();
  });
});
