// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
// Takes a picture of a page in Debian's chromium, without a screen:
//   npx vite-node dev/shoot.ts -- URL FILE.png [--size 1280x720] [--dark]
//     [--quality auto|low|high] [--run JAVASCRIPT] [--wait MS]
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { CHROMIUM } from '../test/browser/launch';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  args: process.argv.slice(2).filter((word) => word !== '--'),
  options: {
    size: { type: 'string', default: '1280x720' },
    dark: { type: 'boolean', default: false },
    run: { type: 'string', default: '' },
    wait: { type: 'string', default: '2500' },
    quality: { type: 'string', default: 'auto' },
  },
});
const [url, file] = positionals as [string, string];
const [width, height] = values.size!.split('x').map(Number) as [number, number];
const browser = await chromium.launch(CHROMIUM);
const page = await browser.newPage({
  viewport: { width, height }, colorScheme: values.dark ? 'dark' : 'light',
});
page.on('console', (message) => console.log(message.type(), message.text()));
page.on('pageerror', (error) => console.log('error', error.message));
await page.addInitScript(`localStorage['tandem.quality'] = '"${values.quality}"'`);
await page.goto(url);
await page.waitForSelector('[data-state=live]', { timeout: 15000 }).catch(() => {});
if (values.run) console.log(JSON.stringify(await page.evaluate(values.run)));
await page.waitForTimeout(Number(values.wait));
await page.screenshot({ path: file });
await browser.close();
