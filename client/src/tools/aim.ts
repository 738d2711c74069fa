// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { Plane, type Ray, Vector3 } from 'three';

const plane = new Plane(new Vector3(0, 0, 1));

/** Where a ray meets a level of the world; undefined where it never does. */
export function onLevel(ray: Ray, height: number): Vector3 | undefined {
  plane.constant = -height;
  return ray.intersectPlane(plane, new Vector3()) ?? undefined;
}
