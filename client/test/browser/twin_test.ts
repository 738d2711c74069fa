// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
// The twin of a robot in a laboratory of processes: what the page says of tracking and gate.
import { beforeAll, expect, it } from 'vitest';
import { DESK } from './open';
import { RealPage } from './real_page';
import { useTwin } from './twin_run';

const shared = useTwin(['robots.emaros.mode=twin']);
let real: RealPage;
beforeAll(async () => {
  real = await RealPage.open(await shared.browser.newContext(DESK), shared.run.link);
});

/** What a row of the robot says, and how bad that is. */
const row = (name: string) => real.page.evaluate((wanted) => {
  const title = [...document.querySelectorAll('[data-robot=emaros] dt')]
    .find(({ textContent }) => textContent === wanted);
  const value = title?.nextElementSibling;
  return value ? [value.textContent, value.className.replace('number ', '')] : undefined;
}, name);

/** Each chart with what its lines are called, where it has more than one. */
async function chartsAreThere(): Promise<void> {
  await real.openPanel('charts');
  const text = () => real.page.textContent('#panel-charts');
  for (const words of [/From pose to\s*(\w+ [\d.]+ )*frame [\d.]+ /, /step [\d.]+ /, /page [\d.]+ /,
    /Twin off its robot\s*[\d.]+ mm/, /Age of poses\s*\d+ ms/, /Topics\s*(\/\S+ \d+ )+\s*Hz/])
    await real.eventually(text).toMatch(words);
  // of what is not drawn nothing can be read aloud
  expect(await real.page.locator('#panel-charts .chart:visible canvas')
    .evaluateAll((all) => all.every((canvas) => /last minute: .*\d/.test(canvas.ariaLabel ?? ''))))
    .toBe(true);
}

it('a twin is tracked and its gate is open, until its robot is lost', async () => {
  await real.eventually(() => row('Tracking')).toEqual(['tracking', 'ok']);
  await real.eventually(async () => (await row('Gate'))?.[1]).toBe('error');
  // gates open for who drives; it turns on the spot
  await real.tool('drive');
  await real.page.keyboard.down('a');
  await real.eventually(() => row('Gate')).toEqual(['open', 'ok']);
  await chartsAreThere();
  await real.eventually(async () => Math.abs((await real.robot()).yaw_rate_radps))
    .toBeGreaterThan(0.3);
  await shared.plant.kill();
  await real.eventually(() => row('Tracking')).toEqual(['lost', 'error']);
  await real.eventually(async () => (await row('Gate'))?.[1]).toBe('error');
  await real.eventually(async () => (await row('Gate'))?.[0]).toMatch(/^closed: /);
  await real.eventually(() => real.page.textContent('.events')).toMatch(/lost/i);

  shared.startPlant();
  await real.eventually(() => row('Tracking')).toEqual(['tracking', 'ok']);
  await real.eventually(() => row('Gate')).toEqual(['open', 'ok']);
  // without a gate nothing is said of it
  await shared.gate.kill();
  await real.eventually(() => row('Gate')).toBeUndefined();
});
