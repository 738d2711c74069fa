// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { Matrix3, Matrix4 } from 'three';
import type { Vec2 } from '../protocol/messages';

/** Around: upper left, upper right, lower right, lower left. */
export type Corners = [Vec2, Vec2, Vec2, Vec2];

/**
 * The 3 × 3 matrix, row by row, that takes the corners of a picture of `width` × `height` to
 * others; undefined if these fold it or leave nothing of it.
 */
export function keystone(width: number, height: number, corners: Corners): number[] | undefined {
  if (!isConvex(corners)) return undefined;
  const [[x0, y0], [x1, y1], [x2, y2], [x3, y3]] = corners;
  // of the unit square, after Heckbert
  const [dx1, dx2, sx] = [x1 - x2, x3 - x2, x0 - x1 + x2 - x3];
  const [dy1, dy2, sy] = [y1 - y2, y3 - y2, y0 - y1 + y2 - y3];
  const scale = dx1 * dy2 - dx2 * dy1;
  const g = (sx * dy2 - dx2 * sy) / scale;
  const h = (dx1 * sy - sx * dy1) / scale;
  const rows = [
    x1 - x0 + g * x1, x3 - x0 + h * x3, x0,
    y1 - y0 + g * y1, y3 - y0 + h * y3, y0,
    g, h, 1,
  ];
  return rows.map((value, i) => value / [width, height, 1][i % 3]!);
}

/** Corners of what has one shape in the middle of what has another, as shares of the latter. */
export function fitted(shape: number, windowShape: number): Corners {
  const across = Math.min(1, shape / windowShape) / 2;
  const down = Math.min(1, windowShape / shape) / 2;
  const [left, right, top, bottom] = [0.5 - across, 0.5 + across, 0.5 - down, 0.5 + down];
  return [[left, top], [right, top], [right, bottom], [left, bottom]];
}

// the other way round too: pictures over a mirror
function isConvex(corners: Corners): boolean {
  const turns = corners.map(([x, y], i) => {
    const [nextX, nextY] = corners[(i + 1) % 4]!;
    const [afterX, afterY] = corners[(i + 2) % 4]!;
    return (nextX - x) * (afterY - nextY) - (nextY - y) * (afterX - nextX);
  });
  return turns.every((turn) => turn > 1) || turns.every((turn) => turn < -1);
}

export function applyHomography(m: number[], [x, y]: Vec2): Vec2 {
  const w = m[6]! * x + m[7]! * y + m[8]!;
  return [(m[0]! * x + m[1]! * y + m[2]!) / w, (m[3]! * x + m[4]! * y + m[5]!) / w];
}

/**
 * The same for a camera that sees the picture from -1 to 1: what it draws is then at those corners
 * of a window of `width` × `height`, upside up.
 */
export function clipMatrix(width: number, height: number, corners: Corners): Matrix4 | undefined {
  const inClip = corners.map(([x, y]) => [x, height - y] as Vec2);
  const m = keystone(1, 1, [inClip[3]!, inClip[2]!, inClip[1]!, inClip[0]!]);
  if (!m) return undefined;
  const fromUnit = new Matrix3().set(...(m as Parameters<Matrix3['set']>));
  const clip = new Matrix3().set(2 / width, 0, -1, 0, 2 / height, -1, 0, 0, 1)
    .multiply(fromUnit).multiply(new Matrix3().set(0.5, 0, 0.5, 0, 0.5, 0.5, 0, 0, 1));
  const [a, d, g, b, e, h, c, f, i] = clip.elements as unknown as number[];
  // depths keep their order, and stay in front of what is cut off
  const depth = Math.min(...[-1, 1].flatMap((x) => [-1, 1].map((y) => g! * x + h! * y + i!)));
  return new Matrix4().set(a!, b!, 0, c!, d!, e!, 0, f!, 0, 0, depth, 0, g!, h!, 0, i!);
}
