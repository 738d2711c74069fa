// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
// Pictures of cameras, with Tandem itself: what is seen twice is compared, so the robot stands.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { App } from '../../src/app';
import type { RealPage } from './real_page';
import { STANDING, useRealRun } from './real_run';

// runs in the page
declare const tandem: App;
declare const seen: () => { width: number; height: number; pixels: Uint8ClampedArray };
declare const plain: Uint8ClampedArray;

const shared = useRealRun('office', undefined, STANDING);
let real: RealPage;
beforeAll(() => {
  real = shared.real;
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
    await real.openPanel('images');
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
      const planes = tandem.viewer.root.children.find(({ name }) => name === 'camera plane')!;
      return planes.visible && planes.children.some((child) => child.visible);
    })).toBe(true);
    await page.click('input[name="av view"]');
    await page.click('#panel-images summary');
    // nobody looks at it any more
    await real.eventually(() => page.evaluate(() =>
      tandem.store.watching('emaros/camera') === undefined)).toBe(true);
  });
});
