// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type { Area } from '../protocol/messages';
import { cornersOf, isInside } from '../world/area';

/** Between a robot and what lies beside it, as the projector's own window has it. */
const DISTANCE_M = 0.15;
const DIRECTIONS = [Math.PI, -Math.PI / 2, Math.PI / 2, 0];

/**
 * Where something of that size lies on the floor that tells of a robot: behind it, or beside or
 * before it where the floor ends, never on its back. Its top is towards the robot.
 */
export function beside(
  floor: Area, [x, y, yaw]: readonly [number, number, number], radius: number,
  width: number, height: number,
): Area {
  const places = DIRECTIONS.map((direction): Area => {
    const [way, far] = [yaw + direction, radius + DISTANCE_M + height / 2];
    return [x + far * Math.cos(way), y + far * Math.sin(way), way + Math.PI / 2, width, height];
  });
  return places.find((place) => cornersOf(place).every(([cx, cy]) => isInside(floor, cx, cy)))
    ?? places[0]!;
}
