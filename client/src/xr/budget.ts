// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0

/**
 * What a headset of the Quest's class draws 72 times a second: of a whole picture, for which
 * three's WebGLRenderer draws everything once for each eye.
 */
export const MOST_CALLS = 100;
export const MOST_TRIANGLES = 200_000;
export const FRAME_MS = 1000 / 72;
const KEPT = 120;

export interface Figures {
  /** of both eyes together */
  calls: number;
  triangles: number;
  /** of the page's own work for a picture: median and worst of the last ones */
  workMs: number;
  worstMs: number;
  /** between pictures, median */
  intervalMs: number;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** What the last pictures cost. */
export class Budget {
  private readonly works: number[] = [];
  private readonly intervals: number[] = [];
  private lastMs: number | undefined;
  private calls = 0;
  private triangles = 0;

  add(ms: number, workMs: number, calls: number, triangles: number): void {
    if (this.lastMs !== undefined) keep(this.intervals, ms - this.lastMs);
    this.lastMs = ms;
    keep(this.works, workMs);
    this.calls = calls;
    this.triangles = triangles;
  }

  get figures(): Figures {
    const { calls, triangles } = this;
    return {
      calls, triangles, workMs: median(this.works), worstMs: Math.max(0, ...this.works),
      intervalMs: median(this.intervals),
    };
  }
}

function keep(values: number[], value: number): void {
  values.push(value);
  if (values.length > KEPT) values.shift();
}
