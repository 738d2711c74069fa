// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
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

describe('the report of a mission that failed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tandem-mission-'));
  const asked: string[] = [];
  const complaints: string[] = [];
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    const mission = fileURLToPath(new URL('past_the_carton.yaml', import.meta.url));
    const run = spawnSync(process.env.TANDEM!, [
      'test', mission, '--results', join(folder, 'results'), '--html', join(folder, 'html'),
      '--record', 'failed'], { encoding: 'utf8' });
    expect(run.status).toBe(1);
    expect(run.stdout).toContain('1 run: 0 passed, 1 failed');
    browser = await openBrowser();
    page = await browser.newPage({ viewport: { width: 1160, height: 900 } });
    page.on('request', (request) => asked.push(request.url()));
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    await page.goto(pathToFileURL(join(folder, 'html', 'index.html')).href);
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true });
    expect(complaints).toEqual([]);
    expect(asked.filter((url) => !/^(file|data|blob):/.test(url))).toEqual([]);
  });

  /** when the carton came, and when the robot was too near to it */
  const failedAt = async () =>
    Number(/at ([\d.]+) s\)$/.exec((await page.textContent('.reason'))!)![1]);
  /** pictures that are drawn, by what is in them: equal ones count once */
  const drawn = (selector: string) => page.evaluate(async (images) => {
    const all = [...document.querySelectorAll<HTMLImageElement>(images)];
    await Promise.all(all.map((image) => image.decode()));
    return new Set(all.filter((image) => image.naturalWidth > 100).map((image) => image.src)).size;
  }, selector);

  it('says what was expected and what was not so', async () => {
    expect(await page.textContent('.reason')).toMatch(
      /past_the_carton.yaml:18: always: the distance of the robot from carton is above 45 cm; /);
    const states = await page.locator('#expectations .badge').allTextContents();
    expect(states).toEqual(['undecided', 'undecided', 'failed']);
  });

  it('has a film of the last seconds, five pictures each, up to the failure', async () => {
    const times = await page.locator('.film img').evaluateAll((images) =>
      images.map((image) => Number((image as HTMLElement).dataset.time)));
    const end = await failedAt();
    expect(times.at(-1)).toBe(end);
    expect(times.length).toBe(Math.floor(Math.min(end, 6) * 5) + 2);
    // the robot stands at first: some of them are one
    expect(await drawn('.film img')).toBeGreaterThan(5);
  });

  it('has a picture of each event and of the failure', async () => {
    const captions = await page.locator('#pictures figcaption').allTextContents();
    expect(captions.map((caption) => caption.replace(/^[\d.]+ s\s+/, '').slice(0, 20))).toEqual(
      ['send a goal at (2.4,', 'place big_cube at (0', 'failed: always: the ']);
    expect(await drawn('#pictures img')).toBe(3);
  });

  it('tells on a line of time and in a list what happened', async () => {
    const rows = await page.locator('#timeline tbody tr').allTextContents();
    const marks = await page.locator('#timeline svg circle').count();
    expect(marks).toBe(rows.length);
    for (const words of ['started navigator of emaros', 'carton came into the world', 'failed: '])
      expect(rows.filter((row) => row.includes(words)).length).toBe(1);
  });

  it('has a map of the world with the way, the failure and what was put there', async () => {
    expect(await page.locator('#map svg image').count()).toBe(1);
    expect(await page.locator('#map .way.robot').count()).toBe(1);
    expect(await page.locator('#map .trouble').count()).toBe(1);
    const titles = await page.locator('#map title').allTextContents();
    expect(titles.filter((title) => /^carton from \d/.test(title)).length).toBe(1);
    expect(titles).toContain('dock');
    expect(titles).toContain('walls');
  });

  it('draws each value over time, with how often it was where', async () => {
    const names = await page.locator('#series figcaption b').allTextContents();
    expect(names).toEqual(expect.arrayContaining(
      ['speed of the robot', 'distance of the robot from carton']));
    expect(await page.locator('#series path.line').count()).toBe(names.length);
    expect(await page.locator('#series text', { hasText: 'how often' }).count()).toBe(names.length);
  });
});
