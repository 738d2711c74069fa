// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { OrthographicCamera, Vector3 } from 'three';
import type { Area, World } from '../protocol/messages';
import type { CameraMode } from '../view/camera_mode';
import { sceneFromWorld } from '../view/frames';

/** What begins higher above the floor is left out: lamps, treetops. */
const CEILING_M = 2;

/** The floor that is shown: what the scenario projects, else what it tracks or paints. */
export function shownFloor(world: World | undefined): Area {
  return world?.projection?.floor ?? world?.tracked_area ?? world?.paint?.area ?? [0, 0, 0, 4, 3];
}

/** Straight down on exactly the shown floor, whatever the window's shape: corners are corners. */
export const floorCamera: CameraMode = {
  id: 'floor',
  title: 'Floor',
  create(app) {
    const camera = new OrthographicCamera(-1, 1, 1, -1, 0, 100);
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
