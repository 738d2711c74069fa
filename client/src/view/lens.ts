// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type { Lens, Vec2 } from '../protocol/messages';

/** What a lens sees at a distance of 1 before it: x to the right and y down. */
export interface Extent {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Tangent of 75°: pictures as flat as a screen cannot show much more. */
const WIDEST = 3.73;
/** Of a picture's side, to find how far a lens sees. */
const SAMPLES = 24;

export function isStraight({ model, distortion }: Lens): boolean {
  return model !== 'equidistant' && distortion.every((value) => value === 0);
}

/**
 * Where the ray through a pixel meets the plane at a distance of 1; the middle of the top left
 * pixel is (0, 0). undefined where the lens sees nothing, or sideways.
 */
export function rayOf(lens: Lens, x: number, y: number): Vec2 | undefined {
  const bent: Vec2 = [(x - lens.cx) / lens.fx, (y - lens.cy) / lens.fy];
  if (isStraight(lens)) return bent;
  return lens.model === 'equidistant' ? unbendFisheye(lens, bent) : unbend(lens, bent);
}

/** The pixel that sees a point of the plane at a distance of 1. */
export function pixelOf(lens: Lens, ray: Vec2): Vec2 {
  const [x, y] = bend(lens, ray);
  return [lens.cx + lens.fx * x, lens.cy + lens.fy * y];
}

/** All that a lens sees, as far as a flat picture can show it. */
export function extentOf(lens: Lens): Extent {
  const extent = { left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity };
  const limit = (value: number) => Math.min(Math.max(value, -WIDEST), WIDEST);
  for (let row = 0; row <= SAMPLES; ++row) {
    for (let column = 0; column <= SAMPLES; ++column) {
      const ray = rayOf(lens, (column / SAMPLES) * lens.width - 0.5,
        (row / SAMPLES) * lens.height - 0.5);
      if (!ray) continue;
      const [x, y] = [limit(ray[0]), limit(ray[1])];
      extent.left = Math.min(extent.left, x);
      extent.right = Math.max(extent.right, x);
      extent.top = Math.min(extent.top, y);
      extent.bottom = Math.max(extent.bottom, y);
    }
  }
  return extent;
}

function bend({ model, distortion }: Lens, [x, y]: Vec2): Vec2 {
  const r2 = x * x + y * y;
  if (model === 'equidistant') {
    const r = Math.sqrt(r2);
    const scale = r < 1e-12 ? 1 : fisheyeRadius(distortion, Math.atan(r)) / r;
    return [x * scale, y * scale];
  }
  const [k1 = 0, k2 = 0, p1 = 0, p2 = 0, k3 = 0, k4 = 0, k5 = 0, k6 = 0] = distortion;
  const radial = (1 + r2 * (k1 + r2 * (k2 + r2 * k3))) / (1 + r2 * (k4 + r2 * (k5 + r2 * k6)));
  return [
    x * radial + 2 * p1 * x * y + p2 * (r2 + 2 * x * x),
    y * radial + p1 * (r2 + 2 * y * y) + 2 * p2 * x * y,
  ];
}

/** Newton's method in the plane, with the slopes measured. */
function unbend(lens: Lens, [x, y]: Vec2): Vec2 | undefined {
  const h = 1e-6;
  let p: Vec2 = [x, y];
  for (let i = 0; i < 30; ++i) {
    const at = bend(lens, p);
    const [offX, offY] = [at[0] - x, at[1] - y];
    if (Math.hypot(offX, offY) < 1e-9) return p;
    const alongX = bend(lens, [p[0] + h, p[1]]);
    const alongY = bend(lens, [p[0], p[1] + h]);
    const [a, c] = [(alongX[0] - at[0]) / h, (alongX[1] - at[1]) / h];
    const [b, d] = [(alongY[0] - at[0]) / h, (alongY[1] - at[1]) / h];
    const determinant = a * d - b * c;
    // where the lens folds it shows other directions a second time
    if (!(determinant > 1e-9)) return undefined;
    p = [p[0] - (d * offX - b * offY) / determinant, p[1] - (a * offY - c * offX) / determinant];
  }
  return undefined;
}

function fisheyeRadius([k1 = 0, k2 = 0, k3 = 0, k4 = 0]: number[], angle: number): number {
  const a2 = angle * angle;
  return angle * (1 + a2 * (k1 + a2 * (k2 + a2 * (k3 + a2 * k4))));
}

/** The radius grows with the angle, so halving finds it. */
function unbendFisheye({ distortion }: Lens, [x, y]: Vec2): Vec2 | undefined {
  const radius = Math.hypot(x, y);
  if (radius < 1e-12) return [x, y];
  let [low, high] = [0, (89 * Math.PI) / 180];
  if (radius > fisheyeRadius(distortion, high)) return undefined;
  for (let i = 0; i < 40; ++i) {
    const middle = (low + high) / 2;
    if (fisheyeRadius(distortion, middle) < radius) low = middle;
    else high = middle;
  }
  const scale = Math.tan(low) / radius;
  return [x * scale, y * scale];
}
