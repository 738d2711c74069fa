// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type { Page } from 'playwright-core';
import type { App } from '../../src/app';

// runs in the page
declare const tandem: App;
declare const floor: { pixel(x: number, y: number): number[] };

/** From now on the floor is put together from what the server says of its paint. */
export function followPaint(page: Page): Promise<void> {
  return page.evaluate(() => {
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
  });
}

/** Red, green, blue and how much of it covers, of a place of the floor. */
export function paintAt(page: Page, x: number, y: number): Promise<number[]> {
  return page.evaluate(([px, py]) => floor.pixel(px!, py!), [x, y]);
}
