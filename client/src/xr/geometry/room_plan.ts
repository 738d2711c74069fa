// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { type Box3, Vector3 } from 'three';

/** Of a world without end, as much as one can walk around. */
const MOST_HALF_M = 4;
const LEAST_HALF_M = 1;

/** Where a person begins, and where things stand that only headsets show. In the world, z up. */
export interface RoomPlan {
  /** looks along y */
  start: Vector3;
  /** its middle, at the floor; looks back at the start */
  monitor: Vector3;
  /** its middle; it goes along y */
  storage: Vector3;
}

/** `floor` is what is interesting of a world; people stand in front of it, not in it. */
export function planRoom(floor: Box3, floorM: number): RoomPlan {
  const middle = floor.getCenter(new Vector3());
  const half = floor.getSize(new Vector3()).multiplyScalar(0.5);
  const within = (m: number) => Math.min(Math.max(m, LEAST_HALF_M), MOST_HALF_M);
  const [dx, dy] = [within(half.x), within(half.y)];
  return {
    start: new Vector3(middle.x, middle.y - dy - 0.4, floorM),
    monitor: new Vector3(middle.x, middle.y + dy + 0.8, floorM),
    storage: new Vector3(middle.x + dx + 0.6, middle.y, floorM),
  };
}
