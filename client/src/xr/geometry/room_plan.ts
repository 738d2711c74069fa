// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { type Box3, Vector3 } from 'three';

/** Of a world without end, as much as one can walk around. */
const MOST_HALF_M = 4;
const LEAST_HALF_M = 1;

/** Where a person begins, and where things stand that only headsets show. In the world, z up. */
export interface RoomPlan {
  start: Vector3;
  /** where one looks at first, to the left of y */
  turn: number;
  /** its middle, at the floor; looks back at the start */
  monitor: Vector3;
  /** its middle; it goes along where one looks */
  storage: Vector3;
  /** what should be seen */
  sights: readonly Vector3[];
  /** there are walls about: things are small and near */
  isNarrow: boolean;
}

/** How far one sees on the way from a place to another; undefined: all of it. */
export type Sight = (from: Vector3, to: Vector3) => number | undefined;

/** `floor` is what is interesting of a world; people stand in front of it, not in it. */
export function planRoom(floor: Box3, floorM: number): RoomPlan {
  const middle = floor.getCenter(new Vector3());
  const half = floor.getSize(new Vector3()).multiplyScalar(0.5);
  const within = (m: number) => Math.min(Math.max(m, LEAST_HALF_M), MOST_HALF_M);
  const [dx, dy] = [within(half.x), within(half.y)];
  const inside = [[0, 0], [1, 0], [-1, 0], [0, 1], [0, -1]] as const;
  return {
    start: new Vector3(middle.x, middle.y - dy - 0.4, floorM),
    turn: 0,
    monitor: new Vector3(middle.x, middle.y + dy + 0.8, floorM),
    storage: new Vector3(middle.x + dx + 0.6, middle.y, floorM),
    sights: inside.map(([i, j]) =>
      new Vector3(middle.x + 0.6 * i * dx, middle.y + 0.6 * j * dy, floorM)),
    isNarrow: false,
  };
}

const EYES_M = 1.6;
/** Walls may be low, and furniture is lower. */
const CHEST_M = 0.9;
const LOW_M = 0.3;
const NEAR_M = 3;
/** From where a robot is looked at: best along y, worst against it. */
const TURNS = [0, 30, -30, 60, -60, 90, -90, 120, -120, 150, -150, 180].map(
  (degrees) => (degrees * Math.PI) / 180,
);

/**
 * The same, for who sees something: who would stand before a wall that hides most of what there is
 * stands near a robot instead, with the monitor behind it and the storage at hand.
 */
export function planWithin(plan: RoomPlan, robot: Vector3, sight: Sight): RoomPlan {
  const floorM = plan.start.z;
  const above = (place: Vector3, m: number) => place.clone().setZ(floorM + m);
  const isSeen = (place: Vector3) =>
    sight(above(plan.start, EYES_M), above(place, LOW_M)) === undefined;
  const { sights } = plan;
  if (2 * sights.filter(isSeen).length >= sights.length) return plan;
  const free = (from: Vector3, way: Vector3, most: number) =>
    Math.min(sight(from, from.clone().addScaledVector(way, most)) ?? most, most);
  const places = TURNS.map((turn) => {
    const ahead = new Vector3(-Math.sin(turn), Math.cos(turn), 0);
    const [from, to] = [above(robot, LOW_M), above(robot, EYES_M)];
    to.addScaledVector(ahead, -NEAR_M);
    const share = (sight(from, to) ?? Infinity) / from.distanceTo(to);
    // not with the back at the wall
    const far = Math.max(Math.min(share, 1) * NEAR_M - 0.4, 0.5);
    const start = above(robot, 0).addScaledVector(ahead, -far);
    const isFree = sight(above(start, EYES_M), above(start, LOW_M)) === undefined;
    // with the wall behind one rather than behind the robot
    const view = free(above(robot, CHEST_M), ahead, 2 * NEAR_M);
    return { start, turn, ahead, worth: isFree ? Math.min(far, 2) + view / 2 : 0 };
  });
  const { start, turn, ahead } = places.reduce((best, each) =>
    (each.worth > best.worth + 0.1 ? each : best));
  const aside = new Vector3(Math.cos(turn), Math.sin(turn), 0);
  const wallM = free(above(start, EYES_M), ahead, 2 * NEAR_M);
  const deskM = free(above(start, 1), aside, 1.5);
  return {
    start,
    turn,
    monitor: start.clone().addScaledVector(ahead, Math.max(wallM - 0.1, 1)),
    storage: start.clone().addScaledVector(aside, Math.max(deskM - 0.5, 0.5))
      .addScaledVector(ahead, 1.2),
    sights,
    isNarrow: true,
  };
}
