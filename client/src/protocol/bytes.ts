// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0

/** A message that is not as docs/protocol.md says. */
export class ProtocolError extends Error {}

/** Reads little-endian numbers one after the other. */
export class ByteReader {
  private readonly view: DataView;
  offset = 0;

  constructor(readonly bytes: Uint8Array) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get left(): number {
    return this.bytes.byteLength - this.offset;
  }

  u8(): number {
    return this.view.getUint8(this.take(1));
  }

  u16(): number {
    return this.view.getUint16(this.take(2), true);
  }

  u32(): number {
    return this.view.getUint32(this.take(4), true);
  }

  i16(): number {
    return this.view.getInt16(this.take(2), true);
  }

  i32(): number {
    return this.view.getInt32(this.take(4), true);
  }

  i64(): bigint {
    return this.view.getBigInt64(this.take(8), true);
  }

  f32(): number {
    return this.view.getFloat32(this.take(4), true);
  }

  /** Seven bits a byte, low ones first; the top bit says that more follow. */
  varint(): number {
    let value = 0;
    let factor = 1;
    for (let count = 0; count < 5; ++count) {
      const byte = this.u8();
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
      factor *= 128;
    }
    throw new ProtocolError('a varint has more than five bytes');
  }

  slice(size: number): Uint8Array {
    const start = this.take(size);
    return this.bytes.subarray(start, start + size);
  }

  private take(size: number): number {
    const start = this.offset;
    if (start + size > this.bytes.byteLength)
      throw new ProtocolError(`a message of ${this.bytes.byteLength} bytes ends too early`);
    this.offset = start + size;
    return start;
  }
}

/** Writes little-endian numbers one after the other into a buffer that grows. */
export class ByteWriter {
  private buffer = new Uint8Array(256);
  private view = new DataView(this.buffer.buffer);
  private size = 0;

  get bytes(): Uint8Array {
    return this.buffer.slice(0, this.size);
  }

  u8(value: number): this {
    const at = this.grow(1);
    this.view.setUint8(at, value);
    return this;
  }

  u16(value: number): this {
    const at = this.grow(2);
    this.view.setUint16(at, value, true);
    return this;
  }

  u32(value: number): this {
    const at = this.grow(4);
    this.view.setUint32(at, value, true);
    return this;
  }

  i16(value: number): this {
    const at = this.grow(2);
    this.view.setInt16(at, value, true);
    return this;
  }

  i32(value: number): this {
    const at = this.grow(4);
    this.view.setInt32(at, value, true);
    return this;
  }

  i64(value: bigint): this {
    const at = this.grow(8);
    this.view.setBigInt64(at, value, true);
    return this;
  }

  f32(value: number): this {
    const at = this.grow(4);
    this.view.setFloat32(at, value, true);
    return this;
  }

  varint(value: number): this {
    while (value >= 0x80) {
      this.u8((value % 128) | 0x80);
      value = Math.floor(value / 128);
    }
    return this.u8(value);
  }

  append(bytes: Uint8Array): this {
    const at = this.grow(bytes.byteLength);
    this.buffer.set(bytes, at);
    return this;
  }

  // replaces buffer and view: to be called before either is named
  private grow(size: number): number {
    const start = this.size;
    this.size += size;
    if (this.size > this.buffer.byteLength) {
      const larger = new Uint8Array(Math.max(this.size, 2 * this.buffer.byteLength));
      larger.set(this.buffer);
      this.buffer = larger;
      this.view = new DataView(larger.buffer);
    }
    return start;
  }
}
