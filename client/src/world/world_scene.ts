// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import {
  BufferGeometry, type Camera, type Color, Group, type Intersection, Matrix4, type Object3D,
  type Ray, Vector3,
} from 'three';
import type { Entity, MaterialInfo, Visual } from '../protocol/messages';
import type { EntityChange } from '../store/entity_table';
import type { Store } from '../store/store';
import { onLevel } from '../tools/aim';
import type { BackdropMark } from '../view/backdrop';
import { matrixOfPose, matrixOfSlot, writeProduct } from './affine';
import { fetchField } from './assets';
import { Batch, type Instance } from './batch';
import { Detail, type MakeGeometry } from './detail';
import { GeometryLibrary, type MeshPart } from './geometries';
import { meetHills } from './ground';
import { alikeKey, DEFAULT_MATERIAL, MaterialLibrary } from './materials';
import { Retries, type Trouble } from './retries';
import { sharedShape } from './shapes';
import { Terrain } from './terrain';

/** Something that follows a body but is not drawn in a batch. */
interface Follower {
  root: Object3D;
  bodyFromPart: Float32Array;
  dispose: () => void;
}

interface BodyParts {
  instances: Instance[];
  followers: Follower[];
  /** its instances are in batches of what does not move */
  isResting: boolean;
}

/** What stood still for so long becomes a part of the backdrop. */
const REST_MS = 1500;
/** Together, as each time the backdrop is drawn anew. */
const REST_PERIOD_MS = 500;
const RESTING = '|resting';

/** The entities of the store as things to draw, in the world's frame (z up). */
export class WorldScene {
  readonly root = new Group();
  /** robots' bodies, apart from all else because they can be hidden */
  readonly robots = new Group();
  readonly things = new Group();
  readonly detail: Detail;
  private readonly retries: Retries;
  private readonly geometries: GeometryLibrary;
  private readonly materials: MaterialLibrary;
  private readonly batches = new Map<string, Batch>();
  private readonly bodies = new Map<number, BodyParts>();
  private readonly terrains = new Set<Terrain>();
  private readonly restless = new Map<number, number>();
  private restedMs = 0;
  private readonly place3 = new Vector3();
  private readonly fieldFromWorld = new Matrix4();

  /**
   * `invalidate` is called when something changed that is not just moving, `trouble` when files of
   * the world cannot be had, and when they can.
   */
  constructor(
    private readonly store: Store, private readonly isHigh: boolean,
    private readonly invalidate: () => void,
    private readonly isHidden: (entity: Entity) => boolean = () => false, trouble?: Trouble,
  ) {
    this.retries = new Retries(trouble);
    this.geometries = new GeometryLibrary(this.retries);
    this.materials = new MaterialLibrary(isHigh, invalidate, this.retries);
    this.detail = new Detail(invalidate);
    this.root.add(this.robots, this.things);
    this.root.name = 'world';
    for (const group of [this.root, this.robots, this.things])
      Object.assign(group.userData, { holdsStill: true } satisfies BackdropMark);
    store.entities.changed.on((change) => this.change(change));
  }

  get drawCalls(): number {
    let calls = 0;
    for (const batch of this.batches.values()) if (batch.size > 0) ++calls;
    return calls;
  }

  /** All that is known can be drawn: meshes and hills have come, and stand in their places. */
  get isWhole(): boolean {
    for (const batch of this.batches.values()) if (!batch.isWhole) return false;
    for (const { followers } of this.bodies.values())
      for (const { root } of followers) if (root.children.length === 0) return false;
    return true;
  }

  /** Puts everything that moved where it is now. */
  update(nowMs = performance.now()): void {
    const { bodies } = this.store;
    bodies.takeMoved((id, slot) => this.move(id, slot, nowMs));
    if (nowMs - this.restedMs > REST_PERIOD_MS) this.rest(nowMs);
    let isStillSame = true;
    for (const batch of this.batches.values())
      if (batch.flush() && (batch.isStill || batch.isStatic)) isStillSame = false;
    if (!isStillSame) this.invalidate();
  }

  /** Makes ground that is near the camera finer. */
  refine(camera: Camera): void {
    for (const terrain of this.terrains) {
      terrain.detail = this.detail.level;
      if (terrain.refine(camera)) this.invalidate();
    }
  }

  get hasHills(): boolean {
    return this.terrains.size > 0;
  }

  /** How high the ground is: hills, and the floor's level where there are none. */
  groundAt(x: number, y: number): number {
    return this.hillAt(x, y) ?? this.floor;
  }

  /** Where a ray meets the ground first; undefined where it never does. */
  groundAlong(ray: Ray): Vector3 | undefined {
    if (!this.hasHills) return onLevel(ray, this.floor);
    return meetHills(ray, (x, y) => this.groundAt(x, y));
  }

  private get floor(): number {
    return this.store.world.value?.floor_m ?? 0;
  }

  private hillAt(x: number, y: number): number | undefined {
    let highest: number | undefined;
    for (const terrain of this.terrains) {
      const holder = terrain.root.parent!;
      // hills stand upright
      this.place3.set(x, y, 0).applyMatrix4(this.fieldFromWorld.copy(holder.matrix).invert());
      const height = terrain.groundAt(this.place3.x, this.place3.y);
      if (height === undefined) continue;
      this.place3.setZ(height).applyMatrix4(holder.matrix);
      highest = Math.max(highest ?? -Infinity, this.place3.z);
    }
    return highest;
  }

  /** world_from_link; undefined if its body has no pose yet. */
  linkMatrix(entity: Entity, link: number, out: Matrix4): Matrix4 | undefined {
    const { pose, body } = this.store.entities.links(entity)[link] ?? {};
    if (pose === undefined) return undefined;
    const slot = this.store.bodies.slot(entity.bodies[body!] ?? -1);
    if (slot === undefined) return undefined;
    return matrixOfSlot(this.store.bodies.poses, slot, out).multiply(matrixOfPose(pose));
  }

  /** world_from_base of a robot. */
  robotMatrix(name: string, out: Matrix4): Matrix4 | undefined {
    const robot = this.store.entities.robot(name);
    const entity = robot && this.store.entities.entity(robot.entity);
    return entity && this.linkMatrix(entity, robot.base, out);
  }

  /** The entity that a ray of three's Raycaster met. */
  entityOf(hit: Intersection): Entity | undefined {
    for (let object: Object3D | null = hit.object; object; object = object.parent) {
      const { batch, entity } = object.userData as { batch?: Batch; entity?: number };
      if (batch) return this.store.entities.entity(batch.entityAt(hit.instanceId ?? -1) ?? -1);
      if (entity !== undefined) return this.store.entities.entity(entity);
    }
    return undefined;
  }

  private move(id: number, slot: number, nowMs: number): void {
    // a page of high quality draws everything anew, and for shadows it has to
    if (!this.isHigh) {
      const parts = this.bodies.get(id);
      if (parts?.isResting) this.setResting(parts, false);
      this.restless.set(id, nowMs);
    }
    this.place(id, slot);
  }

  private rest(nowMs: number): void {
    this.restedMs = nowMs;
    for (const [id, movedMs] of this.restless) {
      if (nowMs - movedMs < REST_MS) continue;
      this.restless.delete(id);
      const parts = this.bodies.get(id);
      const slot = this.store.bodies.slot(id);
      if (!parts || slot === undefined) continue;
      this.setResting(parts, true);
      this.place(id, slot);
    }
  }

  private setResting(parts: BodyParts, isResting: boolean): void {
    parts.isResting = isResting;
    for (const instance of parts.instances) {
      const { batch } = instance;
      // what can be seen through is drawn over all else
      if (batch.isStatic || batch.material.transparent) continue;
      batch.remove(instance);
      (isResting ? this.restingBatch(batch) : this.batches.get(batch.key.replace(RESTING, ''))!)
        .take(instance);
    }
    this.invalidate();
  }

  private restingBatch(batch: Batch): Batch {
    const key = batch.key + RESTING;
    let resting = this.batches.get(key);
    if (!resting) {
      resting = batch.resting(key);
      this.batches.set(key, resting);
      this.detail.addLike(resting, batch);
    }
    return resting;
  }

  private place(id: number, slot: number): void {
    const parts = this.bodies.get(id);
    if (!parts) return;
    const { poses } = this.store.bodies;
    for (const instance of parts.instances) instance.batch.place(instance, poses, slot);
    for (const { root, bodyFromPart } of parts.followers) {
      writeProduct(poses, slot, bodyFromPart, root.matrix.elements, 0);
      root.matrixWorldNeedsUpdate = true;
      root.visible = true;
    }
  }

  private change({ full, added, removed }: EntityChange): void {
    if (full) this.clear();
    else for (const entity of removed) this.remove(entity);
    for (const entity of added) if (!this.isHidden(entity)) this.add(entity);
    this.invalidate();
  }

  private clear(): void {
    for (const batch of this.batches.values()) batch.dispose();
    for (const parts of this.bodies.values())
      for (const follower of parts.followers) follower.dispose();
    this.batches.clear();
    this.detail.clear();
    this.bodies.clear();
    this.restless.clear();
    this.terrains.clear();
    this.geometries.clear();
    this.materials.clear();
    this.retries.clear();
  }

  private remove(entity: Entity): void {
    for (const body of entity.bodies) {
      const parts = this.bodies.get(body);
      if (!parts) continue;
      for (const instance of parts.instances) instance.batch.remove(instance);
      for (const follower of parts.followers) follower.dispose();
      this.bodies.delete(body);
    }
  }

  private add(entity: Entity): void {
    const group = this.store.entities.robotOf(entity) ? this.robots : this.things;
    for (const link of this.store.entities.links(entity)) {
      const body = entity.bodies[link.body];
      if (body === undefined) continue;
      const bodyFromLink = matrixOfPose(link.pose);
      for (const visual of link.visuals) {
        const bodyFromVisual = bodyFromLink.clone().multiply(matrixOfPose(visual.pose));
        this.addVisual(entity, body, visual, bodyFromVisual, group);
      }
      // its pose may be known already
      const slot = this.store.bodies.slot(body);
      if (slot !== undefined) this.place(body, slot);
    }
  }

  private addVisual(
    entity: Entity, body: number, visual: Visual, bodyFromVisual: Matrix4, group: Group,
  ): void {
    const { shape } = visual;
    const { isHigh } = this;
    const isClear = this.material(visual, 0).color[3] < 1;
    const shared = sharedShape(shape, { isHigh, isClear, level: 0 });
    if (shared) {
      bodyFromVisual.multiply(shared.visualFromGeometry);
      const batch = this.batch(shared.key, visual, 0, entity, group, (level) =>
        this.geometries.ofShape(sharedShape(shape, { isHigh, isClear, level })!));
      this.addInstance(batch, entity, body, bodyFromVisual, this.color(visual, 0));
    } else if ('mesh' in shape) {
      bodyFromVisual.scale(new Vector3(...shape.scale));
      visual.materials.forEach((_, i) => {
        const part = visual.materials.length > 1 ? i : 'all';
        const key = `${part} ${shape.mesh}`;
        const batch = this.batch(key, visual, i, entity, group, (level) =>
          this.geometries.ofMesh(shape.mesh, part as MeshPart, level));
        this.addInstance(batch, entity, body, bodyFromVisual, this.color(visual, i));
      });
    } else if ('heightfield' in shape) {
      this.addTerrain(shape.heightfield, visual, entity, body, bodyFromVisual, group);
    }
  }

  private material(visual: Visual, part: number): MaterialInfo {
    return this.store.entities.materials[visual.materials[part] ?? -1] ?? DEFAULT_MATERIAL;
  }

  private color(visual: Visual, part: number): Color {
    return this.materials.share(this.material(visual, part)).color;
  }

  private batch(
    geometryKey: string, visual: Visual, part: number, entity: Entity, group: Group,
    make: MakeGeometry,
  ): Batch {
    const isClosed = !('plane' in visual.shape || 'mesh' in visual.shape);
    const { key: materialKey, material } =
      this.materials.share(this.material(visual, part), isClosed);
    // each plane by itself: it may be the ground, or hang on a wall
    const plane = 'plane' in visual.shape ? entity.id : '';
    const kind = [group.id, entity.static, entity.real, visual.shadows, plane].join(' ');
    const key = `${geometryKey}|${materialKey}|${kind}`;
    const looks = [isClosed, entity.static, entity.real, group.id, plane].join(' ');
    const alike = `${geometryKey}|${alikeKey(this.material(visual, part))}|${looks}`;
    let batch = this.batches.get(key);
    if (batch) return batch;
    // what can be seen through casts no shadow, as in pictures of cameras
    const shadows = visual.shadows && material.opacity >= 0.5;
    const isStill = entity.static && !material.transparent;
    batch = new Batch({
      key, alike, geometry: new BufferGeometry(), material, isStatic: entity.static, isStill,
      isReal: entity.real, shadows, group,
    });
    this.batches.set(key, batch);
    this.detail.add(batch, make);
    return batch;
  }

  private addInstance(
    batch: Batch, entity: Entity, body: number, bodyFromPart: Matrix4, color: Color,
  ): void {
    const instance = batch.add(entity.id, new Float32Array(bodyFromPart.elements), color);
    this.parts(body).instances.push(instance);
  }

  private addTerrain(
    path: string, visual: Visual, entity: Entity, body: number, bodyFromVisual: Matrix4,
    group: Group,
  ): void {
    const info = this.material(visual, 0);
    const material = this.materials.share(info).material.clone();
    material.color.copy(this.color(visual, 0));
    material.onBeforeCompile = this.materials.share(info).material.onBeforeCompile;
    const holder = new Group();
    holder.matrixAutoUpdate = false;
    holder.visible = false;
    const mark: BackdropMark = { isStill: entity.static && !material.transparent };
    Object.assign(holder.userData, { entity: entity.id, ...mark });
    group.add(holder);
    let terrain: Terrain | undefined;
    let isOver = false;
    const dispose = () => {
      isOver = true;
      holder.removeFromParent();
      terrain?.dispose();
      if (terrain) this.terrains.delete(terrain);
      material.dispose();
    };
    const bodyFromPart = new Float32Array(bodyFromVisual.elements);
    this.parts(body).followers.push({ root: holder, bodyFromPart, dispose });
    void this.retries.until(path, () => fetchField(path), () => !isOver).then((field) => {
      if (isOver) return;
      terrain = new Terrain(field, material, visual.shadows, this.isHigh);
      holder.add(terrain.root);
      this.terrains.add(terrain);
      this.invalidate();
    });
  }

  private parts(body: number): BodyParts {
    let parts = this.bodies.get(body);
    if (!parts) {
      parts = { instances: [], followers: [], isResting: false };
      this.bodies.set(body, parts);
    }
    return parts;
  }
}
