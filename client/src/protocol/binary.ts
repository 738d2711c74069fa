// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { unzlibSync, zlibSync } from 'fflate';
import { ByteReader, ByteWriter, ProtocolError } from './bytes';
import { Kind, NONE_U32 } from './kinds';
import type {
  Credit, Grid, Image, Paint, PaintTile, Parts, People, Person, Points, Pose, Presence,
} from './messages';

/** 0: stored as it is, which every zlib does alike; the golden bytes are packed so. */
export type PackLevel = 0 | 1 | 6;

/** Larger than anything that is sent, small enough to be harmless when a size is wrong. */
const MAX_UNPACKED = 64 * 1024 * 1024;

function unpack(bytes: Uint8Array, size: number, what: string): Uint8Array {
  if (size > MAX_UNPACKED) throw new ProtocolError(`${what} of ${size} bytes is too large`);
  let unpacked: Uint8Array;
  try {
    // one byte of room too many tells when there is more inside than was said
    unpacked = unzlibSync(bytes, { out: new Uint8Array(size + 1) });
  } catch (error) {
    throw new ProtocolError(`${what} cannot be unpacked: ${String(error)}`);
  }
  if (unpacked.byteLength !== size)
    throw new ProtocolError(`${what} has ${unpacked.byteLength} bytes inside, expected ${size}`);
  return unpacked;
}

function readPose(reader: ByteReader): Pose {
  const pose: Pose = [0, 0, 0, 0, 0, 0, 1];
  for (let i = 0; i < 7; ++i) pose[i] = reader.f32();
  return pose;
}

export function decodePaint(bytes: Uint8Array): Paint {
  const reader = new ByteReader(bytes);
  reader.u8();
  const full = (reader.u8() & 1) !== 0;
  reader.u16();
  const epoch = reader.u32();
  const count = reader.u32();
  const tiles: PaintTile[] = [];
  for (let i = 0; i < count; ++i) {
    const column = reader.u16();
    const row = reader.u16();
    const width = reader.u16();
    const height = reader.u16();
    const packed = reader.slice(reader.u32());
    const pixels =
      packed.byteLength > 0 ? unpack(packed, 4 * width * height, 'a tile of paint') : undefined;
    tiles.push({ column, row, width, height, pixels });
  }
  return { type: 'paint', full, epoch, tiles };
}

export function encodePaint(paint: Paint, level: PackLevel = 6): Uint8Array {
  const writer = new ByteWriter();
  writer.u8(Kind.paint).u8(paint.full ? 1 : 0).u16(0).u32(paint.epoch).u32(paint.tiles.length);
  for (const tile of paint.tiles) {
    writer.u16(tile.column).u16(tile.row).u16(tile.width).u16(tile.height);
    const packed = tile.pixels ? zlibSync(tile.pixels, { level }) : new Uint8Array();
    writer.u32(packed.byteLength).append(packed);
  }
  return writer.bytes;
}

export function decodeImage(bytes: Uint8Array): Image {
  const reader = new ByteReader(bytes);
  reader.u8();
  const format = reader.u8();
  if (format !== 1 && format !== 2)
    throw new ProtocolError(`an image has the unknown format ${format}`);
  const source = reader.u16();
  const stamp_ns = reader.i64();
  const picture = reader.slice(reader.left);
  return { type: 'image', format: format === 1 ? 'jpeg' : 'png', source, stamp_ns, picture };
}

export function encodeImage(image: Image): Uint8Array {
  const writer = new ByteWriter();
  writer.u8(Kind.image).u8(image.format === 'jpeg' ? 1 : 2).u16(image.source);
  return writer.i64(image.stamp_ns).append(image.picture).bytes;
}

export function decodePoints(bytes: Uint8Array): Points {
  const reader = new ByteReader(bytes);
  reader.u16();
  const source = reader.u16();
  const stamp_ns = reader.i64();
  const world_from_sensor = readPose(reader);
  const unit_m = reader.f32();
  const count = reader.u32();
  // a copy starts where an array of 16 bits may
  const points = new Int16Array(reader.slice(6 * count).slice().buffer);
  return { type: 'points', source, stamp_ns, world_from_sensor, unit_m, points };
}

export function encodePoints(points: Points): Uint8Array {
  const writer = new ByteWriter();
  writer.u8(Kind.points).u8(0).u16(points.source).i64(points.stamp_ns);
  for (const value of points.world_from_sensor) writer.f32(value);
  writer.f32(points.unit_m).u32(points.points.length / 3);
  for (const value of points.points) writer.i16(value);
  return writer.bytes;
}

export function decodeGrid(bytes: Uint8Array): Grid {
  const reader = new ByteReader(bytes);
  reader.u16();
  const source = reader.u16();
  const stamp_ns = reader.i64();
  const cell_m = reader.f32();
  const world_from_grid = readPose(reader);
  const width = reader.u32();
  const height = reader.u32();
  const inside = unpack(reader.slice(reader.left), width * height, 'a grid');
  const cells = new Int8Array(inside.buffer, inside.byteOffset, inside.byteLength);
  return { type: 'grid', source, stamp_ns, cell_m, world_from_grid, width, height, cells };
}

export function encodeGrid(grid: Grid, level: PackLevel = 6): Uint8Array {
  const writer = new ByteWriter();
  writer.u8(Kind.grid).u8(0).u16(grid.source).i64(grid.stamp_ns).f32(grid.cell_m);
  for (const value of grid.world_from_grid) writer.f32(value);
  writer.u32(grid.width).u32(grid.height);
  return writer.append(zlibSync(new Uint8Array(grid.cells), { level })).bytes;
}

export function decodeCredit(bytes: Uint8Array): Credit {
  const reader = new ByteReader(bytes);
  reader.u32();
  const sequence = reader.u32();
  const latency = reader.u32();
  return { type: 'credit', sequence, latency_us: latency === NONE_U32 ? undefined : latency };
}

export function encodeCredit(credit: Credit): Uint8Array {
  const writer = new ByteWriter();
  writer.u32(Kind.credit).u32(credit.sequence);
  const latency = credit.latency_us;
  // a latency that cannot be (a clock that jumped) is as good as none
  const known = latency !== undefined && latency >= 0 && latency < NONE_U32;
  return writer.u32(known ? Math.round(latency) : NONE_U32).bytes;
}

const PARTS = ['head', 'left', 'right'] as const;

function readParts(reader: ByteReader, bits: number): Parts {
  const parts: Parts = { head: undefined, left: undefined, right: undefined };
  PARTS.forEach((name, i) => {
    if (bits & (1 << i)) parts[name] = readPose(reader);
  });
  return parts;
}

function bitsOf(parts: Parts): number {
  return PARTS.reduce((bits, name, i) => bits | (parts[name] ? 1 << i : 0), 0);
}

function writeParts(writer: ByteWriter, parts: Parts): void {
  for (const name of PARTS) for (const value of parts[name] ?? []) writer.f32(value);
}

export function decodePeople(bytes: Uint8Array): People {
  const reader = new ByteReader(bytes);
  reader.u16();
  const count = reader.u16();
  const people: Person[] = [];
  for (let i = 0; i < count; ++i) {
    const id = reader.u32();
    const bits = reader.u8();
    reader.u8();
    reader.u16();
    people.push({ id, ...readParts(reader, bits) });
  }
  if (reader.left > 0) throw new ProtocolError('people go on behind the last one');
  return { type: 'people', people };
}

export function encodePeople({ people }: People): Uint8Array {
  const writer = new ByteWriter();
  writer.u8(Kind.people).u8(0).u16(people.length);
  for (const person of people) {
    writer.u32(person.id).u8(bitsOf(person)).u8(0).u16(0);
    writeParts(writer, person);
  }
  return writer.bytes;
}

export function decodePresence(bytes: Uint8Array): Presence {
  const reader = new ByteReader(bytes);
  reader.u8();
  const bits = reader.u8();
  reader.u16();
  return { type: 'presence', ...readParts(reader, bits) };
}

export function encodePresence(presence: Presence): Uint8Array {
  const writer = new ByteWriter();
  writer.u8(Kind.presence).u8(bitsOf(presence)).u16(0);
  writeParts(writer, presence);
  return writer.bytes;
}
