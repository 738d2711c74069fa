// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { type Matrix4, Vector3 } from 'three';

/** The world has z up, three's scene y: the root group turns one into the other. */
export function sceneFromWorld(v: Vector3): Vector3 {
  return v.set(v.x, v.z, -v.y);
}

export function worldFromScene(v: Vector3): Vector3 {
  return v.set(v.x, -v.z, v.y);
}

/** Heading of a pose about the world's z. */
export function yawOf(matrix: Matrix4): number {
  return Math.atan2(matrix.elements[1]!, matrix.elements[0]!);
}

export function positionOf(matrix: Matrix4): Vector3 {
  return new Vector3().setFromMatrixPosition(matrix);
}
