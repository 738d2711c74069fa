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
