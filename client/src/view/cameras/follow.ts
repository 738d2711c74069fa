// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { Matrix4, Vector3 } from 'three';
import type { CameraMode } from '../camera_mode';
import { positionOf, sceneFromWorld, yawOf } from '../frames';
import { makeOrbit, makePerspective, movesOf, resizePerspective } from './perspective';

const UP = new Vector3(0, 1, 0);

/** Behind a robot, turning with it; dragging looks at it from elsewhere. */
export const follow: CameraMode = {
  id: 'follow',
  title: 'Follow robot',
  key: '2',
  create(app) {
    const camera = makePerspective();
    const controls = makeOrbit(app, camera);
    controls.enablePan = false;
    controls.zoomToCursor = false;
    const matrix = new Matrix4();
    const place = new Vector3();
    let followed: string | undefined;
    let yaw = 0;
    camera.userData.lookedAt = controls.target;

    function start(name: string, radius: number): void {
      followed = name;
      yaw = yawOf(matrix);
      const back = Math.max(radius * 9, 0.8);
      controls.target.copy(place);
      const offset = new Vector3(-Math.cos(yaw) * back, -Math.sin(yaw) * back, back * 0.6);
      camera.position.copy(place).add(sceneFromWorld(offset));
    }

    function update(dt: number): boolean {
      const name = app.robot.value;
      const robot = name === undefined ? undefined : app.store.entities.robot(name);
      if (!robot || !app.world.robotMatrix(robot.name, matrix)) return controls.update(dt);
      sceneFromWorld(place.copy(positionOf(matrix)));
      place.y += robot.radius_m * 0.6;
      if (followed !== robot.name) start(robot.name, robot.radius_m);
      const arm = camera.position.clone().sub(controls.target);
      arm.applyAxisAngle(UP, yawOf(matrix) - yaw);
      yaw = yawOf(matrix);
      controls.target.copy(place);
      camera.position.copy(place).add(arm);
      return controls.update(dt);
    }

    update(0);
    const { turn, zoom } = movesOf(controls);
    return {
      camera,
      lookedAt: controls.target,
      moves: { turn, zoom },
      update,
      resize: (width, height) => resizePerspective(camera, width, height),
      setPointer: (isOurs) => void (controls.enabled = isOurs),
      dispose: () => controls.dispose(),
    };
  },
};
