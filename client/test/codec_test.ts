// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { decodeAny, encodeAny } from '../src/protocol/any_message';
import { encodePaint } from '../src/protocol/binary';
import { ByteReader, ByteWriter, ProtocolError } from '../src/protocol/bytes';
import { decodePageMessage, decodeServerMessage } from '../src/protocol/codec';
import { decodeFrame, encodeFrame } from '../src/protocol/frame';
import { Kind } from '../src/protocol/kinds';
import type { Frame } from '../src/protocol/messages';
import { packRotation, unpackRotation } from '../src/protocol/rotation';
import { readGolden, type GoldenBody } from './golden';

const golden = readGolden();

describe('golden bytes', () => {
  it('are there for every kind', () => {
    const kinds = new Set(golden.map((example) => example.type));
    expect([...kinds].sort()).toEqual(Object.keys(Kind).sort());
  });

  for (const { name, message, bytes } of golden) {
    it(`of ${name} are what the page writes`, () => {
      expect(encodeAny(message, 0)).toEqual(bytes);
    });
    if (message.type === 'frame') continue;
    it(`of ${name} are understood by the page`, () => {
      expect(decodeAny(bytes!)).toEqual(message);
    });
  }

  for (const { name, meaning, message, bytes } of golden) {
    if (message.type !== 'frame') continue;
    it(`of ${name} are understood within what the wire can tell`, () => {
      const { ids: _, poses, ...header } = decodeFrame(bytes!);
      const { ids, poses: __, ...expected } = message;
      expect(header).toEqual(expected);
      expect(decodeFrame(bytes!).ids.slice(0, header.count)).toEqual(ids);

      (meaning.bodies as GoldenBody[]).forEach((body, i) => {
        const pose = [...poses.slice(7 * i, 7 * i + 7)];
        body.position_units.forEach((units, axis) => {
          expect(pose[axis]).toBe(Math.fround(units * 0.0001));
        });
        const length = Math.hypot(...body.rotation);
        const alike = body.rotation.reduce((sum, v, k) => sum + (v / length) * pose[3 + k]!, 0);
        // a step of the wire is √2/1022 of a component, so half of one is 0.0007 in each of three
        expect(2 * Math.acos(Math.min(1, Math.abs(alike)))).toBeLessThan(0.004);
      });
    });
    it(`of ${name} have the bits that its meaning says`, () => {
      const reader = new ByteReader(bytes!);
      reader.slice(40);
      for (const body of meaning.bodies as GoldenBody[]) {
        reader.varint();
        expect([reader.i32(), reader.i32(), reader.i32()]).toEqual(body.position_units);
        expect(reader.u32()).toBe(body.rotation_bits);
      }
      expect(reader.left).toBe(0);
    });
  }
});

describe('a varint', () => {
  it.each([[0, 1], [127, 1], [128, 2], [16383, 2], [16384, 3], [0xffffffff, 5]])(
    'of %i has %i bytes', (value, size) => {
      const bytes = new ByteWriter().varint(value).bytes;
      expect(bytes.byteLength).toBe(size);
      expect(new ByteReader(bytes).varint()).toBe(value);
    });

  it('that does not end is refused', () => {
    const endless = new Uint8Array([0x80, 0x80, 0x80, 0x80, 0x80, 0x80]);
    expect(() => new ByteReader(endless).varint()).toThrow(ProtocolError);
  });
});

describe('a rotation', () => {
  it('keeps its axis and angle whichever component is largest', () => {
    const out = new Float32Array(4);
    for (let axis = 0; axis < 4; ++axis) {
      for (const sign of [1, -1]) {
        const q = [0.1, -0.2, 0.15, 0.05];
        q[axis] = sign * 0.9;
        const length = Math.hypot(...q);
        const packed = packRotation(q[0]!, q[1]!, q[2]!, q[3]!);
        expect(packed >>> 30).toBe(axis);
        unpackRotation(packed, out, 0);
        for (let k = 0; k < 4; ++k) expect(out[k]! * sign).toBeCloseTo(q[k]! / length, 2);
      }
    }
  });

  it('that is none is told as one', () => {
    const packed = packRotation(0, 0, 0, 1);
    expect(packed).toBe(3 * 2 ** 30 + 511 * 2 ** 20 + 511 * 2 ** 10 + 511);
  });
});

describe('damaged messages', () => {
  const refused = (bytes: Uint8Array) =>
    expect(() => decodeServerMessage(bytes)).toThrow(ProtocolError);

  it('are refused when empty or of unknown kind', () => {
    refused(new Uint8Array());
    refused(new Uint8Array([63]));
    refused(new Uint8Array([Kind.join]));
    expect(() => decodePageMessage(new Uint8Array([Kind.frame]))).toThrow(ProtocolError);
  });

  it('are refused when they end early, wherever that is', () => {
    // of an image the end is nowhere but at its end
    for (const { message, bytes } of golden) {
      if (!['frame', 'paint', 'points', 'grid', 'people'].includes(message.type)) continue;
      for (let size = 0; size < bytes!.byteLength; ++size) refused(bytes!.slice(0, size));
    }
  });

  it('are refused when they say to have more than they have', () => {
    const frame = golden.find((example) => example.name === 'frame_full')!.bytes!.slice();
    new DataView(frame.buffer).setUint32(12, 0xffffffff, true);
    refused(frame);
  });

  it('are refused when what is packed is not what was said', () => {
    const tile = { column: 0, row: 0, width: 2, height: 2, pixels: new Uint8Array(20) };
    refused(encodePaint({ type: 'paint', full: false, epoch: 1, tiles: [tile] }));
    tile.pixels = new Uint8Array(12);
    refused(encodePaint({ type: 'paint', full: false, epoch: 1, tiles: [tile] }));
  });

  it('are refused when they are not JSON objects in UTF-8', () => {
    for (const text of ['', '{', '3', '[]', 'null'])
      refused(new Uint8Array([Kind.status, ...new TextEncoder().encode(text)]));
    refused(new Uint8Array([Kind.status, 0x7b, 0xff, 0x7d]));
  });
});

describe('a large frame', () => {
  it('of 3000 moving bodies has 18 bytes a body at most', () => {
    const count = 3000;
    const frame: Frame = {
      type: 'frame', full: false, epoch: 1, sequence: 1, count, time_ns: 0n, sent_us: 0,
      pose_age_us: undefined, step_age_us: 0,
      ids: Uint32Array.from({ length: count }, (_, i) => 1000 + 11 * i),
      poses: Float32Array.from({ length: 7 * count }, (_, i) => (i % 7 === 6 ? 1 : 0)),
    };
    expect(encodeFrame(frame).byteLength).toBeLessThanOrEqual(40 + 18 * count);
  });
});
