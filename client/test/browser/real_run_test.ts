// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
// How people run, drive and send robots with the page, against Tandem itself: what counts is what
// the simulation did.
import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '../../src/app';
import { countAttempts, isBackAtNextAttempt } from './attempts';
import type { RealPage } from './real_page';
import { STANDING, useRealRun } from './real_run';
import { Run } from './run';

// runs in the page
declare const tandem: App;
declare const ticks: number[];

const shared = useRealRun('push', undefined, STANDING);
let real: RealPage;
beforeAll(() => {
  real = shared.real;
});

describe('the run', () => {
  it('pauses, steps and goes on by clicks and keys', async () => {
    const { page } = real;
    await page.click('[aria-label="Pause (space)"]');
    await real.eventually(async () => (await real.status()).paused).toBe(true);
    const before = (await real.status()).time_s;
    await page.click('[aria-label="One step (.)"]');
    const { step_s } = await page.evaluate(() => tandem.store.world.value!.scenario);
    await real.eventually(async () => (await real.status()).time_s).toBeCloseTo(before + step_s, 9);
    await page.keyboard.press('.');
    await real.eventually(async () => (await real.status()).time_s)
      .toBeCloseTo(before + 2 * step_s, 9);
    // though a button was clicked last
    await page.keyboard.press(' ');
    await real.eventually(async () => (await real.status()).paused).toBe(false);
  });

  it('has the speed that was chosen, and begins anew', async () => {
    const { page } = real;
    await page.selectOption('#panel-run select', '2');
    await real.eventually(async () => (await real.status()).speed).toBe(2);
    await page.selectOption('#panel-run select', 'max');
    await real.eventually(async () => (await real.status()).speed).toBe('max');
    await page.selectOption('#panel-run select', '1');
    await real.eventually(async () => (await real.status()).speed).toBe(1);
    const { episode_s } = await real.status();
    await page.click('[aria-label="Begin anew (shift + r)"]');
    await real.eventually(async () => (await real.status()).episode_s).toBeLessThan(episode_s);
    await real.eventually(() => page.textContent('.clock')).toMatch(/^\d+(:\d\d)+\.\d\d/);
  });

  it('goes by keys though its speed was chosen from the list by the mouse', async () => {
    const { page } = real;
    const speed = async () => (await real.status()).speed;
    await page.click('#panel-run select');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await real.eventually(speed).toBe(2);
    await page.keyboard.press('+');
    await real.eventually(speed).toBe(5);
    await page.keyboard.press('-');
    await real.eventually(speed).toBe(2);
    // who came by keys stays, to choose on
    await page.focus('#panel-run select');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('ArrowUp');
    await real.eventually(speed).toBe(1);
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Speed');
  });
});

describe('driving', () => {
  const command = async () => (await real.robot()).command;

  it('goes by keys for as long as they are held', async () => {
    const { page } = real;
    const most = await page.evaluate(() => tandem.store.entities.robots[0]!.max_speed_mps);
    await real.tool('drive');
    const begin = (await real.robot()).pose;
    await page.keyboard.down('w');
    await real.eventually(async () => (await command())[0]).toBeCloseTo(0.6 * most, 6);
    await real.eventually(async () => {
      const { pose } = await real.robot();
      return Math.hypot(pose[0] - begin[0], pose[1] - begin[1]);
    }).toBeGreaterThan(0.03);
    await page.keyboard.down('ArrowLeft');
    await real.eventually(async () => (await command())[1]).toBeGreaterThan(0.5);
    await page.keyboard.up('ArrowLeft');
    await page.keyboard.up('w');
    await real.eventually(command).toEqual([0, 0]);
    expect((await real.of('drive')).at(-1)).toMatchObject({ linear_mps: 0, angular_radps: 0 });
    await real.eventually(async () => Math.abs((await real.robot()).speed_mps)).toBeLessThan(0.01);
  });

  it('repeats what is wanted ten times a second, and stops when the window is left', async () => {
    const { page } = real;
    await real.tool('drive');
    // a timer of the same page, which is late when the machine is busy
    await page.evaluate(() => {
      const ticks: number[] = [];
      Object.assign(window, { ticks });
      setInterval(() => ticks.push(performance.now()), 100);
    });
    await page.keyboard.down('s');
    await real.eventually(async () => (await real.of('drive')).length).toBeGreaterThan(8);
    const times = (await real.of('drive')).map(({ ms }) => ms);
    const [first, last] = [times[0]!, times.at(-1)!];
    const due = await page.evaluate(([begin, end]) => ticks
      .filter((ms) => ms > begin! && ms <= end!).length, [first, last]);
    // one more or less by where the two begin, and one by which of them comes first
    expect(Math.abs(times.length - 1 - due)).toBeLessThanOrEqual(2);
    await page.evaluate(() => window.dispatchEvent(new Event('blur')));
    await real.eventually(command).toEqual([0, 0]);
    await page.keyboard.up('s');
  });

  it('goes by the stick', async () => {
    const { page } = real;
    await real.tool('drive');
    const box = (await page.locator('.stick').boundingBox())!;
    const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    await page.mouse.move(middle.x, middle.y);
    await page.mouse.down();
    await page.mouse.move(middle.x, middle.y - 200);
    await real.eventually(async () => (await command())[0]).toBeGreaterThan(0.2);
    await page.mouse.move(middle.x + 200, middle.y);
    await real.eventually(async () => (await command())[1]).toBeLessThan(-0.5);
    await page.mouse.up();
    await real.eventually(command).toEqual([0, 0]);
  });
});

describe('a goal', () => {
  it('is where one pressed, with the heading of the drag; nobody is there to drive', async () => {
    const { page } = real;
    await real.tool('goal');
    expect(await page.textContent('.tool-options')).toContain('No navigator');
    const [from, to] = [await real.aim(0.2, -0.2), await real.aim(0.2, 0.4)];
    await real.drag(from, to);
    await page.mouse.up();
    await page.waitForSelector('.notice.error');
    expect(await page.textContent('.notice.error')).toMatch(/no navigator/);
    const { x, y, yaw, robot } = (await real.of('goal'))[0]!;
    expect(robot).toBe('emaros');
    expect(x).toBeCloseTo(from.on.x, 6);
    expect(y).toBeCloseTo(from.on.y, 6);
    expect(yaw).toBeCloseTo(Math.atan2(to.on.y - from.on.y, to.on.x - from.on.x), 6);
  });
});

describe('another scenario', () => {
  it('is chosen from the list, and runs', async () => {
    const { page } = real;
    await page.click('#panel-scenario button');
    await page.click('[data-scenario=office]');
    await real.eventually(() => page.evaluate(() => tandem.store.world.value!.scenario.name))
      .toBe('office');
    await real.eventually(() => page.title()).toBe('office – Tandem');
    await real.eventually(() => page.locator('dialog[open]').count()).toBe(0);
    expect(await page.textContent('#panel-scenario button')).toBe('office');
  });

  it('says why it cannot be loaded', async () => {
    expect(await real.order({ do: 'load', scenario: 'no_such_place' })).toBe(false);
    await real.page.waitForSelector('.notice:has-text("no_such_place")');
  });
});

describe('the connection', () => {
  it('is to the host of the page and to no other', async () => {
    const { port } = shared.run;
    const isForbidden = (url: string) => real.page.evaluate((to) =>
      new Promise<boolean>((resolve) => {
        document.addEventListener('securitypolicyviolation', () => resolve(true), { once: true });
        const socket = new WebSocket(to);
        socket.onopen = () => {
          socket.close();
          resolve(false);
        };
      }), url);
    expect(await isForbidden(`ws://localhost:${port}/ws`)).toBe(true);
    expect(await isForbidden(`ws://127.0.0.1:${port + 1}/ws`)).toBe(true);
    expect(await isForbidden(`ws://127.0.0.1:${port}/ws`)).toBe(false);
    real.complaints = []; // the browser notes each attempt
  });

  it('is there again after a reload, and may still control', async () => {
    await real.page.reload();
    await real.isLive();
    expect(await real.order({ do: 'pause' })).toBe(true);
    await real.eventually(async () => (await real.status()).paused).toBe(true);
  });

  it('is back at the next attempt after another start', async () => {
    const { page } = real;
    await countAttempts(page);
    const { port } = shared.run;
    await shared.run.stop();
    await page.waitForSelector('.banner:not([hidden])');
    shared.run = await Run.start('push', port);
    await isBackAtNextAttempt(page);
    await real.eventually(() => page.evaluate(() => tandem.store.world.value!.scenario.name))
      .toBe('push');
    await real.eventually(() => page.isHidden('.banner')).toBe(true);
    real.complaints = []; // the browser notes each attempt
  });
});
