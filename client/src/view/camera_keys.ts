// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { Vector3 } from 'three';
import type { App } from '../app';
import { pictureHeightAt } from '../layers/screen_size';
import { sceneFromWorld, worldFromScene } from './frames';

/** What keys do to a camera; what is missing cannot be done to it. */
export interface CameraMoves {
  /** around what it looks at, in radians: to the left, and higher */
  turn?(left: number, up: number): void;
  /** over the floor; metres of the scene's frame */
  shift?(by: Vector3): void;
  /** below one: nearer */
  zoom?(factor: number): void;
}

const TURN_RAD = Math.PI / 36;
const ZOOM = 1.15;
/** of the picture's height */
const SHIFT = 0.05;

export const ARROWS: Record<string, readonly [right: number, up: number]> = {
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1],
};

/** Which way in the world is up and right of the picture, along the floor. */
export function floorDirections(app: App): { up: Vector3; right: Vector3 } {
  const { camera } = app.viewer.cameraView!;
  camera.updateMatrixWorld();
  const { elements } = camera.matrixWorld;
  const right = worldFromScene(new Vector3(elements[0], elements[1], elements[2]));
  right.setZ(0).normalize();
  return { right, up: new Vector3(-right.y, right.x, 0) };
}

/** True if the key moved the camera, as it does while nothing else is done with the picture. */
export function moveCamera(app: App, key: string, isShifted: boolean): boolean {
  const view = app.viewer.cameraView;
  const moves = view?.moves;
  if (!moves) return false;
  const arrow = ARROWS[key];
  if (key === 'PageUp' || key === 'PageDown') {
    moves.zoom?.(key === 'PageUp' ? 1 / ZOOM : ZOOM);
  } else if (!arrow) {
    return false;
  } else if (isShifted || !moves.turn) {
    const { right, up } = floorDirections(app);
    const far = SHIFT * pictureHeightAt(view.camera, view.lookedAt);
    const by = right.multiplyScalar(arrow[0]).addScaledVector(up, arrow[1]).multiplyScalar(far);
    moves.shift?.(sceneFromWorld(by));
  } else {
    moves.turn(-arrow[0] * TURN_RAD, arrow[1] * TURN_RAD);
  }
  app.viewer.invalidate();
  return true;
}
