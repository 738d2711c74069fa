// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type { Frame } from '../protocol/messages';

/** Poses of all bodies, seven numbers each, and which of them moved since somebody looked. */
export class BodyTable {
  private readonly slots = new Map<number, number>();
  private readonly freeSlots: number[] = [];
  private ids = new Uint32Array(0);
  private isMoved = new Uint8Array(0);
  private movedSlots = new Uint32Array(0);
  private movedCount = 0;
  private used = 0;
  /** x, y, z, qx, qy, qz, qw of slot i from 7 i on */
  poses = new Float32Array(0);

  get size(): number {
    return this.slots.size;
  }

  /** Where in `poses` a body is, in bodies; undefined if it was never heard of. */
  slot(id: number): number | undefined {
    return this.slots.get(id);
  }

  apply(frame: Frame): void {
    const { ids, poses, count } = frame;
    for (let i = 0, from = 0; i < count; ++i, from += 7) {
      const slot = this.slots.get(ids[i]!) ?? this.add(ids[i]!);
      const to = 7 * slot;
      for (let k = 0; k < 7; ++k) this.poses[to + k] = poses[from + k]!;
      if (this.isMoved[slot]) continue;
      this.isMoved[slot] = 1;
      this.movedSlots[this.movedCount++] = slot;
    }
  }

  /** Hands out every body that moved since the last call, once. */
  takeMoved(take: (id: number, slot: number) => void): number {
    const count = this.movedCount;
    for (let i = 0; i < count; ++i) {
      const slot = this.movedSlots[i]!;
      const id = this.ids[slot]!;
      this.isMoved[slot] = 0;
      // a body may have moved and gone
      if (this.slots.get(id) === slot) take(id, slot);
    }
    this.movedCount = 0;
    return count;
  }

  remove(id: number): void {
    const slot = this.slots.get(id);
    if (slot === undefined) return;
    this.slots.delete(id);
    this.freeSlots.push(slot);
  }

  clear(): void {
    this.slots.clear();
    this.freeSlots.length = 0;
    this.used = 0;
    this.isMoved.fill(0);
    this.movedCount = 0;
  }

  private add(id: number): number {
    const slot = this.freeSlots.pop() ?? this.used++;
    this.reserve(slot + 1);
    this.slots.set(id, slot);
    this.ids[slot] = id;
    return slot;
  }

  private reserve(count: number): void {
    if (count <= this.ids.length) return;
    const room = Math.max(1024, 2 * count);
    const grown = <A extends Uint32Array | Uint8Array | Float32Array>(to: A, from: A): A => {
      to.set(from);
      return to;
    };
    this.ids = grown(new Uint32Array(room), this.ids);
    this.isMoved = grown(new Uint8Array(room), this.isMoved);
    this.movedSlots = grown(new Uint32Array(room), this.movedSlots);
    this.poses = grown(new Float32Array(7 * room), this.poses);
  }
}
