// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { pictureSurface } from '../src/layers/camera_plane';
import type { Lens } from '../src/protocol/messages';
import { extentOf, pixelOf, rayOf } from '../src/view/lens';
import { drawnFor, writeCanvasPixels } from '../src/view/overlay';

/** 640 by 480 pixels, half a metre wide at a distance of half a metre, the axis in the middle. */
const PLAIN: Lens = {
  width: 640, height: 480, fx: 640, fy: 640, cx: 319.5, cy: 239.5, model: 'plumb_bob',
  distortion: [],
};
const BENT: Lens[] = [
  { ...PLAIN, distortion: [-0.2, 0.05, 0.001, -0.002, 0.01] },
  { ...PLAIN, model: 'rational_polynomial', distortion: [0.3, 0.1, 0, 0, 0.02, 0.4, 0.1, 0.01] },
  { ...PLAIN, model: 'equidistant', distortion: [-0.02, 0.01, 0, 0] },
];

describe('a lens', () => {
  it('looks straight ahead in its middle, and through pixels by its focal length', () => {
    expect(rayOf(PLAIN, 319.5, 239.5)).toEqual([0, 0]);
    expect(rayOf(PLAIN, 639.5, 239.5)![0]).toBeCloseTo(0.5, 12);
    expect(extentOf({ ...PLAIN, cx: 159.5 })).toEqual(
      { left: -0.25, right: 0.75, top: -0.375, bottom: 0.375 });
  });

  it('that bends sees by each pixel what is seen by that pixel', () => {
    for (const lens of BENT) {
      for (const [x, y] of [[0, 0], [600, 20], [319, 470], [319.5, 239.5]] as const) {
        const ray = rayOf(lens, x, y)!;
        const [px, py] = pixelOf(lens, ray);
        expect(px).toBeCloseTo(x, 5);
        expect(py).toBeCloseTo(y, 5);
      }
    }
    // k1 alone: 0.4 · (1 - 0.2 · 0.16)
    const [px] = pixelOf({ ...PLAIN, distortion: [-0.2] }, [0.4, 0]);
    expect(px).toBeCloseTo(319.5 + 640 * 0.3872, 9);
    // of an ideal fisheye the pixel is as far off as the angle is large
    const [fish] = pixelOf({ ...PLAIN, model: 'equidistant' }, [1, 0]);
    expect(fish).toBeCloseTo(319.5 + 640 * (Math.PI / 4), 9);
  });

  it('that folds its picture sees nothing there', () => {
    // r (1 - r²) is nowhere more than 0.385
    expect(rayOf({ ...PLAIN, distortion: [-1] }, 639.5, 239.5)).toBeUndefined();
    expect(rayOf({ ...PLAIN, model: 'equidistant', fx: 100, fy: 100 }, 0, 0)).toBeUndefined();
  });
});

describe('the surface of a picture', () => {
  it('is as large as what the lens sees there', () => {
    const surface = pictureSurface(PLAIN, 2);
    surface.computeBoundingBox();
    const { min, max } = surface.boundingBox!;
    const corners = [min.x, max.x, min.y, max.y, min.z, max.z];
    [-1, 1, -0.75, 0.75, 2, 2].forEach((value, i) => expect(corners[i]).toBeCloseTo(value, 6));
    // the picture's upper left corner is left and, in an optical frame, up
    const { position, uv } = surface.attributes;
    expect([uv!.getX(0), uv!.getY(0)]).toEqual([0, 1]);
    expect(position!.getX(0)).toBeCloseTo(-1, 6);
    expect(position!.getY(0)).toBeCloseTo(-0.75, 6);
  });

  it('has holes where the lens sees nothing', () => {
    const round: Lens = { ...PLAIN, model: 'equidistant', fx: 160, fy: 160 };
    const triangles = (lens: Lens) => pictureSurface(lens, 1).index!.count / 3;
    expect(triangles({ ...round, fx: 640, fy: 640 })).toBe(2 * 24 * 24);
    expect(triangles(round)).toBeLessThan(2 * 24 * 24);
    expect(triangles(round)).toBeGreaterThan(24 * 12);
  });
});

describe('what is drawn over a picture', () => {
  it('is straight where the lens is', () => {
    const drawn = drawnFor(PLAIN, 64, 48);
    expect(drawn).toMatchObject({ width: 64, height: 48 });
    expect(drawn.sources).toBeUndefined();
  });

  it('is looked up where the lens bends', () => {
    const lens = BENT[0]!;
    const { width, height, extent, sources } = drawnFor(lens, 64, 48);
    // barrels see more than a pinhole
    expect(width).toBeGreaterThan(64);
    // each pixel has what was drawn in its direction, to within a pixel
    for (const [column, row] of [[2, 3], [40, 30], [60, 44]] as const) {
      const source = sources![row * 64 + column]!;
      const ray: [number, number] = [
        extent.left + ((source % width + 0.5) / width) * (extent.right - extent.left),
        extent.bottom
          - ((Math.floor(source / width) + 0.5) / height) * (extent.bottom - extent.top),
      ];
      const [px, py] = pixelOf(lens, ray);
      expect(Math.abs((px + 0.5) / 10 - (column + 0.5))).toBeLessThan(1);
      expect(Math.abs((py + 0.5) / 10 - (row + 0.5))).toBeLessThan(1);
    }
  });

  it('is clear where the lens sees nothing', () => {
    const to = new Uint8ClampedArray(8);
    writeCanvasPixels(new Uint8Array([10, 20, 30, 255]), to, 2, 1, Int32Array.of(-1, 0));
    expect([...to]).toEqual([0, 0, 0, 0, 10, 20, 30, 255]);
  });
});
