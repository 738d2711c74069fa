// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
// Everything that people do with the page, against Tandem itself: what counts is what the
// simulation did. One run and one page for all; each test begins with the world as it began.
import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { App } from '../../src/app';
import { countAttempts, isBackAtNextAttempt } from './attempts';
import { DESK, openBrowser } from './open';
import { RealPage, until } from './real_page';
import { Run } from './run';

// runs in the page
declare const tandem: App;
declare const ticks: number[];
declare const floor: { pixel(x: number, y: number): number[] };
declare const seen: () => { width: number; height: number; pixels: Uint8ClampedArray };
declare const plain: Uint8ClampedArray;

let browser: Browser;
let context: BrowserContext;
let run: Run;
let real: RealPage;

beforeAll(async () => {
  [browser, run] = await Promise.all([openBrowser(), Run.start('push')]);
  context = await browser.newContext(DESK);
  real = await RealPage.open(context, run.link);
});
afterAll(async () => {
  await browser?.close();
  await run?.stop();
});
beforeEach(() => real.beginAnew('push'));
afterEach(() => {
  const urls = real.asked.filter((url) => !url.startsWith('blob:'));
  const hosts = new Set(urls.map((url) => new URL(url).host));
  // no other host was asked, and nothing went wrong
  expect([...hosts]).toEqual([`127.0.0.1:${run.port}`]);
  expect(real.complaints).toEqual([]);
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

describe('paint', () => {
  const pixel = (x: number, y: number) =>
    real.page.evaluate(([px, py]) => floor.pixel(px!, py!), [x, y]);

  beforeEach(() => real.page.evaluate(() => {
    // the floor, put together from what the server says
    const info = tandem.store.world.value!.paint!;
    const pixels = new Uint8Array(4 * info.width * info.height);
    tandem.store.paint.on(({ tiles }) => {
      for (const { column, row, width, height, pixels: from } of tiles)
        for (let r = 0; r < height; ++r) {
          const to = 4 * ((row + r) * info.width + column);
          if (from) pixels.set(from.subarray(4 * width * r, 4 * width * (r + 1)), to);
          else pixels.fill(0, to, to + 4 * width);
        }
    });
    const [cx, cy, , sx, sy] = info.area;
    Object.assign(window, { floor: { pixel(x: number, y: number) {
      const column = Math.floor((x - cx + sx / 2) / info.pixel_m);
      const row = Math.floor((cy + sy / 2 - y) / info.pixel_m);
      const at = 4 * (row * info.width + column);
      return [...pixels.subarray(at, at + 4)];
    } } });
  }));

  it('is where one drew, in the colour that was chosen, and comes in small pieces', async () => {
    const { page } = real;
    await real.tool('paint');
    await page.click('[aria-label="Paint green"]');
    await real.drag(await real.aim(-0.3, -0.3), await real.aim(0.3, -0.3), 500, 30);
    await page.mouse.up();
    // #30a46c
    await real.eventually(() => pixel(0, -0.3)).toEqual([0x30, 0xa4, 0x6c, 255]);
    expect(await pixel(0, -0.2)).toEqual([0, 0, 0, 0]);
    const pieces = await real.of('paint');
    expect(pieces.length).toBeGreaterThan(2);
    // half a second of 30 a second, and the last one
    expect(pieces.length).toBeLessThanOrEqual(2 + 30 * (pieces.at(-1)!.ms - pieces[0]!.ms) / 1000);
  });

  it('is erased where one erases, and everywhere by one click', async () => {
    const { page } = real;
    const [width_m, color] = [0.06, [1, 0, 0, 1] as [number, number, number, number]];
    const points: [number, number][] = [[-0.3, -0.3], [0.3, -0.3]];
    expect(await real.order({ do: 'paint', points, width_m, color, erase: false })).toBe(true);
    await real.eventually(() => pixel(0, -0.3)).toEqual([255, 0, 0, 255]);
    await real.tool('paint');
    await page.click('.tool-options button:has-text("Erase")');
    await real.drag(await real.aim(0, -0.45), await real.aim(0, -0.15));
    await page.mouse.up();
    await real.eventually(() => pixel(0, -0.3)).toEqual([0, 0, 0, 0]);
    expect(await pixel(0.25, -0.3)).toEqual([255, 0, 0, 255]);
    await page.click('.tool-options button:has-text("Clear all")');
    await real.eventually(() => pixel(0.25, -0.3)).toEqual([0, 0, 0, 0]);
  });
});

describe('things', () => {
  /** frames have tenths of millimetres; what is put down settles by less than the rest */
  const SETTLED_M = 0.001;
  const spawned = () => real.page.evaluate(() =>
    [...tandem.store.entities.all].filter((entity) => entity.spawned).map(({ name }) => name));
  const there = (name: string) =>
    real.eventually(async () => (await real.origin(name)) !== undefined).toBe(true);

  /** A thing of the storage where nothing else is. */
  async function stand(thing: string) {
    const { x, y } = await real.spot();
    expect(await real.order({ do: 'spawn', thing, pose: [x, y, 0, 0, 0, 0, 1] })).toBe(true);
    await there(thing);
    return (await real.origin(thing))!;
  }

  it('are placed where one clicks', async () => {
    const { page } = real;
    await real.tool('place');
    await page.click('[data-thing=carton]');
    const spot = await real.spot();
    const at = await real.aim(spot.x, spot.y);
    await page.mouse.click(at.x, at.y);
    await real.eventually(spawned).toEqual(['carton']);
    await there('carton');
    const { x, y } = (await real.origin('carton'))!;
    expect(Math.hypot(x - at.on.x, y - at.on.y)).toBeLessThan(SETTLED_M);
    // it is selected
    await real.eventually(() => page.textContent('[aria-label=Selected] strong')).toBe('carton');
  });

  it('are turned by keys when they are selected', async () => {
    const { page } = real;
    const { x, y, z, yaw } = await stand('carton');
    await real.tool('grab');
    const at = await real.aim(x, y, z);
    await page.mouse.click(at.x, at.y);
    expect(await page.textContent('[aria-label=Selected] strong')).toBe('carton');
    const turned = async () => (await real.origin('carton'))!.yaw - yaw;
    await page.keyboard.press('q');
    await real.eventually(turned).toBeCloseTo(Math.PI / 12, 2);
    await page.keyboard.press('e');
    await real.eventually(turned).toBeCloseTo(0, 2);
  });

  it('are dragged and put down', async () => {
    const { page } = real;
    const before = await stand('carton');
    await real.tool('grab');
    const from = await real.aim(before.x, before.y, before.z);
    // where the mouse takes hold of it: that point stays under the mouse
    const held = await real.hit(from);
    const to = await real.aim(held.x + 0.25, held.y - 0.1, held.z);
    await real.drag(from, to, 600, 30);
    // a hand that rests does not throw
    await until(Date.now() + 150);
    await page.mouse.up();
    const [dx, dy] = [to.on.x - held.x, to.on.y - held.y];
    await real.eventually(async () => {
      const { x, y } = (await real.origin('carton'))!;
      return Math.hypot(x - before.x - dx, y - before.y - dy);
    }).toBeLessThan(SETTLED_M);
    const holds = await real.of('hold');
    expect(holds.length).toBeGreaterThan(2);
    expect(holds.length).toBeLessThanOrEqual(2 + 20 * (holds.at(-1)!.ms - holds[0]!.ms) / 1000);
    expect((await real.of('move')).at(-1)!.velocity).toBeNull();
  });

  it('fly on when they are thrown', async () => {
    const { x, y, z } = await stand('carton');
    await real.tool('grab');
    // 0.3 m in 0.1 s, by a hand that is as quick on a slow machine
    await real.flick(await real.aim(x, y, z), await real.aim(x - 0.3, y, z), 100);
    await real.eventually(async () => (await real.of('move')).length).toBe(1);
    const { velocity, pose } = (await real.of('move'))[0]!;
    expect(velocity![0]).toBeGreaterThan(-4.5);
    expect(velocity![0]).toBeLessThan(-2);
    expect(Math.abs(velocity![1])).toBeLessThan(0.3);
    await real.eventually(async () => pose[0] - (await real.origin('carton'))!.x)
      .toBeGreaterThan(0.03);
  });

  it('that stand fast are moved, but do not fly', async () => {
    const { x, y } = await stand('waste_bin');
    await real.tool('grab');
    const z = 0.1;
    await real.flick(await real.aim(x, y, z), await real.aim(x + 0.2, y, z), 100);
    await real.eventually(async () => (await real.of('move')).map(({ velocity }) => velocity))
      .toEqual([null]);
    await real.eventually(async () => (await real.origin('waste_bin'))!.x - x).toBeCloseTo(0.2, 1);
    expect((await real.origin('waste_bin'))!.z).toBeCloseTo(0, 3);
  });

  it('are taken away', async () => {
    const { page } = real;
    const { x, y, z } = await stand('carton');
    await real.tool('grab');
    const at = await real.aim(x, y, z);
    await page.mouse.click(at.x, at.y);
    expect(await page.textContent('[aria-label=Selected] strong')).toBe('carton');
    await page.keyboard.press('Delete');
    await real.eventually(spawned).toEqual([]);
    expect(await real.origin('carton')).toBeUndefined();
  });
});

describe('panels', () => {
  it('say what happened, and find it', async () => {
    const { page } = real;
    const list = () => page.locator('.events li').allTextContents();
    const { x, y } = await real.spot();
    await real.order({ do: 'spawn', thing: 'carton', pose: [x, y, 0, 0, 0, 0, 1] });
    await real.eventually(async () => (await list()).join()).toMatch(/carton/);
    await page.fill('[aria-label="Only events with these words"]', 'carton');
    expect((await list()).every((text) => /carton/.test(text))).toBe(true);
    await page.fill('[aria-label="Only events with these words"]', 'no such words');
    expect(await list()).toEqual([]);
  });

  it('draw charts of what the run says', async () => {
    const { page } = real;
    await page.click('#panel-charts summary');
    const text = () => page.textContent('#panel-charts');
    await real.eventually(text).toMatch(/Step.*mean \d+\.\d\d.*ms/s);
    await real.eventually(text).toMatch(/Real-time factor\s*\d\.\d\d/);
    await real.eventually(text).toMatch(/Latency of the page\s*\d+\.\d/);
  });

  it('change a robot to a twin and back, and pause it', async () => {
    const { page } = real;
    await page.click('[data-mode=twin]');
    await real.eventually(async () => (await real.robot()).mode).toBe('twin');
    await real.eventually(() => page.textContent('.robot')).toMatch(/Tracking/);
    await page.click('[data-pause]');
    await real.eventually(async () => (await real.robot()).paused).toBe(true);
    await real.eventually(() => page.textContent('[data-pause]')).toBe('Twin is paused');
    // it goes on when poses come, of which there are none here
    await page.click('[data-pause]');
    await real.eventually(async () => (await real.of('pause_twin')).map(({ paused }) => paused))
      .toEqual([true, false]);
    await page.click('[data-mode=virtual]');
    await real.eventually(async () => (await real.robot()).mode).toBe('virtual');
  });

  it('list the keys of all tools', async () => {
    const { page } = real;
    await page.keyboard.press('?');
    const text = await page.textContent('dialog[open]');
    for (const words of ['Pause or go on', 'Erase or paint', 'Take it away', 'Turn the view'])
      expect(text).toContain(words);
  });
});

describe('other pages', () => {
  it('lets others look but not touch', async () => {
    const viewer = await RealPage.open(context, new URL('/', run.link).href);
    const { page } = viewer;
    expect(await page.textContent('#panel-connection')).toContain('view only');
    for (const selector of ['#panel-run button', '[data-tool=drive]', '[data-mode=twin]']) {
      expect(await page.isDisabled(selector)).toBe(true);
      expect(await page.getAttribute(selector, 'title')).toMatch(/may only look/);
    }
    await page.keyboard.press('d');
    expect(await page.evaluate(() => tandem.tools.chosen.value)).toBeUndefined();
    await page.click('#panel-scenario button');
    await page.waitForSelector('[data-scenario=push]');
    expect(await page.isDisabled('[data-scenario=push]')).toBe(true);
    await page.keyboard.press('Escape');
    // keys neither
    await page.keyboard.press(' ');
    await page.waitForSelector('.notice.error');
    expect((await real.status()).paused).toBe(false);
    await viewer.close();
  });

  it('fits on a tablet, where a finger drives', async () => {
    const hands = await browser.newContext(
      { viewport: { width: 768, height: 1024 }, hasTouch: true });
    const tablet = await RealPage.open(hands, run.link);
    const { page } = tablet;
    const outside = () => page.evaluate(() =>
      [...document.querySelectorAll('.bar button, .bar select, .bar .pill, .tool-dock button')]
        .filter((element) => {
          const box = element.getBoundingClientRect();
          return box.width > 0 && (box.left < 0 || box.right > innerWidth || box.top < 0
            || box.bottom > innerHeight);
        }).map((element) => element.outerHTML));
    const overlapping = () => page.evaluate(() => {
      const boxes = [...document.querySelectorAll('.bar button, .bar select, .bar .pill, .clock')]
        .map((element) => ({ element, box: element.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 0);
      return boxes.flatMap(({ element, box: a }, i) => boxes.slice(i + 1)
        .filter(({ box: b }) => a.left < b.right - 1 && b.left < a.right - 1
          && a.top < b.bottom - 1 && b.top < a.bottom - 1)
        .map((other) => [element.outerHTML, other.element.outerHTML]));
    });
    expect(await outside()).toEqual([]);
    await page.tap('[data-tool=drive]');
    expect(await outside()).toEqual([]);
    const box = (await page.locator('.stick').boundingBox())!;
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const finger = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at: number[][]) =>
      finger.send('Input.dispatchTouchEvent', {
        type, touchPoints: at.map(([px, py]) => ({ x: px!, y: py! })),
      });
    await touch('touchStart', [[x, y]]);
    await touch('touchMove', [[x, y - 60]]);
    await tablet.eventually(async () => (await tablet.robot()).command[0]).toBeGreaterThan(0.2);
    await touch('touchEnd', []);
    await tablet.eventually(async () => (await tablet.robot()).command[0]).toBe(0);
    // held otherwise, and on a phone, where nothing lies over another thing
    for (const [width, height] of [[1024, 768], [820, 1180], [390, 844]] as const) {
      await page.setViewportSize({ width, height });
      await tablet.eventually(outside).toEqual([]);
      await tablet.eventually(overlapping).toEqual([]);
    }
    await page.tap('[aria-label="Show or hide the right panels"]');
    expect(await page.isVisible('#panel-robots')).toBe(true);
    await page.tap('[aria-label="Show or hide the left panels"]');
    expect(await page.isVisible('#panel-robots')).toBe(false);
    await hands.close();
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

describe('pictures', () => {
  /** share of pixels that differ from the picture's first */
  const variety = () => real.page.evaluate(() => {
    const canvas = document.querySelector<HTMLCanvasElement>('.image-view canvas');
    if (!canvas || canvas.hidden) return 0;
    const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
    let others = 0;
    for (let i = 0; i < data.length; i += 4) if (data[i] !== data[0]) ++others;
    return (4 * others) / data.length;
  });

  /** From now on the camera's picture is magenta, whatever the camera sees. */
  const drawOverPlainColor = () => real.page.evaluate(() => {
    const draw = CanvasRenderingContext2D.prototype.drawImage as (...words: unknown[]) => void;
    Object.assign(CanvasRenderingContext2D.prototype, {
      drawImage(this: CanvasRenderingContext2D, ...words: unknown[]) {
        if (words[0] instanceof HTMLCanvasElement) return draw.apply(this, words);
        this.fillStyle = '#ff00ff';
        return this.fillRect(0, 0, this.canvas.width, this.canvas.height);
      },
    });
  });

  beforeEach(async () => {
    await real.beginAnew('office');
    await real.page.evaluate(() => void Object.assign(window, { seen() {
      const canvas = document.querySelector<HTMLCanvasElement>('.image-view canvas')!;
      const { width, height } = canvas;
      return {
        width, height, pixels: canvas.getContext('2d')!.getImageData(0, 0, width, height).data,
      };
    } }));
  });

  it('of cameras are shown, with what is virtual over them, and in the world', async () => {
    const { page } = real;
    await page.click('#panel-images summary');
    await real.eventually(variety).toBeGreaterThan(0.3);
    // lidar points are no part of the picture: they are there only when laid over it
    const blue = () => page.evaluate(() => {
      const { pixels } = seen();
      let count = 0;
      for (let i = 0; i < pixels.length; i += 4) if (pixels[i + 2]! > pixels[i]! + 60) ++count;
      return count;
    });
    expect(await blue()).toBeLessThan(100);
    // kept in the page, for what is drawn over it to be compared with
    await page.evaluate(() => Object.assign(window, { plain: seen().pixels }));
    await page.click('.image-view button:has-text("AR")');
    await real.eventually(blue).toBeGreaterThan(300);
    // what is drawn over it looks as in the picture, up to lights
    expect(await page.evaluate(() => {
      const { pixels } = seen();
      return pixels.reduce((sum, value, i) => sum + Math.abs(value - plain[i]!), 0) / pixels.length;
    })).toBeLessThan(20);
    await drawOverPlainColor();
    // walls are virtual, and the ground is the picture's own
    await real.eventually(() => page.evaluate(() => {
      const { pixels, width, height } = seen();
      const isOver = (x: number, y: number) => pixels[4 * (y * width + x) + 1] !== 0;
      const row = [...Array(width).keys()];
      return {
        walls: row.filter((x) => isOver(x, Math.floor(0.4 * height))).length > 0.9 * width,
        ground: row.some((x) => !isOver(x, height - 2)),
      };
    })).toEqual({ walls: true, ground: true });
    await page.click('input[name="av view"]');
    await real.eventually(() => page.evaluate(() => {
      const planes = tandem.viewer.root.children.find(({ name }) => name === 'camera planes')!;
      return planes.visible && planes.children.some((child) => child.visible);
    })).toBe(true);
    await page.click('input[name="av view"]');
    await page.click('#panel-images summary');
    // nobody looks at it any more
    await real.eventually(() => page.evaluate(() =>
      tandem.store.watching('emaros/camera') === undefined)).toBe(true);
  });
});

describe('the connection', () => {
  it('is there again after a reload, and may still control', async () => {
    await real.page.reload();
    await real.isLive();
    expect(await real.order({ do: 'pause' })).toBe(true);
    await real.eventually(async () => (await real.status()).paused).toBe(true);
  });

  it('is back at the next attempt after another start', async () => {
    const { page } = real;
    await countAttempts(page);
    const { port } = run;
    await run.stop();
    await page.waitForSelector('.banner:not([hidden])');
    run = await Run.start('push', port);
    await isBackAtNextAttempt(page);
    await real.eventually(() => page.evaluate(() => tandem.store.world.value!.scenario.name))
      .toBe('push');
    await real.eventually(() => page.isHidden('.banner')).toBe(true);
    real.complaints = []; // the browser notes each attempt
  });
});
