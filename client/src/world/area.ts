// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { Matrix4 } from 'three';
import type { Area, Vec2 } from '../protocol/messages';

/** Counterclockwise from the one with the smallest x and y, in the area's own axes. */
export function cornersOf([x, y, yaw, sizeX, sizeY]: Area): Vec2[] {
  const [c, s] = [Math.cos(yaw), Math.sin(yaw)];
  return [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([i, j]) => {
    const [dx, dy] = [(i! * sizeX) / 2, (j! * sizeY) / 2];
    return [x + c * dx - s * dy, y + s * dx + c * dy];
  });
}

/** world_from_area, for a plane of 1 × 1 that is to cover it. */
export function areaMatrix([x, y, yaw, sizeX, sizeY]: Area, height: number): Matrix4 {
  return new Matrix4().makeRotationZ(yaw).setPosition(x, y, height)
    .multiply(new Matrix4().makeScale(sizeX, sizeY, 1));
}

export function isInside([x, y, yaw, sizeX, sizeY]: Area, px: number, py: number): boolean {
  const [c, s] = [Math.cos(yaw), Math.sin(yaw)];
  const [dx, dy] = [px - x, py - y];
  return Math.abs(c * dx + s * dy) <= sizeX / 2 && Math.abs(c * dy - s * dx) <= sizeY / 2;
}
