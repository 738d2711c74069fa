// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
// What goes wrong on purpose: made so by who may act, seen by who may only look.
import { beforeAll, expect, it } from 'vitest';
import { DESK } from './open';
import { RealPage } from './real_page';
import { useRealRun } from './real_run';

const shared = useRealRun('empty');
let real: RealPage;
beforeAll(() => {
  real = shared.real;
});

const panel = (of: RealPage) => of.page.textContent('#panel-faults');
const said = () => real.page.textContent('.fault-form [role=status]');

it('a fault is injected, seen at its robot and cleared', async () => {
  await real.page.click('#panel-faults summary');
  await real.eventually(() => panel(real)).toContain('Nothing goes wrong on purpose.');
  await real.page.selectOption('.fault-form select[name=kind]', 'wheel_slip');
  await real.page.fill('.fault-fields label:has-text("left share") input', '0.25');
  await real.page.fill('.fault-fields label:has-text("for") input', '60s');
  await real.page.click('.fault-form button:has-text("Inject")');
  await real.eventually(said).toBe('wheel_slip is there');
  await real.eventually(() => real.page.textContent('[data-fault=wheel_slip]'))
    .toMatch(/[\d.]+ s left.*wheel slip of emaros, left_share 0.25, right_share 0.5/);
  await real.eventually(() => real.page.textContent('[data-robot=emaros] dl'))
    .toContain('Faultswheel_slip');
  await real.eventually(() => real.page.textContent('.events')).toContain("'wheel_slip' begins");

  // who may only look sees it, and can do nothing about it
  const context = await shared.browser.newContext(DESK);
  const viewer = await RealPage.open(context, shared.run.link.replace(/#.*/, ''));
  await viewer.page.click('#panel-faults summary');
  await viewer.eventually(() => panel(viewer)).toContain('wheel slip of emaros');
  for (const selector of ['[data-clear=wheel_slip]', '.fault-form button', '.fault-form select'])
    expect(await viewer.page.isDisabled(selector), selector).toBe(true);
  await context.close();

  await real.page.click('[data-clear=wheel_slip]');
  await real.eventually(() => panel(real)).toContain('Nothing goes wrong on purpose.');
});

it('what cannot be is refused with a sentence', async () => {
  await real.page.selectOption('.fault-form select[name=kind]', 'latency');
  await real.page.click('.fault-form button:has-text("Inject")');
  await real.eventually(said).toMatch(/'emaros' is no twin/);
  await real.page.selectOption('.fault-form select[name=kind]', 'wheel_slip');
  await real.page.fill('.fault-fields label:has-text("for") input', 'soon');
  await real.page.click('.fault-form button:has-text("Inject")');
  await real.eventually(said).toMatch(/'for' expects a time with its unit/);
});
