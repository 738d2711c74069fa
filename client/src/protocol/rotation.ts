// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0

/**
 * Rotations of 32 bits: the three smaller components of the quaternion, each of which is within
 * ±1/√2, and which one was left out.
 */

const HALF_RANGE = 511;
const LOW_BITS = 0x3ff;

export function packRotation(x: number, y: number, z: number, w: number): number {
  const q = [x, y, z, w];
  let largest = 0;
  for (let i = 1; i < 4; ++i) if (Math.abs(q[i]!) > Math.abs(q[largest]!)) largest = i;
  const length = Math.hypot(x, y, z, w);
  // q and -q are the same rotation, so the one left out can be made positive
  const factor = (q[largest]! < 0 ? -Math.SQRT2 : Math.SQRT2) / length;
  let packed = largest;
  for (let i = 0; i < 4; ++i) {
    if (i === largest) continue;
    const step = Math.round((q[i]! * factor + 1) * HALF_RANGE);
    packed = packed * 1024 + Math.min(Math.max(step, 0), 2 * HALF_RANGE);
  }
  return packed;
}

/** Writes x, y, z, w to `out` from `offset` on. */
export function unpackRotation(packed: number, out: Float32Array, offset: number): void {
  const a = (((packed >>> 20) & LOW_BITS) / HALF_RANGE - 1) * Math.SQRT1_2;
  const b = (((packed >>> 10) & LOW_BITS) / HALF_RANGE - 1) * Math.SQRT1_2;
  const c = ((packed & LOW_BITS) / HALF_RANGE - 1) * Math.SQRT1_2;
  const largest = Math.sqrt(Math.max(0, 1 - a * a - b * b - c * c));
  switch (packed >>> 30) {
    case 0:
      out[offset] = largest;
      out[offset + 1] = a;
      out[offset + 2] = b;
      out[offset + 3] = c;
      return;
    case 1:
      out[offset] = a;
      out[offset + 1] = largest;
      out[offset + 2] = b;
      out[offset + 3] = c;
      return;
    case 2:
      out[offset] = a;
      out[offset + 1] = b;
      out[offset + 2] = largest;
      out[offset + 3] = c;
      return;
    default:
      out[offset] = a;
      out[offset + 1] = b;
      out[offset + 2] = c;
      out[offset + 3] = largest;
  }
}
