// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { type Ray, Vector3 } from 'three';

/** Hills steeper than this, as a rise for each metre, may be overlooked where a ray just grazes. */
const STEEPEST = 2;
/** What is smaller than this, or than this share of its distance, may be, too. */
const SMALLEST_M = 0.02;
const SMALLEST_SHARE = 0.002;
/** Beyond it nothing is drawn. */
const FARTHEST_M = 5000;
const HALVINGS = 40;

/**
 * Where a ray meets hills first: `heightAt` says how high they are at x and y. Undefined where it
 * does not, or begins below them.
 */
export function meetHills(
  ray: Ray, heightAt: (x: number, y: number) => number,
): Vector3 | undefined {
  const at = new Vector3();
  const above = (far: number) => {
    ray.at(far, at);
    return at.z - heightAt(at.x, at.y);
  };
  const { x, y, z } = ray.direction;
  // at most so fast does the ray come nearer to the ground below it
  const sinking = Math.max(STEEPEST * Math.hypot(x, y) - z, 1e-3);
  let height = above(0);
  if (height < 0) return undefined;
  let [before, far] = [0, 0];
  while (height > 0) {
    if (far > FARTHEST_M) return undefined;
    before = far;
    far += Math.max(height / sinking, SMALLEST_M, SMALLEST_SHARE * far);
    height = above(far);
  }
  for (let i = 0; i < HALVINGS; ++i) {
    const middle = (before + far) / 2;
    if (above(middle) > 0) before = middle;
    else far = middle;
  }
  return ray.at(far, new Vector3());
}
