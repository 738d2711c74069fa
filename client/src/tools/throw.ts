// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type { Vec2 } from '../protocol/messages';

// what a pointer did before that has nothing to do with how it let go
const WINDOW_MS = 100;
const SLOWEST_MPS = 0.4;
export const FASTEST_MPS = 6;

/** Where something was dragged lately, to know how fast it is when it is let go. */
export class Trail {
  private points: { ms: number; x: number; y: number }[] = [];

  add(ms: number, x: number, y: number): void {
    this.points.push({ ms, x, y });
    this.points = this.points.filter((point) => point.ms >= ms - WINDOW_MS);
  }

  /** undefined: it was put down rather than thrown */
  velocity(ms: number): Vec2 | undefined {
    const recent = this.points.filter((point) => point.ms >= ms - WINDOW_MS);
    const [first, last] = [recent[0], recent[recent.length - 1]];
    if (!first || !last || last.ms - first.ms < 8) return undefined;
    const dt = (last.ms - first.ms) / 1000;
    const [vx, vy] = [(last.x - first.x) / dt, (last.y - first.y) / dt];
    const speed = Math.hypot(vx, vy);
    if (speed < SLOWEST_MPS) return undefined;
    const scale = Math.min(1, FASTEST_MPS / speed);
    return [vx * scale, vy * scale];
  }
}
