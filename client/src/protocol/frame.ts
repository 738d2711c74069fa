// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { ByteReader, ByteWriter, ProtocolError } from './bytes';
import { Kind, NONE_U32 } from './kinds';
import type { Frame } from './messages';
import { packRotation, unpackRotation } from './rotation';

const UNIT_M = 0.0001;
const MAX_UNITS = 0x7fffffff;
const MIN_BODY_BYTES = 1 + 12 + 4;
const HEADER_BYTES = 40;

/** Room for the bodies of a frame, used for one frame after the other. */
export class FrameRoom {
  ids = new Uint32Array(256);
  poses = new Float32Array(7 * 256);

  reserve(count: number): void {
    if (count <= this.ids.length) return;
    this.ids = new Uint32Array(count * 2);
    this.poses = new Float32Array(count * 14);
  }
}

export function decodeFrame(bytes: Uint8Array, room = new FrameRoom()): Frame {
  const reader = new ByteReader(bytes);
  reader.u8();
  const flags = reader.u8();
  reader.u16();
  const epoch = reader.u32();
  const sequence = reader.u32();
  const count = reader.u32();
  const time_ns = reader.i64();
  const sent_us = Number(reader.i64());
  const age = reader.u32();
  const step_age_us = reader.u32();
  if (count * MIN_BODY_BYTES > reader.left)
    throw new ProtocolError(`a frame of ${bytes.byteLength} bytes cannot have ${count} bodies`);

  room.reserve(count);
  const { ids, poses } = room;
  const end = readBodies(bytes, count, ids, poses);
  if (end !== bytes.byteLength) throw new ProtocolError('a frame goes on behind its last body');
  const pose_age_us = age === NONE_U32 ? undefined : age;
  return {
    type: 'frame', full: (flags & 1) !== 0, epoch, sequence, count, time_ns, sent_us,
    pose_age_us, step_age_us, ids, poses,
  };
}

// thousands of bodies sixty times a second: reads without the reader
function readBodies(
  bytes: Uint8Array, count: number, ids: Uint32Array, poses: Float32Array,
): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = HEADER_BYTES;
  let id = 0;
  for (let i = 0, out = 0; i < count; ++i, out += 7) {
    let gap = 0;
    let factor = 1;
    let byte = 0x80;
    for (let digits = 0; byte >= 0x80; ++digits) {
      if (digits === 5 || at >= bytes.byteLength)
        throw new ProtocolError('the number of a body does not end');
      byte = bytes[at++]!;
      gap += (byte & 0x7f) * factor;
      factor *= 128;
    }
    if (at + 16 > bytes.byteLength) throw new ProtocolError('a frame ends inside of a body');
    id += gap;
    ids[i] = id;
    poses[out] = view.getInt32(at, true) * UNIT_M;
    poses[out + 1] = view.getInt32(at + 4, true) * UNIT_M;
    poses[out + 2] = view.getInt32(at + 8, true) * UNIT_M;
    unpackRotation(view.getUint32(at + 12, true), poses, out + 3);
    at += 16;
  }
  return at;
}

function positionUnits(metres: number): number {
  return Math.min(Math.max(Math.round(metres / UNIT_M), -MAX_UNITS), MAX_UNITS);
}

/** `poses` may be of higher precision than those that a frame is decoded to. */
export function encodeFrame(
  frame: Omit<Frame, 'poses'> & { poses: ArrayLike<number> },
): Uint8Array {
  const writer = new ByteWriter();
  writer.u8(Kind.frame).u8(frame.full ? 1 : 0).u16(0);
  writer.u32(frame.epoch).u32(frame.sequence).u32(frame.count);
  writer.i64(frame.time_ns).i64(BigInt(frame.sent_us));
  writer.u32(frame.pose_age_us ?? NONE_U32).u32(frame.step_age_us);
  let before = 0;
  for (let i = 0; i < frame.count; ++i) {
    const [x, y, z, qx, qy, qz, qw] = [0, 1, 2, 3, 4, 5, 6].map((k) => frame.poses[7 * i + k]!);
    writer.varint(frame.ids[i]! - before);
    before = frame.ids[i]!;
    writer.i32(positionUnits(x!)).i32(positionUnits(y!)).i32(positionUnits(z!));
    writer.u32(packRotation(qx!, qy!, qz!, qw!));
  }
  return writer.bytes;
}
