// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { Matrix4, type Object3D, Quaternion, Vector3 } from 'three';

/**
 * Where the room that a headset measures stands in the scene (y up), always upright: a turn about
 * the vertical and a place. People are as large as they are.
 */
export interface Standing {
  /** of the room's origin, in the scene */
  place: Vector3;
  /** about the scene's y */
  turn: number;
}

export function matrixOf({ place, turn }: Standing): Matrix4 {
  return new Matrix4().makeRotationY(turn).setPosition(place);
}

/** Turned about a point of the room that stays where it is, as about the head. */
export function turnedAbout(standing: Standing, pointInRoom: Vector3, by: number): Standing {
  const before = pointInRoom.clone().applyMatrix4(matrixOf(standing));
  const turn = standing.turn + by;
  const after = pointInRoom.clone().applyMatrix4(matrixOf({ place: standing.place, turn }));
  return { place: standing.place.clone().add(before).sub(after), turn };
}

/** Moved so that what is above or below a point of the room is at a place of the scene. */
export function movedTo(standing: Standing, pointInRoom: Vector3, scene: Vector3): Standing {
  const now = new Vector3(pointInRoom.x, 0, pointInRoom.z).applyMatrix4(matrixOf(standing));
  return { place: standing.place.clone().add(scene).sub(now), turn: standing.turn };
}

export function applyStanding(object: Object3D, { place, turn }: Standing): void {
  object.position.copy(place);
  object.rotation.set(0, turn, 0);
  object.updateMatrixWorld(true);
}

const forward = new Vector3();
const rotation = new Quaternion();

/** Where something looks on the level ground, as a turn about y; 0 looks to -z. */
export function levelTurn(matrix: Matrix4): number {
  matrix.decompose(new Vector3(), rotation, new Vector3());
  forward.set(0, 0, -1).applyQuaternion(rotation);
  // straight up or down: what is below the chin, or above the hair, is ahead
  if (Math.hypot(forward.x, forward.z) < 0.2)
    forward.set(0, forward.y < 0 ? 1 : -1, 0).applyQuaternion(rotation);
  return Math.atan2(-forward.x, -forward.z);
}
