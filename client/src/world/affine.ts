// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { Matrix4, Quaternion, Vector3 } from 'three';
import type { Pose } from '../protocol/messages';

const ONE = new Vector3(1, 1, 1);

export function matrixOfPose(pose: Pose, out = new Matrix4()): Matrix4 {
  const [x, y, z, qx, qy, qz, qw] = pose;
  return out.compose(new Vector3(x, y, z), new Quaternion(qx, qy, qz, qw).normalize(), ONE);
}

/** The pose of slot `slot` in a table of seven numbers each. */
export function matrixOfSlot(poses: Float32Array, slot: number, out: Matrix4): Matrix4 {
  writeProduct(poses, slot, IDENTITY, out.elements, 0);
  return out;
}

const IDENTITY = new Float32Array(new Matrix4().elements);

/**
 * Writes world_from_body · body_from_part as a matrix of 16 numbers, column by column. Thousands of
 * these are due in every frame, so nothing is allocated.
 */
export function writeProduct(
  poses: Float32Array, slot: number, part: ArrayLike<number>, out: Float32Array | number[],
  at: number,
): void {
  const p = 7 * slot;
  const x = poses[p + 3]!;
  const y = poses[p + 4]!;
  const z = poses[p + 5]!;
  const w = poses[p + 6]!;
  const m00 = 1 - 2 * (y * y + z * z);
  const m01 = 2 * (x * y - z * w);
  const m02 = 2 * (x * z + y * w);
  const m10 = 2 * (x * y + z * w);
  const m11 = 1 - 2 * (x * x + z * z);
  const m12 = 2 * (y * z - x * w);
  const m20 = 2 * (x * z - y * w);
  const m21 = 2 * (y * z + x * w);
  const m22 = 1 - 2 * (x * x + y * y);
  for (let c = 0; c < 16; c += 4) {
    const a = part[c]!;
    const b = part[c + 1]!;
    const d = part[c + 2]!;
    out[at + c] = m00 * a + m01 * b + m02 * d;
    out[at + c + 1] = m10 * a + m11 * b + m12 * d;
    out[at + c + 2] = m20 * a + m21 * b + m22 * d;
    out[at + c + 3] = 0;
  }
  out[at + 12]! += poses[p]!;
  out[at + 13]! += poses[p + 1]!;
  out[at + 14]! += poses[p + 2]!;
  out[at + 15] = 1;
}
