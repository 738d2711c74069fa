// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
// Takes the picture of docs/reports.md: the report of a mission that fails, run by a Tandem that
// the variable names.
//   TANDEM=../build/tandem npx vite-node dev/report_picture.ts [FOLDER]
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { CHROMIUM } from '../test/browser/launch';

const FOLDER = process.argv[2] ?? fileURLToPath(new URL('../../docs/pictures/', import.meta.url));

const html = mkdtempSync(join(tmpdir(), 'tandem-report-'));
// from its own folder, whose name is nobody's business
const cwd = fileURLToPath(new URL('../test/browser/', import.meta.url));
spawnSync(resolve(process.env.TANDEM!), ['test', 'past_the_carton.yaml', '--html', html], { cwd });

const browser = await chromium.launch(CHROMIUM);
const page = await browser.newPage({ viewport: { width: 1160, height: 900 } });
await page.goto(pathToFileURL(join(html, 'index.html')).href);
// what goes along with the window would lie over the middle of the picture
await page.addStyleTag({ content: '.player { display: none }' });
const film = (await page.locator('#film').boundingBox())!;
await page.screenshot({
  path: join(FOLDER, 'report.jpg'), quality: 82, fullPage: true,
  clip: { x: 0, y: 0, width: 1160, height: film.y + film.height + 20 },
});
await browser.close();
rmSync(html, { recursive: true });
