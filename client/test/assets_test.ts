// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import {
  AssetError, type FieldAsset, type MeshAsset, parseField, parseMesh,
} from '../src/world/assets';
import { decimate } from '../src/world/decimate';
import { geometryOf } from '../src/world/geometries';
import { levelAt, partsFor, samples, tileGeometry, TILE } from '../src/world/terrain';

function meshBytes(
  flags: number, floats: number[], indices: number[], parts: number[],
): ArrayBuffer {
  const vertices = floats.length / (flags & 1 ? 8 : 6);
  const buffer = new ArrayBuffer(20 + 4 * (floats.length + indices.length + parts.length));
  const words = new Uint32Array(buffer);
  words.set([0x48534d54, vertices, indices.length, parts.length / 2, flags]);
  new Float32Array(buffer).set(floats, 5);
  words.set(indices, 5 + floats.length);
  words.set(parts, 5 + floats.length + indices.length);
  return buffer;
}

const TRIANGLE = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 0, 0, 1];

describe('a mesh', () => {
  it('is read with and without texture coordinates', () => {
    const plain = parseMesh(meshBytes(0, TRIANGLE, [0, 1, 2], [0, 3]));
    expect([...plain.positions]).toEqual(TRIANGLE.slice(0, 9));
    expect([...plain.normals]).toEqual(TRIANGLE.slice(9));
    expect(plain.uvs).toBeUndefined();
    expect(plain.parts).toEqual([{ first: 0, count: 3 }]);
    const textured = parseMesh(meshBytes(1, [...TRIANGLE, 0, 0, 1, 0, 0, 1], [2, 1, 0], []));
    expect([...textured.uvs!]).toEqual([0, 0, 1, 0, 0, 1]);
    expect([...textured.indices]).toEqual([2, 1, 0]);
  });

  it('is refused when damaged', () => {
    const whole = meshBytes(0, TRIANGLE, [0, 1, 2], [0, 3]);
    expect(() => parseMesh(whole.slice(0, 10))).toThrow(AssetError);
    expect(() => parseMesh(whole.slice(0, 60))).toThrow(AssetError);
    expect(() => parseMesh(meshBytes(0, TRIANGLE, [0, 1, 3], [0, 3]))).toThrow(/vertex/);
    expect(() => parseMesh(meshBytes(0, TRIANGLE, [0, 1, 2], [1, 3]))).toThrow(/part/);
    new Uint32Array(whole)[0] = 7;
    expect(() => parseMesh(whole)).toThrow(/no mesh/);
  });

  it('is drawn whole or by its parts', () => {
    const mesh = parseMesh(meshBytes(0, TRIANGLE, [0, 1, 2, 2, 1, 0], [0, 3, 3, 3]));
    expect([...geometryOf(mesh, 'all').index!.array]).toEqual([0, 1, 2, 2, 1, 0]);
    expect([...geometryOf(mesh, 1).index!.array]).toEqual([2, 1, 0]);
  });
});

/** A sheet of n × n squares over 1 m × 1 m. */
function sheet(n: number): MeshAsset {
  const positions: number[] = [];
  const indices: number[] = [];
  for (let j = 0; j <= n; ++j) for (let i = 0; i <= n; ++i) positions.push(i / n, j / n, 0);
  for (let j = 0; j < n; ++j) {
    for (let i = 0; i < n; ++i) {
      const a = j * (n + 1) + i;
      indices.push(a, a + 1, a + n + 2, a, a + n + 2, a + n + 1);
    }
  }
  const half = indices.length / 2;
  return {
    positions: new Float32Array(positions), normals: new Float32Array(positions.length),
    uvs: undefined, indices: new Uint32Array(indices),
    parts: [{ first: 0, count: half }, { first: half, count: half }],
  };
}

describe('a mesh that is too fine', () => {
  it('is left alone if it is not', () => {
    const mesh = sheet(10);
    expect(decimate(mesh, 200)).toBe(mesh);
  });

  it('keeps its size and parts with fewer triangles', () => {
    const coarse = decimate(sheet(100), 3000);
    const triangles = coarse.indices.length / 3;
    expect(triangles).toBeLessThanOrEqual(3000);
    expect(triangles).toBeGreaterThan(750);
    const [first, second] = coarse.parts;
    expect(first!.count + second!.count).toBe(coarse.indices.length);
    expect(second!.first).toBe(first!.count);
    const xs = coarse.positions.filter((_, i) => i % 3 === 0);
    expect(Math.min(...xs)).toBe(0);
    expect(Math.max(...xs)).toBeGreaterThan(0.95);
    expect(Math.max(...coarse.indices)).toBeLessThan(coarse.positions.length / 3);
  });
});

function field(
  columns: number, rows: number, height: (c: number, r: number) => number,
): FieldAsset {
  const heights = Float32Array.from({ length: columns * rows }, (_, i) =>
    height(i % columns, Math.floor(i / columns)));
  return { columns, rows, sizeX: columns - 1, sizeY: rows - 1, heights };
}

describe('a heightfield', () => {
  it('is read, and refused when damaged', () => {
    const buffer = new ArrayBuffer(20 + 4 * 6);
    new Uint32Array(buffer).set([0x444c4654, 3, 2]);
    new Float32Array(buffer).set([20, 10, 1, 2, 3, 4, 5, 6], 3);
    expect(parseField(buffer)).toMatchObject({ columns: 3, rows: 2, sizeX: 20, sizeY: 10 });
    expect([...parseField(buffer).heights]).toEqual([1, 2, 3, 4, 5, 6]);
    expect(() => parseField(buffer.slice(0, 40))).toThrow(AssetError);
    expect(() => parseField(buffer.slice(0, 8))).toThrow(AssetError);
  });

  it('has its heights where they are, however coarse', () => {
    const slope = field(200, 70, (c, r) => c + 10 * r);
    for (const level of [0, 2, 6]) {
      const positions = tileGeometry(slope, TILE, 0, level).getAttribute('position');
      let inner = 0;
      for (let i = 0; i < positions.count; ++i) {
        const column = positions.getX(i) + 199 / 2;
        const row = positions.getY(i) + 69 / 2;
        const expected = column + 10 * row;
        if (Math.abs(positions.getZ(i) - expected) < 1e-3) ++inner;
        else expect(positions.getZ(i)).toBeLessThan(expected); // its skirt
      }
      expect(inner).toBe(samples(0, TILE, 2 ** level).length ** 2);
    }
  });

  it('ends its last tile at its last sample', () => {
    const flat = field(100, 70, () => 0);
    const geometry = tileGeometry(flat, TILE, TILE, 2);
    geometry.computeBoundingBox();
    expect(geometry.boundingBox!.max.x).toBeCloseTo(99 / 2, 5);
    expect(geometry.boundingBox!.max.y).toBeCloseTo(69 / 2, 5);
  });

  it('is cut into small parts near the eye and large ones far away, each place once', () => {
    // as large as the moon of `lunar`
    const moon = field(1025, 1601, () => 0);
    const parts = partsFor(moon, new Vector3(3, 5, 1.6));
    expect(parts.length).toBeLessThan(80);
    let cells = 0;
    for (const { column, row, size, level, distance } of parts) {
      const side = TILE * 2 ** size;
      cells += (Math.min(column + side, 1024) - column) * (Math.min(row + side, 1600) - row);
      // no part has more to draw than a tile
      expect(level).toBeGreaterThanOrEqual(size);
      expect(level).toBe(levelAt(distance, TILE));
    }
    expect(cells).toBe(1024 * 1600);
  });

  it('is coarser by one level for each doubling of the distance', () => {
    expect(levelAt(1, 10)).toBe(0);
    expect(levelAt(25, 10)).toBe(1);
    expect(levelAt(50, 10)).toBe(2);
    expect(levelAt(1e9, 10)).toBe(6);
  });
});
