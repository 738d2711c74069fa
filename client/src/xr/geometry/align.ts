// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { Vector3 } from 'three';
import type { Area, Vec2 } from '../../protocol/messages';
import { sceneFromWorld } from '../../view/frames';
import type { Standing } from './standing';

/** Two marks of a floor cannot tell much about its heading when they are this close. */
export const LEAST_APART_M = 0.5;
/** People point at marks within some centimetres. */
export const MOST_OFF_M = 0.1;

export type Alignment =
  { isGood: true; standing: Standing; offM: number } | { isGood: false; reason: string };

/**
 * How the room stands in the scene when two points of the world's floor were pointed out in the
 * room (x and z of it; y is up there, 0 its floor). What the two distances differ by is shared.
 */
export function alignTwoPoints(
  world: readonly [Vec2, Vec2],
  room: readonly [Vec2, Vec2],
  floorM: number,
): Alignment {
  const [a, b] = world.map(([x, y]) => sceneFromWorld(new Vector3(x, y, floorM)));
  const [p, q] = room.map(([x, z]) => new Vector3(x, 0, z));
  const [wanted, pointed] = [b!.clone().sub(a!), q!.clone().sub(p!)];
  if (Math.min(wanted.length(), pointed.length()) < LEAST_APART_M)
    return { isGood: false, reason: `the two points must be ${LEAST_APART_M} m apart or more` };
  const offM = Math.abs(wanted.length() - pointed.length());
  if (offM > MOST_OFF_M) {
    const [is, should] = [pointed.length(), wanted.length()].map((m) => m.toFixed(2));
    return {
      isGood: false,
      reason: `the points are ${should} m apart, but ${is} m were pointed out`,
    };
  }
  const angle = (v: Vector3) => Math.atan2(-v.z, v.x);
  const turn = angle(wanted) - angle(pointed);
  const middle = p!
    .add(q!)
    .multiplyScalar(0.5)
    .applyAxisAngle(new Vector3(0, 1, 0), turn);
  const place = a!.add(b!).multiplyScalar(0.5).sub(middle);
  return {
    isGood: true,
    standing: { place, turn: Math.atan2(Math.sin(turn), Math.cos(turn)) },
    offM,
  };
}

/** How the room stands when an area of its floor has come to lie elsewhere in the world. */
export function movedWith({ place, turn }: Standing, before: Area, after: Area): Standing {
  const [from, to] = [before, after].map(([x, y]) => sceneFromWorld(new Vector3(x, y, 0)));
  const by = after[2] - before[2];
  return {
    place: place.clone().sub(from!).applyAxisAngle(new Vector3(0, 1, 0), by).add(to!),
    turn: turn + by,
  };
}
