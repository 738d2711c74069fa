// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { type Camera, OrthographicCamera, PerspectiveCamera, Vector3 } from 'three';

const place = new Vector3();
const eye = new Vector3();

/** How many metres the height of the picture is, at a place in the scene's frame. */
export function pictureHeightAt(camera: Camera, at: Vector3): number {
  if (camera instanceof OrthographicCamera) return (camera.top - camera.bottom) / camera.zoom;
  if (!(camera instanceof PerspectiveCamera)) return 1;
  const distance = eye.setFromMatrixPosition(camera.matrixWorld).distanceTo(place.copy(at));
  return 2 * distance * Math.tan((camera.fov * Math.PI) / 360);
}
