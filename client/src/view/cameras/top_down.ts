// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { OrthographicCamera, Vector3 } from 'three';
import type { CameraMode } from '../camera_mode';
import { interestingExtent } from '../extent';
import { sceneFromWorld } from '../frames';
import { makeOrbit, movesOf } from './perspective';

const HEIGHT_M = 1000;

/** Straight down with y up, true to scale. */
export const topDown: CameraMode = {
  id: 'top_down',
  title: 'Top-down',
  key: '4',
  create(app) {
    const camera = new OrthographicCamera(-1, 1, 1, -1, 0.1, 2 * HEIGHT_M);
    const box = interestingExtent(app.store);
    const size = box.getSize(new Vector3());
    const middle = sceneFromWorld(box.getCenter(new Vector3()));
    camera.up.set(0, 0, -1);
    camera.position.copy(middle).add(new Vector3(0, HEIGHT_M, 0));
    const controls = makeOrbit(app, camera);
    controls.enableRotate = false;
    // with north up in the picture, straight down is as low as it goes
    controls.maxPolarAngle = Math.PI / 2;
    controls.screenSpacePanning = true;
    controls.target.copy(middle);
    // what would turn moves instead
    controls.mouseButtons.LEFT = controls.mouseButtons.RIGHT;
    controls.touches.ONE = 1;
    controls.update();
    const { shift, zoom } = movesOf(controls);
    return {
      camera,
      lookedAt: controls.target,
      moves: { shift, zoom },
      update: (dt) => controls.update(dt),
      resize(width, height) {
        const metresPerPixel = Math.max(size.x / width, size.y / Math.max(height, 1));
        camera.right = (width * metresPerPixel) / 2;
        camera.top = (height * metresPerPixel) / 2;
        camera.left = -camera.right;
        camera.bottom = -camera.top;
        camera.updateProjectionMatrix();
      },
      setPointer: (isOurs) => void (controls.enabled = isOurs),
      dispose: () => controls.dispose(),
    };
  },
};
