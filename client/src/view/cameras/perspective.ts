// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import {
  type OrthographicCamera, PerspectiveCamera, Spherical, Vector3,
} from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import type { App } from '../../app';
import { interestingExtent } from '../extent';
import type { CameraMoves } from '../camera_keys';
import { sceneFromWorld } from '../frames';

export function makePerspective(fov = 50): PerspectiveCamera {
  return new PerspectiveCamera(fov, 1, 0.02, 5000);
}

export function resizePerspective(camera: PerspectiveCamera, width: number, height: number): void {
  camera.aspect = width / Math.max(height, 1);
  camera.updateProjectionMatrix();
}

/** Where to look from to see what is interesting. */
export function overview(
  app: App, direction: Vector3, fov = 50,
): { eye: Vector3; target: Vector3 } {
  const box = interestingExtent(app.store);
  const target = box.getCenter(new Vector3());
  const radius = box.getSize(new Vector3()).length() / 2;
  // the corners of a box around things are seldom full
  const distance = Math.max((0.8 * radius) / Math.sin((fov * Math.PI) / 360), 1);
  const eye = target.clone().addScaledVector(direction.clone().normalize(), distance);
  return { eye: sceneFromWorld(eye), target: sceneFromWorld(target) };
}

export function makeOrbit(
  app: App, camera: PerspectiveCamera | OrthographicCamera,
): OrbitControls {
  const controls = new OrbitControls(camera, app.viewer.canvas);
  controls.enableDamping = true;
  controls.dampingFactor = 0.18;
  controls.zoomToCursor = true;
  controls.maxPolarAngle = Math.PI * 0.495;
  controls.minDistance = 0.1;
  controls.maxDistance = 3000;
  controls.addEventListener('change', () => app.viewer.invalidate());
  return controls;
}

/** What dragging does, by keys. */
export function movesOf(controls: OrbitControls): Required<CameraMoves> {
  const { target } = controls;
  const camera = controls.object as PerspectiveCamera | OrthographicCamera;
  return {
    turn(left, up) {
      const arm = new Spherical().setFromVector3(camera.position.clone().sub(target));
      arm.theta -= left;
      arm.phi = Math.min(Math.max(arm.phi - up, 0.01), controls.maxPolarAngle);
      camera.position.setFromSpherical(arm).add(target);
      camera.lookAt(target);
    },
    shift(by) {
      camera.position.add(by);
      target.add(by);
    },
    zoom(factor) {
      if (!(camera instanceof PerspectiveCamera)) {
        camera.zoom /= factor;
        return camera.updateProjectionMatrix();
      }
      const arm = camera.position.clone().sub(target).multiplyScalar(factor);
      arm.clampLength(controls.minDistance, controls.maxDistance);
      camera.position.copy(target).add(arm);
    },
  };
}
