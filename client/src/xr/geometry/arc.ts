// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { type Ray, Vector3 } from 'three';

/** As of a ball that somebody throws: about 6 m far when the hand is level. */
const SPEED_MPS = 7;
const GRAVITY_MPS2 = 9.81;
const STEP_S = 0.04;
const LONGEST_S = 3;

/** The way of a thrown ball in the world, and where it meets the ground, if it does. */
export interface Arc {
  points: Vector3[];
  landing: Vector3 | undefined;
}

/** `groundAt` says how high the ground is at x and y. */
export function throwArc(ray: Ray, groundAt: (x: number, y: number) => number): Arc {
  const points: Vector3[] = [];
  const at = (t: number) => ray.at(SPEED_MPS * t, new Vector3())
    .add(new Vector3(0, 0, -0.5 * GRAVITY_MPS2 * t * t));
  const above = (p: Vector3) => p.z - groundAt(p.x, p.y);
  let [before, height] = [at(0), above(at(0))];
  points.push(before);
  for (let t = STEP_S; t <= LONGEST_S; t += STEP_S) {
    const next = at(t);
    const nextHeight = above(next);
    if (nextHeight <= 0 && height > 0) {
      // between two points the way is as good as straight
      const landing = before.clone().lerp(next, height / (height - nextHeight));
      landing.z = groundAt(landing.x, landing.y);
      points.push(landing);
      return { points, landing };
    }
    points.push(next);
    [before, height] = [next, nextHeight];
  }
  return { points, landing: undefined };
}
