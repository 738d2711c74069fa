// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
// The twin of a robot in a laboratory of processes: what the page says of tracking and gate.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, it } from 'vitest';
import { DESK, openBrowser } from './open';
import { DOMAIN, Program } from './program';
import { RealPage } from './real_page';
import { Run } from './run';

const TWIN = ['--set', 'robots.emaros.mode=twin'];

let browser: Browser;
let run: Run;
let real: RealPage;
let gate: Program;
let plant: Program;

beforeAll(async () => {
  gate = new Program('TANDEM', ['gate', 'empty', ...TWIN]);
  plant = new Program('TANDEM', ['plant', 'empty', ...TWIN]);
  [browser, run] = await Promise.all([openBrowser(), Run.start('empty', 0, TWIN, DOMAIN)]);
  real = await RealPage.open(await browser.newContext(DESK), run.link);
});
afterAll(async () => {
  await browser?.close();
  await Promise.all([run?.stop(), gate?.stop(), plant?.stop()]);
});

/** What a row of the robot says, and how bad that is. */
const row = (name: string) => real.page.evaluate((wanted) => {
  const title = [...document.querySelectorAll('[data-robot=emaros] dt')]
    .find(({ textContent }) => textContent === wanted);
  const value = title?.nextElementSibling;
  return value ? [value.textContent, value.className.replace('number ', '')] : undefined;
}, name);

it('a twin is tracked and its gate is open, until its robot is lost', async () => {
  await real.eventually(() => row('Tracking')).toEqual(['tracking', 'ok']);
  await real.eventually(async () => (await row('Gate'))?.[1]).toBe('error');
  // gates open for who drives; it turns on the spot
  await real.tool('drive');
  await real.page.keyboard.down('a');
  await real.eventually(() => row('Gate')).toEqual(['open', 'ok']);
  await real.eventually(async () => Math.abs((await real.robot()).yaw_rate_radps))
    .toBeGreaterThan(0.3);
  await plant.kill();
  await real.eventually(() => row('Tracking')).toEqual(['lost', 'error']);
  await real.eventually(async () => (await row('Gate'))?.[1]).toBe('error');
  await real.eventually(async () => (await row('Gate'))?.[0]).toMatch(/^closed: /);
  await real.eventually(() => real.page.textContent('.events')).toMatch(/lost/i);

  // another one in its place
  plant = new Program('TANDEM', ['plant', 'empty', ...TWIN]);
  await real.eventually(() => row('Tracking')).toEqual(['tracking', 'ok']);
  await real.eventually(() => row('Gate')).toEqual(['open', 'ok']);
  // without a gate nothing is said of it
  await gate.kill();
  await real.eventually(() => row('Gate')).toBeUndefined();
});
