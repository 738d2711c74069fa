// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { Matrix4, OrthographicCamera, Vector3 } from 'three';
import type { Area, ProjectorInfo, World } from '../protocol/messages';
import type { CameraMode } from '../view/camera_mode';
import { sceneFromWorld } from '../view/frames';

/** What begins higher above the floor is left out: lamps, treetops. */
const CEILING_M = 2;

/** The calibration that the page was asked for: /projector?2 is the second. */
export function projectorOf(world: World | undefined): ProjectorInfo | undefined {
  return world?.projectors[projectorNumber() - 1];
}

export function projectorNumber(): number {
  return Number(/^\?(\d+)$/.exec(globalThis.location?.search ?? '')?.[1] ?? 1);
}

/** The floor that is shown: the calibration's, what the scenario projects, tracks or paints. */
export function shownFloor(world: World | undefined): Area {
  return projectorOf(world)?.floor ?? world?.projection?.floor ?? world?.tracked_area
    ?? world?.paint?.area ?? [0, 0, 0, 4, 3];
}

/** Orthographic, and then laid onto the floor as a projector stands: no pixel is drawn twice. */
export class FloorCamera extends OrthographicCamera {
  private warp = new Matrix4();

  setWarp(warp: Matrix4): void {
    this.warp = warp;
    this.updateProjectionMatrix();
  }

  override updateProjectionMatrix(): void {
    super.updateProjectionMatrix();
    if (!this.warp) return; // while it is made
    this.projectionMatrix.premultiply(this.warp);
    this.projectionMatrixInverse.copy(this.projectionMatrix).invert();
  }
}

/** Straight down on exactly the shown floor, whatever the window's shape: corners are corners. */
export const floorCamera: CameraMode = {
  id: 'floor',
  title: 'Floor',
  create(app) {
    const camera = new FloorCamera(-1, 1, 1, -1, 0, 100);
    const lookedAt = new Vector3();
    const place = (world: World | undefined) => {
      const [x, y, yaw, sizeX, sizeY] = shownFloor(world);
      const floor = world?.floor_m ?? 0;
      camera.right = sizeX / 2;
      camera.top = sizeY / 2;
      camera.left = -camera.right;
      camera.bottom = -camera.top;
      camera.updateProjectionMatrix();
      sceneFromWorld(lookedAt.set(x, y, floor));
      sceneFromWorld(camera.position.set(x, y, floor + CEILING_M));
      sceneFromWorld(camera.up.set(-Math.sin(yaw), Math.cos(yaw), 0));
      camera.lookAt(lookedAt);
      app.viewer.invalidate();
    };
    const end = app.store.world.subscribe(place);
    return {
      camera, lookedAt, update: () => false, resize: () => {}, setPointer: () => {}, dispose: end,
    };
  },
};
