// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { BufferAttribute, BufferGeometry } from 'three';
import type { Region } from './paint_pixels';

/** Pixels of a cell's side. */
export const CELL = 64;

/**
 * A sheet of 1 × 1 that has triangles only where there is paint: most of a floor is clear, and
 * drawing what is clear costs as much as drawing paint.
 */
export class PaintCells {
  readonly geometry = new BufferGeometry();
  private readonly columns: number;
  private readonly rows: number;
  private readonly isPainted: Uint8Array;

  constructor(private readonly width: number, private readonly height: number) {
    this.columns = Math.ceil(width / CELL);
    this.rows = Math.ceil(height / CELL);
    this.isPainted = new Uint8Array(this.columns * this.rows);
    const corners = (this.columns + 1) * (this.rows + 1);
    const positions = new Float32Array(3 * corners);
    const uvs = new Float32Array(2 * corners);
    const normals = new Float32Array(3 * corners);
    for (let row = 0, i = 0; row <= this.rows; ++row) {
      for (let column = 0; column <= this.columns; ++column, ++i) {
        const u = Math.min((column * CELL) / width, 1);
        const v = Math.min((row * CELL) / height, 1);
        // row 0 is at the largest y
        positions.set([u - 0.5, 0.5 - v, 0], 3 * i);
        normals.set([0, 0, 1], 3 * i);
        uvs.set([u, v], 2 * i);
      }
    }
    this.geometry.setAttribute('position', new BufferAttribute(positions, 3));
    this.geometry.setAttribute('normal', new BufferAttribute(normals, 3));
    this.geometry.setAttribute('uv', new BufferAttribute(uvs, 2));
    this.geometry.setIndex([]);
    this.geometry.computeBoundingSphere();
  }

  get paintedCells(): number {
    return this.geometry.index!.count / 6;
  }

  clear(): void {
    this.isPainted.fill(0);
    this.rebuild();
  }

  /** A region has other pixels now; `pixels` are those of the whole sheet, four bytes each. */
  look(region: Region, pixels: Uint8Array): void {
    const lastColumn = Math.floor((region.column + region.width - 1) / CELL);
    const lastRow = Math.floor((region.row + region.height - 1) / CELL);
    let isSame = true;
    for (let row = Math.floor(region.row / CELL); row <= lastRow; ++row) {
      for (let column = Math.floor(region.column / CELL); column <= lastColumn; ++column) {
        const is = this.hasPaint(column, row, pixels) ? 1 : 0;
        const cell = row * this.columns + column;
        if (this.isPainted[cell] === is) continue;
        this.isPainted[cell] = is;
        isSame = false;
      }
    }
    if (!isSame) this.rebuild();
  }

  private hasPaint(column: number, row: number, pixels: Uint8Array): boolean {
    // neighbours are mixed in at the border
    const left = Math.max(column * CELL - 1, 0);
    const right = Math.min((column + 1) * CELL + 1, this.width);
    const bottom = Math.min((row + 1) * CELL + 1, this.height);
    for (let y = Math.max(row * CELL - 1, 0); y < bottom; ++y)
      for (let x = left; x < right; ++x) if (pixels[4 * (y * this.width + x) + 3]) return true;
    return false;
  }

  private rebuild(): void {
    const indices: number[] = [];
    for (let cell = 0; cell < this.isPainted.length; ++cell) {
      if (!this.isPainted[cell]) continue;
      const a = Math.floor(cell / this.columns) * (this.columns + 1) + (cell % this.columns);
      const b = a + this.columns + 1;
      indices.push(a, b, b + 1, a, b + 1, a + 1);
    }
    this.geometry.setIndex(indices);
  }
}
