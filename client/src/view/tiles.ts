// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0

/** Pixels along a side. Smaller ones follow things closer, and are more to draw. */
export const TILE = 32;

/** The tiles of a picture in which something is drawn, in this picture and in the one before. */
export class Tiles {
  columns = 0;
  rows = 0;
  /** places of the tiles to restore, column and row each */
  places = new Uint16Array(0);
  private marks = new Uint8Array(0);
  private before = new Uint8Array(0);
  private marked = 0;
  width = 0;
  height = 0;

  /** A picture of so many pixels; everything in it is to be restored. */
  resize(width: number, height: number): void {
    this.width = width;
    this.height = height;
    this.columns = Math.ceil(width / TILE);
    this.rows = Math.ceil(height / TILE);
    const count = this.columns * this.rows;
    this.marks = new Uint8Array(count);
    this.before = new Uint8Array(count).fill(1);
    this.places = new Uint16Array(2 * count);
    this.marked = 0;
  }

  get count(): number {
    return this.marks.length;
  }

  get areAllMarked(): boolean {
    return this.marked === this.marks.length;
  }

  /** Nothing of the picture before is good any more. */
  forget(): void {
    this.before.fill(1);
  }

  markAll(): void {
    this.marks.fill(1);
    this.marked = this.marks.length;
  }

  /** What is between these places, from -1 to 1 across the picture and up, and a pixel around. */
  mark(left: number, bottom: number, right: number, top: number): void {
    const { columns, rows, width, height } = this;
    const tile = (place: number, size: number) => Math.floor(((place + 1) / 2) * (size / TILE));
    const [padX, padY] = [2 / width, 2 / height];
    const first = Math.max(tile(left - padX, width), 0);
    const last = Math.min(tile(right + padX, width), columns - 1);
    const lowest = Math.max(tile(bottom - padY, height), 0);
    const highest = Math.min(tile(top + padY, height), rows - 1);
    for (let row = lowest; row <= highest; ++row) {
      for (let i = row * columns + first; i <= row * columns + last; ++i) {
        this.marked += 1 - this.marks[i]!;
        this.marks[i] = 1;
      }
    }
  }

  /** How many of `places` are to be restored, now that all is marked; the next picture begins. */
  take(): number {
    let count = 0;
    for (let i = 0; i < this.marks.length; ++i) {
      if (!this.marks[i] && !this.before[i]) continue;
      this.places[2 * count] = i % this.columns;
      this.places[2 * count + 1] = Math.floor(i / this.columns);
      ++count;
    }
    [this.before, this.marks] = [this.marks, this.before];
    this.marks.fill(0);
    this.marked = 0;
    return count;
  }
}
