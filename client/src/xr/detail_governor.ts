// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { MOST_CALLS, MOST_TRIANGLES } from './budget';

/** Coarser things have to be made, and drawn, before one knows what they cost. */
const PERIOD_MS = 1000;
const COARSEST = 4;
/** A level has a quarter of the triangles of the one before; with some to spare. */
const GAIN = 6;
const SAME = 0.98;
/** So far below the limit there is room for some draw calls again. */
const SPARE_CALLS = 15;

/** Finds how much of a world can be drawn within the limits, from what its pictures cost. */
export class DetailGovernor {
  /** 0: everything as fine as it is */
  level = 0;
  /** how many of the least seen things are left out */
  leftOut = 0;
  private changedMs = -Infinity;
  private least = Infinity;

  /** `calls` and `triangles` are of one eye. True if something changed. */
  note(ms: number, calls: number, triangles: number): boolean {
    // coarser ones are still being made
    if (triangles < SAME * this.least) {
      if (this.least < Infinity) this.changedMs = ms;
      this.least = triangles;
    }
    if (ms - this.changedMs < PERIOD_MS) return false;
    const { level, leftOut } = this;
    if (triangles > MOST_TRIANGLES) this.level = Math.min(level + 1, COARSEST);
    else if (triangles * GAIN < MOST_TRIANGLES) this.level = Math.max(level - 1, 0);
    if (calls > MOST_CALLS) this.leftOut += calls - MOST_CALLS;
    else this.leftOut = Math.max(leftOut - Math.max(MOST_CALLS - SPARE_CALLS - calls, 0), 0);
    if (this.level === level && this.leftOut === leftOut) return false;
    this.changedMs = ms;
    this.least = triangles;
    return true;
  }

  /** Another world. */
  reset(): void {
    this.level = this.leftOut = 0;
    this.changedMs = -Infinity;
    this.least = Infinity;
  }
}
