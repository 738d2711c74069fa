// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from './open';

const END_S = 10;

/** A robot drives 2 m along x in 10 s, and those that fail do so half-way. */
function result(seed: number, verdict: 'passed' | 'failed') {
  const times = Array.from({ length: 101 }, (_, i) => i / 10);
  const isGood = verdict === 'passed';
  return {
    format: 1, mission: 'drive', description: 'Drives & <stops>.', mission_file: 'drive.yaml',
    scenario: 'room', mode: 'virtual', seed, verdict, reason: isGood ? '' : 'the wall was touched',
    last_words: [], simulated_s: END_S, step_s: 0.008, state_hash: '0', course_hash: String(seed),
    assertions: [{
      name: 'no touch', kind: 'never', text: 'a wall is touched', line: 3, state: verdict,
      decided_s: 5, explanation: 'touched', value: 1, low: null, high: 0, unit: '',
      series: 'speed',
    }],
    timeline: [{ time_s: 5, kind: 'world', text: 'touched', robot: 'emaros', is_bad: !isGood }],
    metrics: [{ name: 'emaros.path_length', value: 2 + seed / 10, unit: 'm' }],
    trajectories: [{
      name: 'emaros', kind: 'robot', points: times.map((t) => [t, t / 5, 0, 0, 0]),
    }],
    series: [{
      name: 'speed', unit: 'm/s', low: null, high: 0.5, times_s: times,
      values: times.map(() => 0.2),
    }],
    outlines: [], pictures: isGood ? [] : [4, 4.5, 5].map((time_s, i) =>
      ({ time_s, caption: '', file: `film${i}.jpg`, kind: 'film' })),
    recording: '', costs: [], environment: { tandem: '0' },
  };
}

describe('a report', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tandem-report-'));
  let browser: Browser;
  const asked: string[] = [];
  const complaints: string[] = [];

  beforeAll(async () => {
    const tandem = (...words: string[]) =>
      spawnSync(process.env.TANDEM!, words, { encoding: 'utf8' });
    for (const i of [0, 1, 2])
      tandem('snap', 'empty', '--size', '64x48', '-o', join(folder, `film${i}.jpg`));
    writeFileSync(join(folder, 'a.json'), JSON.stringify(result(1, 'passed')));
    writeFileSync(join(folder, 'b.json'), JSON.stringify(result(2, 'failed')));
    const made = tandem('report', folder, '--html', join(folder, 'html'), '--compare', folder);
    expect(made.stderr).toContain('2 runs in');
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true });
    expect(complaints).toEqual([]);
    expect(asked.filter((url) => !/^(file|data|blob):/.test(url))).toEqual([]);
  });

  const open = async (name: string, { hasClock = false } = {}): Promise<Page> => {
    const page = await browser.newPage({ viewport: { width: 1160, height: 900 } });
    if (hasClock) await page.clock.install({ time: 0 });
    page.on('request', (request) => asked.push(request.url()));
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    await page.goto(pathToFileURL(join(folder, 'html', name)).href);
    return page;
  };
  /** where the robot is on the map, as a share of its way */
  const place = (page: Page) => page.evaluate(() => {
    const at = (id: string) => Number(
      /translate\(([-\d.]+)/.exec(document.querySelector(id)!.getAttribute('transform')!)![1]);
    const way = document.querySelector<SVGPathElement>('.way.robot')!.getBBox();
    return (at('#mark0') - way.x) / way.width;
  });

  it('says why a run failed', async () => {
    const page = await open('drive-virtual-2.html');
    expect(await page.textContent('.reason')).toBe('the wall was touched');
    expect(await page.textContent('header')).toContain('Drives & <stops>.');
    expect(await page.locator('svg .trouble').count()).toBe(1);
  });

  it('has one time for its map, its charts and its film', async () => {
    const page = await open('drive-virtual-2.html');
    expect(await place(page)).toBeCloseTo(1, 2);
    await page.locator('.player input').fill('2.5');
    expect(await place(page)).toBeCloseTo(0.25, 1);
    await page.locator('[data-goto="5.000"]').first().dispatchEvent('click');
    expect(await place(page)).toBeCloseTo(0.5, 1);
    expect(await page.locator('.film img.now').getAttribute('data-time')).toBe('5.000');
    await page.locator('.film input').fill('0');
    expect(await place(page)).toBeCloseTo(0.4, 1);
    expect(await page.textContent('.player output')).toBe('4.00 s');
    // the middle of the chart, from its first to its last second
    const chart = page.locator('#series svg.timed').first();
    const box = (await chart.boundingBox())!;
    const clientX = box.x + (box.width * (62 + 800)) / 2 / 960;
    await chart.dispatchEvent('click', { clientX, clientY: box.y + 40 });
    expect(await place(page)).toBeCloseTo(0.5, 1);
  });

  it('plays', async () => {
    const page = await open('drive-virtual-1.html', { hasClock: true });
    // from here on it goes when it is told to
    await page.clock.pauseAt(3_600_000);
    await page.dispatchEvent('.player button', 'click');
    await page.clock.runFor(3000);
    // off by a picture or two
    const time = Number(await page.inputValue('.player input'));
    expect(Math.abs(time - 3)).toBeLessThan(0.1);
  });

  it('leads from all runs to each, and back', async () => {
    const page = await open('index.html');
    expect(await page.textContent('header')).toContain('1 of 2 runs of 1 mission passed');
    await page.dispatchEvent('.cell.failed', 'click');
    await page.waitForSelector('.reason');
    await page.dispatchEvent('text=all runs', 'click');
    await page.waitForSelector('.share');
  });

  it('compares two campaigns', async () => {
    const page = await open('comparison.html');
    expect(await page.textContent('main')).toContain('2 runs are in both');
    expect(await page.textContent('main')).toContain('All figures are what they were');
  });
});
