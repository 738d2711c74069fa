// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { zlibSync } from 'fflate';

function crc(bytes: Uint8Array): number {
  let value = ~0;
  for (const byte of bytes) {
    value ^= byte;
    for (let k = 0; k < 8; ++k) value = (value >>> 1) ^ (value & 1 ? 0xedb88320 : 0);
  }
  return ~value >>> 0;
}

function chunk(name: string, data: Uint8Array): number[] {
  const body = new Uint8Array([...name].map((c) => c.charCodeAt(0)).concat(...data));
  const view = new DataView(new ArrayBuffer(8));
  view.setUint32(0, data.length);
  view.setUint32(4, crc(body));
  const number = (at: number) => [0, 1, 2, 3].map((i) => view.getUint8(at + i));
  return [...number(0), ...body, ...number(4)];
}

/** A picture as PNG, from a colour for each pixel. */
export function png(
  width: number, height: number, color: (x: number, y: number) => [number, number, number],
): Uint8Array {
  const lines = new Uint8Array(height * (1 + 3 * width));
  for (let y = 0; y < height; ++y)
    for (let x = 0; x < width; ++x)
      lines.set(color(x, y), y * (1 + 3 * width) + 1 + 3 * x);
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  header.set([8, 2], 8);
  const signature = [137, 80, 78, 71, 13, 10, 26, 10];
  return new Uint8Array([
    ...signature, ...chunk('IHDR', header), ...chunk('IDAT', zlibSync(lines)),
    ...chunk('IEND', new Uint8Array()),
  ]);
}
