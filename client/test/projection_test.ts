// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { applyHomography, type Corners, fitted, keystone } from '../src/projection/homography';
import { beside } from '../src/projection/floor_plane';
import { gridLines, numbersAlong } from '../src/projection/ruler';

describe('a keystone', () => {
  const square: Corners = [[0, 0], [800, 0], [800, 600], [0, 600]];

  it('changes nothing when the corners are those of the window', () => {
    const matrix = keystone(800, 600, square)!;
    [1, 0, 0, 0, 1, 0, 0, 0, 1].forEach((v, i) => expect(matrix[i]).toBeCloseTo(v, 9));
  });

  it('takes corners to corners and lines to lines', () => {
    const corners: Corners = [[50, 20], [760, 60], [700, 580], [90, 500]];
    const matrix = keystone(800, 600, corners)!;
    square.forEach((corner, i) => {
      const [x, y] = applyHomography(matrix, corner);
      expect(x).toBeCloseTo(corners[i]![0], 6);
      expect(y).toBeCloseTo(corners[i]![1], 6);
    });
    // the middle of the picture is where the diagonals meet
    const [mx, my] = applyHomography(matrix, [400, 300]);
    const cross = (a: number[], b: number[]) =>
      (b[0]! - a[0]!) * (my - a[1]!) - (b[1]! - a[1]!) * (mx - a[0]!);
    expect(cross(corners[0], corners[2])).toBeCloseTo(0, 5);
    expect(cross(corners[1], corners[3])).toBeCloseTo(0, 5);
  });

  it('is refused when it would fold the picture', () => {
    expect(keystone(800, 600, [[0, 0], [800, 0], [100, 100], [0, 600]])).toBeUndefined();
    expect(keystone(800, 600, [[0, 0], [0, 0], [800, 600], [0, 600]])).toBeUndefined();
  });
});

describe('a floor without calibration', () => {
  it('keeps its shape in the middle of the window', () => {
    expect(fitted(4 / 3, 4 / 3)).toEqual([[0, 0], [1, 0], [1, 1], [0, 1]]);
    // a square in a window twice as wide has half of its width
    expect(fitted(1, 2)).toEqual([[0.25, 0], [0.75, 0], [0.75, 1], [0.25, 1]]);
    expect(fitted(2, 1)).toEqual([[0, 0.25], [1, 0.25], [1, 0.75], [0, 0.75]]);
  });
});

describe('what tells of a robot on the floor', () => {
  const floor = [0, 0, 0, 4, 3] as const;
  const place = (x: number, y: number, yaw: number) =>
    beside([...floor], [x, y, yaw], 0.2, 0.8, 0.6).slice(0, 2).map((v) => Number(v.toFixed(6)) + 0);

  it('lies behind it, 0.15 m from its rear, with its top towards it', () => {
    // 0.2 + 0.15 and half of 0.6
    expect(place(0, 0, 0)).toEqual([-0.65, 0]);
    expect(place(0, 0, Math.PI / 2)).toEqual([0, -0.65]);
    expect(beside([...floor], [0, 0, 0], 0.2, 0.8, 0.6)[2]).toBeCloseTo(-Math.PI / 2 + 2 * Math.PI);
  });

  it('lies beside or before it where the floor ends', () => {
    expect(place(-1.5, 0, 0)).toEqual([-1.5, -0.65]);
    expect(place(-1.5, -1, 0)).toEqual([-1.5, -0.35]);
    expect(place(-1.7, 0, Math.PI)).toEqual([-1.05, 0]);
  });
});

describe('the test grid', () => {
  it('has a number at each metre from the middle', () => {
    expect(numbersAlong(4)).toEqual([-2, -1, 1, 2]);
    expect(numbersAlong(3)).toEqual([-1, 1]);
  });

  it('has a line through the middle and one at each step from there', () => {
    const lines = gridLines(4, 3, 1);
    const xs = lines.filter((_, i) => i % 6 === 0 && i < 5 * 6);
    expect(xs).toEqual([-2, -1, 0, 1, 2]);
    expect(lines).toHaveLength(6 * (5 + 3));
  });
});
