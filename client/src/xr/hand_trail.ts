// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { Vector3 } from 'three';
import type { Vec3 } from '../protocol/messages';

// what a hand did before has nothing to do with how it let go
const WINDOW_MS = 100;
const SLOWEST_MPS = 0.5;
export const FASTEST_MPS = 8;

/** Where a hand was lately, to know how fast it is when it lets go. */
export class HandTrail {
  private points: { ms: number; place: Vector3 }[] = [];

  add(ms: number, place: Vector3): void {
    this.points.push({ ms, place: place.clone() });
    while (this.points.length > 2 && this.points[1]!.ms < ms - WINDOW_MS) this.points.shift();
  }

  /** null: it was put down rather than thrown */
  velocity(ms: number): Vec3 | null {
    const recent = this.points.filter((point) => point.ms >= ms - WINDOW_MS);
    // where pictures come slowly there is but one in the window: the one before it counts too
    const used = recent.length > 1 ? recent : this.points.slice(-2);
    const [first, last] = [used[0], used[used.length - 1]];
    if (!first || !last || last.ms - first.ms < 8) return null;
    const velocity = last.place
      .clone()
      .sub(first.place)
      .multiplyScalar(1000 / (last.ms - first.ms));
    if (velocity.length() < SLOWEST_MPS) return null;
    velocity.clampLength(0, FASTEST_MPS);
    return [velocity.x, velocity.y, velocity.z];
  }
}
