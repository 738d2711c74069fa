// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type { Page } from 'playwright-core';
import type { App } from '../../src/app';

// runs in the page
declare const tandem: App;

/** Of an eye: how many colours it sees, and a sum that another picture would not have. */
export interface EyeSum {
  colors: number;
  sum: number;
}

export interface Seen {
  eyes: EyeSum[];
  /** red, green and blue of a place of the world, with the left eye */
  color: number[];
}

/** What both eyes of a person in a headset see, read from the next picture itself. */
export function seenBy(page: Page, place: [number, number, number] = [0, 0, 0]): Promise<Seen> {
  return page.evaluate(
    (at) =>
      new Promise((resolve) => {
        const { canvas, renderer, root, afterTurn } = tandem.viewer;
        // while what was drawn is still there
        const end = afterTurn.on(() => {
          end();
          const copy = document.createElement('canvas');
          [copy.width, copy.height] = [canvas.width, canvas.height];
          const context = copy.getContext('2d')!;
          context.drawImage(canvas, 0, 0);
          const { cameras } = renderer.xr.getCamera();
          const eyes = cameras.map(({ viewport }) => {
            const { x, z: width, w: height } = viewport!;
            const { data } = context.getImageData(x, 0, width, height);
            const colors = new Set<number>();
            let sum = 0;
            for (let i = 0; i < data.length; i += 4) {
              const color = (data[i]! << 16) | (data[i + 1]! << 8) | data[i + 2]!;
              colors.add(color);
              sum = (sum * 31 + color) % 1_000_000_007;
            }
            return { colors: colors.size, sum };
          });
          const { x: left, z: width, w: height } = cameras[0]!.viewport!;
          const seen = root.position.clone().set(...at);
          seen.applyMatrix4(root.matrixWorld).project(cameras[0]!);
          const column = Math.floor(left + ((seen.x + 1) / 2) * width);
          const row = Math.floor(((1 - seen.y) / 2) * height);
          const color = [...context.getImageData(column, row, 1, 1).data.slice(0, 3)];
          resolve({ eyes, color });
        });
      }),
    place,
  );
}
