// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { Euler, Matrix4, Quaternion, Vector3 } from 'three';
import type { CameraMode } from '../camera_mode';
import { makePerspective, resizePerspective } from './perspective';

// a camera looks along -z with y up, a robot along x with z up
const BASE_FROM_CAMERA = new Matrix4().makeBasis(
  new Vector3(0, -1, 0), new Vector3(0, 0, 1), new Vector3(-1, 0, 0),
);
const RADIANS_PER_PIXEL = 0.004;

/** Through the eyes of a robot; dragging turns the head. */
export const firstPerson: CameraMode = {
  id: 'first_person',
  title: 'First person',
  key: '3',
  create(app) {
    const camera = makePerspective(75);
    const lookedAt = new Vector3();
    const matrix = new Matrix4();
    const head = { yaw: 0, pitch: 0 };
    let isOurs = true;
    const { canvas } = app.viewer;

    const turn = (left: number, up: number) => {
      head.yaw += left;
      head.pitch = Math.min(Math.max(head.pitch + up, -1.4), 1.4);
      app.viewer.invalidate();
    };
    const drag = (event: PointerEvent) => {
      if (!isOurs || event.buttons === 0) return;
      turn(event.movementX * RADIANS_PER_PIXEL, event.movementY * RADIANS_PER_PIXEL);
    };
    const straighten = () => {
      head.yaw = head.pitch = 0;
      app.viewer.invalidate();
    };
    canvas.addEventListener('pointermove', drag);
    canvas.addEventListener('dblclick', straighten);

    function update(): boolean {
      const robot = app.store.entities.robot(app.robot.value ?? '');
      if (!robot || !app.world.robotMatrix(robot.name, matrix)) return false;
      const eye = new Vector3(robot.radius_m * 0.9, 0, Math.max(robot.radius_m * 1.6, 0.12));
      const position = eye.applyMatrix4(matrix).applyMatrix4(app.viewer.root.matrixWorld);
      const rotation = matrix.premultiply(app.viewer.root.matrixWorld).multiply(BASE_FROM_CAMERA);
      const turn = new Quaternion().setFromEuler(new Euler(head.pitch, head.yaw, 0, 'YXZ'));
      const before = camera.matrix.clone();
      camera.position.copy(position);
      camera.quaternion.setFromRotationMatrix(rotation).multiply(turn);
      camera.updateMatrix();
      lookedAt.set(0, 0, -2).applyMatrix4(camera.matrix);
      return !before.equals(camera.matrix);
    }

    update();
    return {
      camera,
      lookedAt,
      moves: { turn },
      update,
      resize: (width, height) => resizePerspective(camera, width, height),
      setPointer: (ours) => void (isOurs = ours),
      dispose: () => {
        canvas.removeEventListener('pointermove', drag);
        canvas.removeEventListener('dblclick', straighten);
      },
    };
  },
};
