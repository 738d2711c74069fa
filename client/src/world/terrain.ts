// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import {
  BufferAttribute, BufferGeometry, type Camera, Group, type Material, Mesh, Vector3,
} from 'three';
import type { FieldAsset } from './assets';

/** Cells of a tile's side; a heightfield is cut into tiles that are as fine as they are near. */
export const TILE = 64;
const MOST_LEVELS = 6;
/** Far away so many doublings of a tile's side are drawn at once. */
const LARGEST = 4;
/** Textures repeat after so many metres. */
const TEXTURE_M = 4;

/** How coarse a tile may be at a distance: one more step for each doubling of it. */
export function levelAt(distance: number, tileSize: number, least = 0): number {
  const level = Math.floor(Math.log2(Math.max(distance, 1e-6) / (2 * tileSize))) + 1;
  return Math.min(Math.max(level + least, least), MOST_LEVELS);
}

/** Sample numbers from `first` to `last` with a step, the last one always among them. */
export function samples(first: number, last: number, step: number): number[] {
  const list = [];
  for (let i = first; i < last; i += step) list.push(i);
  list.push(last);
  return list;
}

/** Between its samples, of a place in the field's own frame; undefined outside of it. */
export function heightBetween(field: FieldAsset, x: number, y: number): number | undefined {
  const column = ((x + field.sizeX / 2) / field.sizeX) * (field.columns - 1);
  const row = ((y + field.sizeY / 2) / field.sizeY) * (field.rows - 1);
  if (!(column >= 0 && row >= 0 && column <= field.columns - 1 && row <= field.rows - 1))
    return undefined;
  const [c, r] = [Math.floor(column), Math.floor(row)];
  const [u, v] = [column - c, row - r];
  const along = (j: number) => heightAt(field, c, j) * (1 - u) + heightAt(field, c + 1, j) * u;
  return along(r) * (1 - v) + along(r + 1) * v;
}

function heightAt(field: FieldAsset, column: number, row: number): number {
  const c = Math.min(Math.max(column, 0), field.columns - 1);
  const r = Math.min(Math.max(row, 0), field.rows - 1);
  return field.heights[r * field.columns + c]!;
}

/** A square part of a heightfield, from sample (column, row) on: 2^size tiles along a side. */
export interface Part {
  column: number;
  row: number;
  size: number;
  /** a sample is drawn for every 2^level cells */
  level: number;
  /** from the eye to its middle */
  distance: number;
}

/**
 * How a heightfield is cut for an eye in its frame: into small parts near it and large ones far
 * away, of which none has more cells to draw than a tile has.
 */
export function partsFor(field: FieldAsset, eye: Vector3, least = 0): Part[] {
  const { columns, rows, sizeX, sizeY } = field;
  const [dx, dy] = [sizeX / (columns - 1), sizeY / (rows - 1)];
  const tileSize = TILE * Math.max(dx, dy);
  const parts: Part[] = [];
  const cut = (column: number, row: number, size: number): void => {
    if (column >= columns - 1 || row >= rows - 1) return;
    const cells = TILE * 2 ** size;
    const [c, r] = [column + cells / 2, row + cells / 2];
    const [x, y] = [Math.abs(c * dx - sizeX / 2 - eye.x), Math.abs(r * dy - sizeY / 2 - eye.y)];
    const z = heightAt(field, c, r) - eye.z;
    const [alongX, alongY] = [(cells * dx) / 2, (cells * dy) / 2];
    const near = Math.hypot(Math.max(x - alongX, 0), Math.max(y - alongY, 0), z) + tileSize / 2;
    if (size > 0 && levelAt(near, tileSize, least) < size) {
      for (const j of [0, cells / 2])
        for (const i of [0, cells / 2]) cut(column + i, row + j, size - 1);
      return;
    }
    const distance = Math.hypot(x, y, z);
    parts.push({ column, row, size, level: levelAt(distance, tileSize, least), distance });
  };
  const step = TILE * 2 ** LARGEST;
  for (let row = 0; row < rows - 1; row += step)
    for (let column = 0; column < columns - 1; column += step) cut(column, row, LARGEST);
  return parts;
}

/** One part, with a skirt that hides gaps to coarser neighbours. */
export function tileGeometry(
  field: FieldAsset, column: number, row: number, level: number, size = 0,
): BufferGeometry {
  const cells = TILE * 2 ** size;
  const step = 2 ** level;
  const dx = field.sizeX / (field.columns - 1);
  const dy = field.sizeY / (field.rows - 1);
  const xs = samples(column, Math.min(column + cells, field.columns - 1), step);
  const ys = samples(row, Math.min(row + cells, field.rows - 1), step);
  // a ring around it, at the same places but lower, is the skirt
  const xRing = [xs[0]!, ...xs, xs[xs.length - 1]!];
  const yRing = [ys[0]!, ...ys, ys[ys.length - 1]!];
  const depth = 2 * step * Math.max(dx, dy);
  const positions: number[] = [];
  const normals: number[] = [];
  const uvs: number[] = [];
  const normal = new Vector3();
  yRing.forEach((r, j) => {
    xRing.forEach((c, i) => {
      const isSkirt = i === 0 || j === 0 || i === xRing.length - 1 || j === yRing.length - 1;
      const x = c * dx - field.sizeX / 2;
      const y = r * dy - field.sizeY / 2;
      positions.push(x, y, heightAt(field, c, r) - (isSkirt ? depth : 0));
      const slopeX = (heightAt(field, c + 1, r) - heightAt(field, c - 1, r)) / (2 * dx);
      const slopeY = (heightAt(field, c, r + 1) - heightAt(field, c, r - 1)) / (2 * dy);
      normal.set(-slopeX, -slopeY, 1).normalize();
      normals.push(normal.x, normal.y, normal.z);
      uvs.push(x / TEXTURE_M, y / TEXTURE_M);
    });
  });
  const indices: number[] = [];
  for (let j = 0; j + 1 < yRing.length; ++j) {
    for (let i = 0; i + 1 < xRing.length; ++i) {
      const a = j * xRing.length + i;
      const b = a + xRing.length;
      indices.push(a, a + 1, b + 1, a, b + 1, b);
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(positions), 3));
  geometry.setAttribute('normal', new BufferAttribute(new Float32Array(normals), 3));
  geometry.setAttribute('uv', new BufferAttribute(new Float32Array(uvs), 2));
  geometry.setIndex(indices);
  geometry.computeBoundingSphere();
  return geometry;
}

/** A heightfield: fine near the camera, coarse and of large parts far away. */
export class Terrain {
  readonly root = new Group();
  /** 0: as fine as near the camera makes sense; each more halves that */
  detail = 0;
  /** those that are drawn, and those that will be as soon as all of them are made */
  private readonly meshes = new Map<string, Mesh>();
  private shown = '';
  private readonly eye = new Vector3();

  /** `isFine`: as fine as the field; or half so, for who draws slowly. */
  constructor(
    private readonly field: FieldAsset, private readonly material: Material,
    private readonly shadows: boolean, private readonly isFine = true,
  ) {
    this.show(partsFor(field, new Vector3(0, 0, 1e9)), Infinity);
  }

  /** How high it is, in the frame of what it hangs on. */
  groundAt(x: number, y: number): number | undefined {
    return heightBetween(this.field, x, y);
  }

  /** Makes parts anew, a few at a time; true when some were, and others may remain. */
  refine(camera: Camera): boolean {
    this.root.worldToLocal(this.eye.setFromMatrixPosition(camera.matrixWorld));
    const least = Math.min((this.isFine ? 0 : 1) + this.detail, MOST_LEVELS);
    // coarse ones are made quickly, and what is still is drawn anew after each few
    return this.show(partsFor(this.field, this.eye, least), this.isFine ? 6 : 24);
  }

  dispose(): void {
    this.root.removeFromParent();
    for (const { geometry } of this.meshes.values()) geometry.dispose();
  }

  // What is drawn stays until all that is to take its place is made. True if that is another.
  private show(parts: readonly Part[], mostMade: number): boolean {
    const keys = parts.map(({ column, row, size, level }) => `${column} ${row} ${size} ${level}`);
    const wanted = keys.join();
    if (wanted === this.shown) return false;
    const missing = parts.map((part, i) => ({ part, key: keys[i]! }))
      .filter(({ key }) => !this.meshes.has(key))
      .sort((a, b) => a.part.distance - b.part.distance);
    for (const { part, key } of missing.slice(0, mostMade)) this.meshes.set(key, this.make(part));
    if (missing.length > mostMade) return true;
    this.root.clear();
    this.root.add(...keys.map((key) => this.meshes.get(key)!));
    this.shown = wanted;
    const kept = new Set(keys);
    for (const [key, { geometry }] of this.meshes) {
      if (kept.has(key)) continue;
      geometry.dispose();
      this.meshes.delete(key);
    }
    return true;
  }

  private make({ column, row, size, level }: Part): Mesh {
    const mesh = new Mesh(tileGeometry(this.field, column, row, level, size), this.material);
    mesh.castShadow = this.shadows;
    mesh.receiveShadow = true;
    return mesh;
  }
}
