// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
// The page /projector and `tandem snap --camera floor` through one calibration file, by pixels.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { App } from '../../src/app';
import type { Vec2 } from '../../src/protocol/messages';
import { applyHomography, type Corners, keystone } from '../../src/projection/homography';
import { PATIENCE_MS } from './launch';
import { openBrowser } from './open';
import { Run } from './run';

// runs in the page
declare const tandem: App;

const [WIDTH, HEIGHT] = [640, 400];
const CORNERS: Corners = [[41, 20], [595, 11], [631, 386], [8, 395]];
/** 4 by 2.5 m, around (0.5, 0) */
const FLOOR = { x: 0.5, y: 0, sizeX: 4, sizeY: 2.5 };
/** a metre by a metre, whose middle is there */
const PLATE = { x: 0.9, y: 0.2 };

const WORLD = `<sdf version="1.9"><world name="plate"><model name="plate"><static>true</static>
<pose>${PLATE.x} ${PLATE.y} 0.005 0 0 0</pose><link name="link">
<collision name="c"><geometry><box><size>1 1 0.01</size></box></geometry></collision>
<visual name="v"><geometry><box><size>1 1 0.01</size></box></geometry>
<material><ambient>1 1 1 1</ambient><diffuse>1 1 1 1</diffuse>
<emissive>1 1 1 1</emissive></material></visual></link></model></world></sdf>`;

const calibration = (corners: Corners) => `area: {x: ${FLOOR.x}, y: ${FLOOR.y}, \
size_x_m: ${FLOOR.sizeX}, size_y_m: ${FLOOR.sizeY}}
width_px: ${WIDTH}
height_px: ${HEIGHT}
corners_px:
  top_left: [${corners[0].join(', ')}]
  top_right: [${corners[1].join(', ')}]
  bottom_right: [${corners[2].join(', ')}]
  bottom_left: [${corners[3].join(', ')}]
`;

/** Where the homography of the file says that the corners of the plate are. */
function expectedPlate(corners: Corners): Vec2[] {
  const matrix = keystone(FLOOR.sizeX, FLOOR.sizeY, corners)!;
  return ([[-0.5, 0.5], [0.5, 0.5], [0.5, -0.5], [-0.5, -0.5]] as const).map(([dx, dy]) =>
    applyHomography(matrix, [
      PLATE.x + dx - FLOOR.x + FLOOR.sizeX / 2, FLOOR.sizeY / 2 - (PLATE.y + dy - FLOOR.y),
    ]));
}

/** Positive inside of corners that go around to the right, in pixels from the nearest edge. */
function depthInside(corners: Vec2[], x: number, y: number): number {
  return Math.min(...corners.map(([x0, y0], i) => {
    const [x1, y1] = corners[(i + 1) % 4]!;
    return ((x1 - x0) * (y - y0) - (y1 - y0) * (x - x0)) / Math.hypot(x1 - x0, y1 - y0);
  }));
}

/** things in the picture of snap are darker at their edges, and nothing around them is lit */
const BRIGHT = 50;

/** Pixels that are bright where they should be dark or dark where bright, off the edge's pixels. */
function wrongPixels(brightness: number[], plate: Vec2[]): string[] {
  const wrong: string[] = [];
  brightness.forEach((value, i) => {
    const [x, y] = [i % WIDTH, Math.floor(i / WIDTH)];
    const inside = depthInside(plate, x + 0.5, y + 0.5);
    if (Math.abs(inside) > 1 && value > BRIGHT !== inside > 0) wrong.push(`${x},${y}: ${value}`);
  });
  return wrong;
}

let browser: Browser;
let page: Page;
let folder: string;
let run: Run | undefined;
const file = (name: string) => join(folder, name);

beforeAll(async () => {
  browser = await openBrowser();
  page = await browser.newPage({ viewport: { width: WIDTH, height: HEIGHT } });
  folder = mkdtempSync(join(tmpdir(), 'tandem-projector-'));
  writeFileSync(file('plate.sdf'), WORLD);
});
afterAll(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true });
});
afterEach(async () => {
  await run?.stop();
  run = undefined;
});

/** Of each pixel of a PNG. */
async function brightnessOf(png: Buffer): Promise<number[]> {
  const brightness = await page.evaluate(async (bytes) => {
    const bitmap = await createImageBitmap(new Blob([new Uint8Array(bytes)]));
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
    context.drawImage(bitmap, 0, 0);
    const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
    return Array.from({ length: data.length / 4 }, (_, i) => data[4 * i + 1]!);
  }, [...png]);
  expect(brightness).toHaveLength(WIDTH * HEIGHT);
  return brightness;
}

async function openProjector(path: string): Promise<void> {
  await page.goto(new URL(path, run!.link).href);
  await page.waitForFunction(() => tandem.store.entities.named('plate') !== undefined
    && tandem.viewer.renderer.info.render.triangles > 0);
}

/** All its pixels are drawn when the picture stands still, fewer before that on a slow machine. */
async function eventuallyShows(plate: Vec2[]): Promise<void> {
  await expect.poll(async () => wrongPixels(await brightnessOf(await page.screenshot()), plate))
    .toEqual([]);
}

function snap(name: string): Buffer {
  execFileSync(process.env.TANDEM!, ['snap', file('plate.sdf'), '--camera', 'floor',
    '--projector-calibration', file(name), '-o', file('snap.png')], { stdio: 'ignore' });
  return readFileSync(file('snap.png'));
}

describe('a calibration file', () => {
  it('puts a metre where its homography says, on the page as in the picture of snap', async () => {
    writeFileSync(file('lab.yaml'), calibration(CORNERS));
    run = await Run.start(file('plate.sdf'), 0, ['--projector-page', file('lab.yaml')]);
    await openProjector('/projector');
    const plate = expectedPlate(CORNERS);
    await eventuallyShows(plate);
    if (process.env.TANDEM_PICTURES)
      await page.screenshot({ path: join(process.env.TANDEM_PICTURES, 'projector_page.png') });
    expect(wrongPixels(await brightnessOf(snap('lab.yaml')), plate)).toEqual([]);
  });

  it('of a second projector is at ?2, and may be mirrored', async () => {
    const mirrored: Corners = [CORNERS[1], CORNERS[0], CORNERS[3], CORNERS[2]];
    writeFileSync(file('lab.yaml'), calibration(CORNERS));
    writeFileSync(file('mirror.yaml'), calibration(mirrored));
    run = await Run.start(file('plate.sdf'), 0,
      ['--projector-page', file('lab.yaml'), '--projector-page', file('mirror.yaml')]);
    await openProjector('/projector?2');
    const plate = expectedPlate(mirrored).reverse();
    await eventuallyShows(plate);
    expect(wrongPixels(await brightnessOf(snap('mirror.yaml')), plate)).toEqual([]);
    await openProjector('/projector?3');
    expect(await page.textContent('.said')).toMatch(/given 2 calibrations.*no number 3/);
  });

  it('that is damaged or missing ends the run with a sentence', () => {
    const folded: Corners = [CORNERS[0], CORNERS[2], CORNERS[1], CORNERS[3]];
    writeFileSync(file('bad.yaml'), calibration(folded));
    for (const [name, said] of [
      ['bad.yaml', /bad\.yaml:\d+.*this is no picture of a floor/], ['none.yaml', /none\.yaml/],
    ] as const) {
      const { status, stderr } = spawnSync(process.env.TANDEM!, ['run', file('plate.sdf'),
        '--headless', '--no-ros', '--port', '0', '--projector-page', file(name)],
      { encoding: 'utf8', timeout: PATIENCE_MS });
      expect(status).toBe(1);
      expect(stderr).toMatch(said);
    }
  });
});

describe('the floor of a run', () => {
  const keyed = (name: string) => page.evaluate((layer) =>
    tandem.viewer.root.children.find((child) => child.name === layer)!.visible, name);
  /** Green, of the pixels of a screenshot, by places of the floor. */
  async function pixels(places: Vec2[]): Promise<number[]> {
    const brightness = await brightnessOf(await page.screenshot());
    const at = await page.evaluate((all) => all.map(([x, y]) => {
      const v = tandem.viewer.root.position.clone().set(x, y, 0)
        .applyMatrix4(tandem.viewer.root.matrixWorld).project(tandem.viewer.cameraView!.camera);
      return [Math.floor(((v.x + 1) / 2) * innerWidth), Math.floor(((1 - v.y) / 2) * innerHeight)];
    }), places);
    return at.map(([x, y]) => brightness[y! * WIDTH + x!]!);
  }
  async function openFloor(scenario: string, more: string[]): Promise<void> {
    run = await Run.start(scenario, 0, more);
    await page.goto(new URL('/projector', run.link).href);
    await page.waitForFunction(() => tandem.store.entities.robots.length > 0
      && tandem.store.bodies.size > 0 && tandem.store.status.value !== undefined);
  }

  it('stays dark where a real robot is, whatever is painted there', async () => {
    // a robot of which nobody knows where it is in its room
    await openFloor('paint', ['--set', 'robots.emaros.mode=twin',
      '--set', 'robots.emaros.twin.origin=start']);
    const control = await browser.newPage();
    await control.goto(run!.link);
    await control.waitForFunction(() => tandem.store.mayControl && tandem.store.status.value);
    const { x, y, radius } = await control.evaluate(() => {
      const [px, py] = tandem.store.status.value!.robots[0]!.pose;
      return { x: px, y: py, radius: tandem.store.entities.robots[0]!.radius_m };
    });
    await control.evaluate(([px, py, far]) => tandem.order({
      do: 'paint', points: [[px! - far!, py!], [px! + far!, py!]], width_m: 0.4,
      color: [1, 1, 1, 1], erase: false,
    }), [x, y, radius + 0.2]);
    await control.close();
    await expect.poll(async () => {
      const [beside, ...robot] = await pixels([
        [x + radius + 0.08, y], [x, y], [x + 0.9 * radius, y], [x, y + 0.1], [x - 0.1, y - 0.1],
      ]);
      return [beside! > 200, robot];
    }).toEqual([true, [0, 0, 0, 0]]);
  });

  it('is switched by the keys of the native window', async () => {
    await openFloor('push', ['--set', 'robots.emaros.commands=[]']);
    const bodies = () => page.evaluate(() => tandem.world.robots.visible);
    const isLit = () => page.evaluate(() => {
      let brightness = 0;
      tandem.viewer.lighting.root.traverseVisible((light) => {
        brightness += (light as { intensity?: number }).intensity ?? 0;
      });
      return brightness;
    });
    const [wereShown, before] = [await bodies(), await isLit()];
    expect(wereShown).toBe(true);
    await page.keyboard.press('1');
    expect(await bodies()).toBe(false);
    await page.keyboard.press('1');
    await page.keyboard.press('2');
    expect(await isLit()).not.toBe(before);
    await page.keyboard.press('2');
    const layers = [['3', 'billboard'], ['4', 'camera plane'], ['g', 'ruler']] as const;
    for (const [key, layer] of layers) {
      const was = await keyed(layer);
      await page.keyboard.press(key);
      expect(await keyed(layer), layer).toBe(!was);
      if (layer === 'camera plane') await liesBehindTheRobot();
      await page.keyboard.press(key);
      expect(await keyed(layer), layer).toBe(was);
    }
  });

  async function liesBehindTheRobot(): Promise<void> {
    const plane = () => page.evaluate(() => {
      const layer = tandem.viewer.root.children.find(({ name }) => name === 'camera plane')!;
      const mesh = layer.children.find(({ visible }) => visible);
      if (!mesh) return undefined;
      const e = mesh.matrix.elements;
      const [x, y] = tandem.store.status.value!.robots[0]!.pose;
      const radius = tandem.store.entities.robots[0]!.radius_m;
      const height = Math.hypot(e[4]!, e[5]!, e[6]!);
      // of the robot, which looks along x: where its edge is, and which way is up and ahead
      return { gap: x - radius - (e[12]! + height / 2), aside: e[13]! - y,
        up: Math.sign(e[10]!), tilt: Math.hypot(e[8]!, e[9]!), top: e[4]! / height };
    });
    await expect.poll(plane).toMatchObject({ up: 1 });
    const { gap, aside, tilt, top } = (await plane())!;
    expect(gap).toBeCloseTo(0.15, 2);
    expect(aside).toBeCloseTo(0, 2);
    expect(tilt).toBeCloseTo(0, 6);
    expect(top).toBeCloseTo(1, 3);
  }

  it('is laid onto the floor by dragging its corners', async () => {
    await openFloor('push', []);
    await page.evaluate(() => localStorage.clear());
    await page.reload();
    await page.waitForFunction(() => tandem.store.bodies.size > 0);
    await page.keyboard.press('c');
    const handle = page.locator('[aria-label="Corner at the lower right"]');
    const middle = async () => {
      const box = (await handle.boundingBox())!;
      return [box.x + box.width / 2, box.y + box.height / 2] as const;
    };
    const [fromX, fromY] = await middle();
    await page.mouse.move(fromX - 2, fromY - 2);
    await page.mouse.down();
    await page.mouse.move(fromX - 60, fromY - 40, { steps: 3 });
    await page.mouse.up();
    const [toX, toY] = await middle();
    expect([toX, toY]).toEqual([fromX - 60, fromY - 40]);
    // the floor's corner is there
    const corner = await page.evaluate(() => {
      const { camera } = tandem.viewer.cameraView!;
      const world = tandem.store.world.value!;
      const [cx, cy, yaw, sx, sy] = world.projection?.floor ?? world.tracked_area
        ?? world.paint?.area ?? [0, 0, 0, 4, 3];
      const [dx, dy] = [sx / 2, -sy / 2];
      const at = tandem.viewer.root.position.clone().set(
        cx + dx * Math.cos(yaw) - dy * Math.sin(yaw), cy + dx * Math.sin(yaw) + dy * Math.cos(yaw),
        world.floor_m).applyMatrix4(tandem.viewer.root.matrixWorld).project(camera);
      return [((at.x + 1) / 2) * innerWidth, ((1 - at.y) / 2) * innerHeight];
    });
    expect(corner[0]).toBeCloseTo(toX, 1);
    expect(corner[1]).toBeCloseTo(toY, 1);
    await page.evaluate(() => localStorage.clear());
  });

  /** Pixels that are lit, but those at the lower edge, where sentences are. */
  const lit = async () => (await brightnessOf(await page.screenshot()))
    .filter((value, i) => value > BRIGHT && i < (HEIGHT - 40) * WIDTH).length;

  it('is dark while Tandem is away, or says nothing, and comes back by itself', async () => {
    await openFloor('push', ['--set', 'robots.emaros.commands=[]']);
    await expect.poll(lit).toBeGreaterThan(100);
    const before = await lit();
    const isGone = () => page.isVisible('.gone');
    expect(await isGone()).toBe(false);

    run!.hang();
    try {
      await expect.poll(lit).toBe(0);
      expect(await isGone()).toBe(true);
    } finally {
      run!.goOn();
    }
    await expect.poll(lit).toBeGreaterThan(before / 2);
    expect(await isGone()).toBe(false);

    const { port } = run!;
    await run!.stop();
    await expect.poll(lit).toBe(0);
    expect(await page.textContent('.gone')).toMatch(/Nothing comes from Tandem any more/);
    run = await Run.start('push', port, ['--set', 'robots.emaros.commands=[]']);
    await expect.poll(lit).toBeGreaterThan(before / 2);
    expect(await isGone()).toBe(false);
  });

  it('is shown by two pages of one browser, each with corners of its own', async () => {
    run = await Run.start('push');
    const context = await browser.newContext({ viewport: { width: WIDTH, height: HEIGHT } });
    try {
      const [one, two] = [await context.newPage(), await context.newPage()];
      const open = async (each: Page, path: string) => {
        await each.goto(new URL(path, run!.link).href);
        await each.waitForFunction(() => tandem.store.bodies.size > 0);
      };
      const corner = (each: Page) => each.evaluate(() => {
        const { left, top } =
          document.querySelector<HTMLElement>('[aria-label="Corner at the upper left"]')!.style;
        return [(parseFloat(left) / 100) * innerWidth, (parseFloat(top) / 100) * innerHeight];
      });
      await open(one, '/projector');
      await open(two, '/projector?2');
      expect(await two.isVisible('.said')).toBe(false);
      const [x, y] = (await corner(one)) as [number, number];
      await one.bringToFront();
      await one.keyboard.press('c');
      for (let i = 0; i < 2; ++i) await one.keyboard.press('Shift+ArrowRight');
      await two.bringToFront();
      await two.keyboard.press('c');
      for (let i = 0; i < 3; ++i) await two.keyboard.press('Shift+ArrowDown');
      await one.reload();
      await two.reload();
      for (const [each, expected] of [[one, [x + 20, y]], [two, [x, y + 30]]] as const) {
        await each.bringToFront();
        await each.waitForFunction(() => tandem.store.bodies.size > 0);
        const [left, top] = await corner(each);
        expect(left).toBeCloseTo(expected[0]!, 3);
        expect(top).toBeCloseTo(expected[1]!, 3);
      }
      // both are told what moves
      for (const each of [one, two]) {
        await each.bringToFront();
        const { now, drawn } = await each.evaluate(() => ({
          now: Number(tandem.store.timeNs.value), drawn: tandem.viewer.renderer.info.render.frame,
        }));
        await each.waitForFunction(([from, frame]) =>
          Number(tandem.store.timeNs.value) > from! + 5e8
          && tandem.viewer.renderer.info.render.frame > frame!, [now, drawn]);
      }
    } finally {
      await context.close();
    }
  });
});
