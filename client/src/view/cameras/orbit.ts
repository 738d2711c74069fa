// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { PerspectiveCamera, Vector3 } from 'three';
import type { CameraMode } from '../camera_mode';
import { makeOrbit, makePerspective, movesOf, overview, resizePerspective } from './perspective';

/** Around the world, by dragging. */
export const orbit: CameraMode = {
  id: 'orbit',
  title: 'Orbit',
  key: '1',
  create(app, before) {
    const camera = makePerspective();
    const controls = makeOrbit(app, camera);
    const { eye, target } = overview(app, new Vector3(-0.5, -0.75, 0.8));
    camera.position.copy(eye);
    controls.target.copy(target);
    // goes on from where one was, if that looked at something near
    if (before instanceof PerspectiveCamera && before.userData.lookedAt instanceof Vector3) {
      camera.position.setFromMatrixPosition(before.matrixWorld);
      controls.target.copy(before.userData.lookedAt);
    }
    camera.userData.lookedAt = controls.target;
    controls.update();
    return {
      camera,
      lookedAt: controls.target,
      moves: movesOf(controls),
      update: (dt) => controls.update(dt),
      resize: (width, height) => resizePerspective(camera, width, height),
      setPointer: (isOurs) => void (controls.enabled = isOurs),
      dispose: () => controls.dispose(),
    };
  },
};
