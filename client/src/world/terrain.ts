// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import {
  BufferAttribute, BufferGeometry, type Camera, Group, type Material, Mesh, Vector3,
} from 'three';
import type { FieldAsset } from './assets';

/** Cells of a tile's side; a heightfield is cut into tiles that are as fine as they are near. */
export const TILE = 64;
const MOST_LEVELS = 6;
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

/** One tile, from sample (column, row) on, with a skirt that hides gaps to coarser neighbours. */
export function tileGeometry(
  field: FieldAsset, column: number, row: number, level: number,
): BufferGeometry {
  const step = 2 ** level;
  const dx = field.sizeX / (field.columns - 1);
  const dy = field.sizeY / (field.rows - 1);
  const xs = samples(column, Math.min(column + TILE, field.columns - 1), step);
  const ys = samples(row, Math.min(row + TILE, field.rows - 1), step);
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

interface Tile {
  mesh: Mesh;
  column: number;
  row: number;
  level: number;
  middle: Vector3;
}

/** A heightfield: fine near the camera, coarse far away. */
export class Terrain {
  readonly root = new Group();
  private readonly tiles: Tile[] = [];
  /** 0: as fine as near the camera makes sense; each more halves that */
  detail = 0;
  private readonly tileSize: number;
  private readonly eye = new Vector3();

  /** `isFine`: as fine as the field; or half so, for who draws slowly. */
  constructor(
    private readonly field: FieldAsset, material: Material, shadows: boolean,
    private readonly isFine = true,
  ) {
    const { sizeX, sizeY, columns, rows } = field;
    this.tileSize = TILE * Math.max(sizeX / (columns - 1), sizeY / (rows - 1));
    for (let row = 0; row < field.rows - 1; row += TILE) {
      for (let column = 0; column < field.columns - 1; column += TILE) {
        const geometry = tileGeometry(field, column, row, MOST_LEVELS);
        const mesh = new Mesh(geometry, material);
        mesh.castShadow = shadows;
        mesh.receiveShadow = true;
        this.root.add(mesh);
        const middle = geometry.boundingSphere!.center.clone();
        this.tiles.push({ mesh, column, row, level: MOST_LEVELS, middle });
      }
    }
  }

  /** How high it is, in the frame of what it hangs on. */
  groundAt(x: number, y: number): number | undefined {
    return heightBetween(this.field, x, y);
  }

  /** Makes tiles finer or coarser, a few at a time; true when some were, and others may remain. */
  refine(camera: Camera): boolean {
    // coarse ones are made quickly, and what is still is drawn anew after each few
    const most = this.isFine ? 6 : 24;
    this.root.worldToLocal(this.eye.setFromMatrixPosition(camera.matrixWorld));
    const due: { tile: Tile; level: number; distance: number }[] = [];
    for (const tile of this.tiles) {
      const distance = tile.middle.distanceTo(this.eye);
      const least = Math.min((this.isFine ? 0 : 1) + this.detail, MOST_LEVELS);
      const level = levelAt(distance, this.tileSize, least);
      if (level !== tile.level) due.push({ tile, level, distance });
    }
    due.sort((a, b) => a.distance - b.distance);
    for (const { tile, level } of due.slice(0, most)) {
      tile.mesh.geometry.dispose();
      tile.mesh.geometry = tileGeometry(this.field, tile.column, tile.row, level);
      tile.level = level;
    }
    return due.length > 0;
  }

  dispose(): void {
    this.root.removeFromParent();
    for (const { mesh } of this.tiles) mesh.geometry.dispose();
  }
}
