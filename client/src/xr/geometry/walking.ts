// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { Vector3 } from 'three';

/** Of a stick: x to the right, y ahead, together at most 1. */
export interface Push {
  x: number;
  y: number;
}

/** A stick that is let go does not stand quite in its middle. */
const SLACK = 0.15;
export const WALK_MPS = 1.4;
export const SNAP_RAD = Math.PI / 6;
const SNAP_AT = 0.7;
const SNAP_AGAIN_AT = 0.4;

export function withoutSlack(push: Push): Push {
  const far = Math.hypot(push.x, push.y);
  if (far < SLACK) return { x: 0, y: 0 };
  const scale = Math.min((far - SLACK) / (1 - SLACK), 1) / far;
  return { x: push.x * scale, y: push.y * scale };
}

/** How far a stick takes somebody, in the scene, who looks along `turn`. */
export function walked(push: Push, turn: number, dt: number): Vector3 {
  const { x, y } = withoutSlack(push);
  return new Vector3(x, 0, -y).applyAxisAngle(new Vector3(0, 1, 0), turn)
    .multiplyScalar(WALK_MPS * dt);
}

/** Turns by steps: one for each push to the side, however long it lasts. */
export class SnapTurn {
  private isArmed = true;

  /** By how much to turn about y: left is positive. */
  push({ x, y }: Push): number {
    if (Math.abs(x) < SNAP_AGAIN_AT) this.isArmed = true;
    if (!this.isArmed || Math.abs(x) < SNAP_AT || Math.abs(y) > Math.abs(x)) return 0;
    this.isArmed = false;
    return x > 0 ? -SNAP_RAD : SNAP_RAD;
  }
}
