// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { Matrix4, Ray, Vector3 } from 'three';
import type { Push } from './geometry/walking';

/** A button, a trigger, a pinch. */
export class Press {
  isDown = false;
  wentDown = false;
  wentUp = false;

  set(isDown: boolean): void {
    this.wentDown = isDown && !this.isDown;
    this.wentUp = !isDown && this.isDown;
    this.isDown = isDown;
  }
}

/** What a hand's ray meets first of the things that only people in headsets have. */
export interface Target {
  by: string;
  distance: number;
}

export const RAY_COLOR = '#9fd0ff';

/** A hand of the person in the headset: a controller, or itself. All in the world's frame. */
export class XrHand {
  isThere = false;
  /** without a controller: there is a pinch, and nothing else */
  isBare = false;
  /** what WebXR calls its controller: its own name first, then those of alike ones */
  profiles: readonly string[] = [];
  /** points along its ray, with the wrist's roll */
  readonly worldFromAim = new Matrix4();
  readonly worldFromGrip = new Matrix4();
  readonly ray = new Ray();
  /** of a bare hand its joints, 4 × 4 each, and their radii */
  joints: { worldFromJoint: Float32Array; radii: Float32Array; count: number } | undefined;
  readonly trigger = new Press();
  readonly grip = new Press();
  readonly upper = new Press();
  readonly lower = new Press();
  stick: Push = { x: 0, y: 0 };
  /** who has it from press to release; others leave it alone */
  owner: string | undefined;
  target: Target | undefined;
  /** where its ray ends unless it meets a target: at a thing that it would take */
  reach: number | undefined;
  /** of its ray; whoever has the hand may say another one */
  color = RAY_COLOR;

  constructor(readonly side: 'left' | 'right') {}

  get place(): Vector3 {
    return new Vector3().setFromMatrixPosition(this.worldFromGrip);
  }

  /** Whether somebody may act with it: nobody else has it, nor is anything nearer. */
  isFor(by: string): boolean {
    if (this.owner !== undefined) return this.owner === by;
    return this.target === undefined || this.target.by === by;
  }

  /** Says that the ray meets something of somebody's there. The nearest counts. */
  aimAt(by: string, distance: number): void {
    if (this.target && this.target.distance <= distance) return;
    this.target = { by, distance };
  }
}
