// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { type Material, MeshBasicMaterial, type Object3D } from 'three';
import type { App } from '../app';
import type { Batch } from '../world/batch';

/** What lies on the floor without rising above it is ground, as carpets are. */
const GROUND_M = 0.005;

/**
 * Everything that a real camera sees anyway: the ground, what scenarios name as real, and twins. It
 * is not drawn over pictures, but hides what is behind it.
 */
export class Reality {
  private readonly unseen = new MeshBasicMaterial({ colorWrite: false });

  constructor(private readonly app: App) {}

  /** Takes it out of the scene. Returns what brings it back. */
  hide({ hidesPictures = true } = {}): () => void {
    const { viewer, world } = this.app;
    const hidden: Object3D[] = [];
    const covering: { mesh: Batch['mesh']; material: Material }[] = [];
    const hide = (object: Object3D) => {
      if (!object.visible) return;
      object.visible = false;
      hidden.push(object);
    };
    hide(viewer.sky.dome);
    if (hidesPictures)
      for (const object of viewer.root.children) if (object.name === 'camera plane') hide(object);
    for (const object of [...world.things.children, ...world.robots.children]) {
      const { batch, entity } = object.userData as { batch?: Batch; entity?: number };
      // what belongs to an entity and is in no batch is a heightfield
      if (entity !== undefined || (batch && this.isGround(batch))) hide(object);
      else if (batch?.isReal) {
        if (batch.material.transparent) hide(object);
        else covering.push({ mesh: batch.mesh, material: batch.material });
      }
    }
    for (const { mesh } of covering) {
      mesh.material = this.unseen;
      mesh.renderOrder = -1;
    }
    return () => {
      for (const object of hidden) object.visible = true;
      for (const { mesh, material } of covering) {
        mesh.material = material;
        mesh.renderOrder = 0;
      }
    };
  }

  dispose(): void {
    this.unseen.dispose();
  }

  private isGround(batch: Batch): boolean {
    const floor = this.app.store.world.value?.floor_m ?? 0;
    return batch.isStatic && !batch.material.transparent && batch.top <= floor + GROUND_M;
  }
}
