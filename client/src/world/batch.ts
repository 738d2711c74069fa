// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import {
  type BufferGeometry, type Color, DynamicDrawUsage, type Group, InstancedMesh, type Material,
  Sphere, StaticDrawUsage, Vector3,
} from 'three';
import type { BackdropMark } from '../view/backdrop';
import { writeProduct } from './affine';

/** One drawn part of one entity. */
export interface Instance {
  batch: Batch;
  /** changes when others leave the batch */
  index: number;
  entity: number;
  bodyFromPart: Float32Array;
  color: Color;
}

export interface BatchOptions {
  /** names it among the batches of a scene */
  key: string;
  /** that of all batches that could be drawn as one, if gloss and shadows were the same */
  alike: string;
  geometry: BufferGeometry;
  material: Material;
  isStatic: boolean;
  /** nothing in it moves for now: a part of the backdrop */
  isStill: boolean;
  /** all of it is in the room of a real robot, which the world has a model of */
  isReal: boolean;
  shadows: boolean;
  group: Group;
}

/** Instances are sent to the GPU by blocks of this many. */
const BLOCK = 128;
const MIN_ROOM = 4;

/** Everything that has the same geometry and material: one draw call, however many there are. */
export class Batch {
  mesh: InstancedMesh;
  private readonly instances: Instance[] = [];
  private readonly dirtyBlocks = new Set<number>();
  private isDrawn = true;

  constructor(private readonly options: BatchOptions) {
    this.mesh = this.makeMesh(MIN_ROOM);
  }

  /** nothing in it ever moves */
  get isStatic(): boolean {
    return this.options.isStatic;
  }

  get isStill(): boolean {
    return this.options.isStill;
  }

  get isReal(): boolean {
    return this.options.isReal;
  }

  get key(): string {
    return this.options.key;
  }

  get alike(): string {
    return `${this.options.isStill} ${this.options.alike}`;
  }

  get all(): readonly Instance[] {
    return this.instances;
  }

  get material(): Material {
    return this.options.material;
  }

  /** Nothing of it is still to come, or to be placed. */
  get isWhole(): boolean {
    if (this.size === 0) return true;
    return this.dirtyBlocks.size === 0 && this.mesh.geometry.hasAttribute('position');
  }

  get size(): number {
    return this.instances.length;
  }

  /** The same for what is at rest. */
  resting(key: string): Batch {
    return new Batch({ ...this.options, key, isStill: true });
  }

  /** The highest that anything in it, which does not move, reaches. */
  get top(): number {
    if (!this.mesh.boundingBox) this.mesh.computeBoundingBox();
    return this.mesh.boundingBox!.max.z;
  }

  entityAt(index: number): number | undefined {
    return this.instances[index]?.entity;
  }

  /** It cannot be seen until it is placed. */
  add(entity: number, bodyFromPart: Float32Array, color: Color): Instance {
    const instance = { batch: this, index: 0, entity, bodyFromPart, color };
    this.take(instance);
    return instance;
  }

  /** An instance that left its batch, or never was in one. */
  take(instance: Instance): void {
    const index = this.instances.length;
    if (index >= this.mesh.instanceMatrix.count) this.grow();
    instance.batch = this;
    instance.index = index;
    this.instances.push(instance);
    this.mesh.setColorAt(index, instance.color);
    this.mesh.instanceMatrix.array.fill(0, 16 * index, 16 * index + 16);
    this.touch(index);
    this.mesh.instanceColor!.needsUpdate = true;
    this.mesh.count = this.instances.length;
    this.mesh.visible = this.isDrawn;
  }

  /** Takes one out of another batch, and leaves it where it is. */
  adopt(instance: Instance): void {
    const { batch, index } = instance;
    const matrix = batch.mesh.instanceMatrix.array.slice(16 * index, 16 * index + 16);
    batch.remove(instance);
    this.take(instance);
    this.mesh.instanceMatrix.array.set(matrix, 16 * instance.index);
  }

  has(instance: Instance): boolean {
    return this.instances[instance.index] === instance;
  }

  remove(instance: Instance): void {
    const last = this.instances.pop()!;
    this.mesh.count = this.instances.length;
    this.mesh.visible = this.isDrawn && this.instances.length > 0;
    if (last === instance) return;
    // the last one takes the place that is free now
    const array = this.mesh.instanceMatrix.array as Float32Array;
    array.copyWithin(16 * instance.index, 16 * last.index, 16 * last.index + 16);
    last.index = instance.index;
    this.instances[last.index] = last;
    this.mesh.setColorAt(last.index, last.color);
    this.mesh.instanceColor!.needsUpdate = true;
    this.touch(last.index);
  }

  place(instance: Instance, poses: Float32Array, slot: number): void {
    const array = this.mesh.instanceMatrix.array as Float32Array;
    writeProduct(poses, slot, instance.bodyFromPart, array, 16 * instance.index);
    this.touch(instance.index);
  }

  setGeometry(geometry: BufferGeometry): void {
    this.options.geometry = geometry;
    this.mesh.geometry = geometry;
    this.mesh.boundingSphere = everywhere();
    this.mesh.boundingBox = null;
    if (this.options.isStatic && this.dirtyBlocks.size === 0) this.mesh.computeBoundingSphere();
  }

  /** Whether it is in the picture at all. */
  setDrawn(isDrawn: boolean): void {
    this.isDrawn = isDrawn;
    this.mesh.visible = isDrawn && this.mesh.count > 0;
  }

  /**
   * Draws of what stands still only what looks at least that large from there, as a tangent, until
   * something comes or goes.
   */
  drawFrom(eye: Vector3, least: number): void {
    const { mesh, instances } = this;
    if (!this.options.isStatic || (least <= 0 && mesh.count === instances.length)) return;
    if (!mesh.geometry.hasAttribute('position')) return;
    if (!mesh.geometry.boundingSphere) mesh.geometry.computeBoundingSphere();
    const { array } = mesh.instanceMatrix;
    const { center, radius } = mesh.geometry.boundingSphere!;
    const offset = center.length();
    const isLarge = (i: number) => {
      const [a, b, c] = [0, 4, 8].map((column) => {
        const first = 16 * i + column;
        return Math.hypot(array[first]!, array[first + 1]!, array[first + 2]!);
      });
      const scale = Math.max(a!, b!, c!);
      const away = [eye.x, eye.y, eye.z].map((at, k) => at - array[16 * i + 12 + k]!);
      // it may be anywhere around its origin
      return radius * scale >= least * (Math.hypot(...away) - offset * scale);
    };
    // those that are drawn come first
    let count = instances.length;
    for (let i = 0; i < count; ) {
      if (isLarge(i)) ++i;
      else if (i < --count) this.swap(i, count);
    }
    if (count === mesh.count) return;
    mesh.count = count;
    mesh.visible = this.isDrawn && count > 0;
    this.touch(0);
  }

  private swap(i: number, j: number): void {
    const [a, b] = [this.instances[i]!, this.instances[j]!];
    const { array } = this.mesh.instanceMatrix;
    const matrix = array.slice(16 * i, 16 * i + 16);
    array.copyWithin(16 * i, 16 * j, 16 * j + 16);
    array.set(matrix, 16 * j);
    for (const [instance, index] of [[b, i], [a, j]] as const) {
      instance.index = index;
      this.instances[index] = instance;
      this.mesh.setColorAt(index, instance.color);
      this.touch(index);
    }
    this.mesh.instanceColor!.needsUpdate = true;
  }

  /** How large it looks from there, as a tangent; without end for what moves. */
  sizeFrom(eye: Vector3): number {
    const { center, radius } = this.mesh.boundingSphere!;
    return radius / Math.max(center.distanceTo(eye) - radius, 1e-3);
  }

  /** Tells the GPU what changed, if anything did; once before drawing. */
  flush(): boolean {
    if (this.dirtyBlocks.size === 0) return false;
    const attribute = this.mesh.instanceMatrix;
    attribute.clearUpdateRanges();
    const blocks = [...this.dirtyBlocks].sort((a, b) => a - b);
    for (let i = 0; i < blocks.length; ) {
      const first = blocks[i]!;
      let end = first;
      while (i < blocks.length && blocks[i] === end) {
        ++end;
        ++i;
      }
      const from = first * BLOCK;
      const to = Math.min(end * BLOCK, attribute.count);
      if (to > from) attribute.addUpdateRange(16 * from, 16 * (to - from));
    }
    attribute.needsUpdate = true;
    this.dirtyBlocks.clear();
    this.mesh.boundingBox = null;
    // what stands still can be left out when it is out of sight; finding that out for what moves
    // would cost more than drawing it
    if (this.options.isStatic) this.mesh.computeBoundingSphere();
    return true;
  }

  dispose(): void {
    this.mesh.removeFromParent();
    this.mesh.dispose();
  }

  private touch(index: number): void {
    this.dirtyBlocks.add(Math.floor(index / BLOCK));
  }

  private makeMesh(room: number): InstancedMesh {
    const { geometry, material, isStatic, isStill, shadows, group } = this.options;
    const mesh = new InstancedMesh(geometry, material, room);
    mesh.instanceMatrix.setUsage(isStatic ? StaticDrawUsage : DynamicDrawUsage);
    mesh.count = 0;
    mesh.visible = false;
    mesh.castShadow = shadows;
    mesh.receiveShadow = true;
    mesh.frustumCulled = isStatic;
    mesh.boundingSphere = everywhere();
    mesh.userData.batch = this;
    const steady = isStatic && !isStill ? { steady: 0 } : {};
    Object.assign(mesh.userData, { isStill, ...steady } satisfies BackdropMark);
    group.add(mesh);
    return mesh;
  }

  // the GPU's buffers cannot grow, so a larger mesh takes over
  private grow(): void {
    const before = this.mesh;
    this.mesh = this.makeMesh(2 * before.instanceMatrix.count);
    this.mesh.instanceMatrix.array.set(before.instanceMatrix.array);
    for (const instance of this.instances) {
      this.mesh.setColorAt(instance.index, instance.color);
      this.touch(instance.index);
    }
    before.removeFromParent();
    before.dispose();
  }
}

const everywhere = () => new Sphere(new Vector3(), Infinity);
