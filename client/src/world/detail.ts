// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type { BufferGeometry, Vector3 } from 'three';
import type { Batch, Instance } from './batch';

/** Geometry of a batch for a level of detail: 0 is all of it. */
export type MakeGeometry = (level: number) => BufferGeometry | Promise<BufferGeometry>;

/** What looks larger than this, as a tangent, is never left out: about 3°. */
const MOST_LEFT_OUT = 0.05;
/**
 * What stands still and looks smaller than this at the first level is not drawn, one by one: about
 * three pixels across on a Quest 3.
 */
const LEAST_DRAWN = 0.001;

/** How much of the world is drawn, for devices that cannot draw all of it in time. */
export class Detail {
  private readonly makers = new Map<Batch, MakeGeometry>();
  private leftOut: Batch[] = [];
  /** of what is drawn with others: where it belongs */
  private readonly homes = new Map<Instance, Batch>();
  private wanted = 0;

  constructor(private readonly changed: () => void) {}

  get level(): number {
    return this.wanted;
  }

  /** 0: everything as fine as it is. */
  setLevel(level: number): void {
    if (level === this.wanted) return;
    this.wanted = level;
    for (const [batch, make] of this.makers) this.apply(batch, make);
  }

  add(batch: Batch, make: MakeGeometry): void {
    this.makers.set(batch, make);
    this.apply(batch, make);
  }

  /** The same for what is at rest. */
  addLike(batch: Batch, other: Batch): void {
    const make = this.makers.get(other);
    if (make) this.add(batch, make);
  }

  clear(): void {
    this.makers.clear();
    this.leftOut = [];
    this.homes.clear();
  }

  /**
   * Draws as one what differs in gloss and shadows alone, like most of it. To be called again for
   * what comes later.
   */
  merge(): void {
    const alike = new Map<string, Batch[]>();
    for (const batch of this.makers.keys()) {
      if (batch.size === 0) continue;
      const others = alike.get(batch.alike);
      if (others) others.push(batch);
      else alike.set(batch.alike, [batch]);
    }
    for (const batches of alike.values()) {
      const [most, ...others] = batches.sort((a, b) => b.size - a.size);
      for (const other of others) {
        for (const instance of [...other.all]) {
          if (!this.homes.has(instance)) this.homes.set(instance, other);
          most!.adopt(instance);
        }
        this.changed();
      }
    }
  }

  /** Draws everything as it is. */
  part(): void {
    for (const [instance, home] of this.homes)
      // some of it may have gone meanwhile
      if (instance.batch.has(instance)) home.adopt(instance);
    if (this.homes.size > 0) this.changed();
    this.homes.clear();
  }

  /** Draws of many alike only what is seen well enough from there: twice as well for each level. */
  drawFrom(eye: Vector3): void {
    const least = this.wanted === 0 ? 0 : LEAST_DRAWN * 2 ** (this.wanted - 1);
    for (const batch of this.makers.keys()) batch.drawFrom(eye, least);
  }

  /**
   * Leaves out so many of what is seen least from there; nothing that moves or is seen well. How
   * many there were to leave out.
   */
  leaveOut(count: number, eye: Vector3): number {
    for (const batch of this.leftOut) batch.setDrawn(true);
    const candidates = [...this.makers.keys()]
      .filter((batch) => batch.isStatic && batch.size > 0)
      .map((batch) => ({ batch, size: batch.sizeFrom(eye) }))
      .filter(({ size }) => size < MOST_LEFT_OUT)
      .sort((a, b) => a.size - b.size);
    this.leftOut = candidates.slice(0, count).map(({ batch }) => batch);
    for (const batch of this.leftOut) batch.setDrawn(false);
    return this.leftOut.length;
  }

  private apply(batch: Batch, make: MakeGeometry): void {
    const { wanted } = this;
    const set = (geometry: BufferGeometry) => {
      // another level may be wanted by now, or another world be there
      if (this.makers.get(batch) !== make || this.wanted !== wanted) return;
      if (batch.mesh.geometry === geometry) return;
      batch.setGeometry(geometry);
      this.changed();
    };
    const made = make(wanted);
    if (made instanceof Promise) made.then(set, (error: unknown) => console.warn(String(error)));
    else set(made);
  }
}
