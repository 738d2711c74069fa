// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { MOST_CALLS, MOST_TRIANGLES } from './budget';

/** Coarser things have to be made, and drawn, before one knows what they cost. */
const PERIOD_MS = 1000;
const COARSEST = 4;
/** A level has a quarter of the triangles of the one before; with some to spare. */
const GAIN = 6;
const SAME = 0.98;
/** What is left out is a draw call less for each eye. */
const EYES = 2;
/** So far below the limit there is room for some draw calls again. */
const SPARE_CALLS = 15;

/** Finds how much of a world can be drawn within the limits, from what its pictures cost. */
export class DetailGovernor {
  /** 0: everything as fine as it is */
  level = 0;
  /** what differs in gloss alone is drawn together */
  isMerged = false;
  /** how many of the least seen things are left out */
  leftOut = 0;
  private changedMs = -Infinity;
  private least = Infinity;

  /** `calls` and `triangles` are of a whole picture. True if something changed. */
  note(ms: number, calls: number, triangles: number): boolean {
    // coarser ones are still being made
    if (triangles < SAME * this.least) {
      if (this.least < Infinity) this.changedMs = ms;
      this.least = triangles;
    }
    if (ms - this.changedMs < PERIOD_MS) return false;
    const { level, leftOut, isMerged } = this;
    if (triangles > MOST_TRIANGLES) this.level = Math.min(level + 1, COARSEST);
    else if (triangles * GAIN < MOST_TRIANGLES) this.level = Math.max(level - 1, 0);
    const tooMany = Math.ceil((calls - MOST_CALLS) / EYES);
    const room = Math.floor((MOST_CALLS - SPARE_CALLS - calls) / EYES);
    // first what is hardly seen, and for as long as the world is there
    if (tooMany > 0 && !isMerged) this.isMerged = true;
    else this.leftOut = Math.max(leftOut + Math.max(tooMany, 0) - Math.max(room, 0), 0);
    if (this.level === level && this.leftOut === leftOut && this.isMerged === isMerged)
      return false;
    this.changedMs = ms;
    this.least = triangles;
    return true;
  }

  /** Another world. */
  reset(): void {
    this.level = this.leftOut = 0;
    this.isMerged = false;
    this.changedMs = -Infinity;
    this.least = Infinity;
  }
}
