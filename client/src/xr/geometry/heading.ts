// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { type Matrix4, Vector3 } from 'three';
import type { Push } from './walking';

/** A wrist turns a quarter each way: twice as much is all around. */
const TWIST_GAIN = 2;
const STICK_AT = 0.5;

const ahead = new Vector3();
const up = new Vector3();
const side = new Vector3();

/** How a pose of the world, which looks along its -z, is rolled: clockwise from upright. */
export function rollOf(worldFromAim: Matrix4): number {
  worldFromAim.extractBasis(side, up, ahead);
  ahead.negate().normalize();
  // where "right" would be if it were upright
  const level = new Vector3(ahead.y, -ahead.x, 0);
  if (level.lengthSq() < 1e-6) return 0;
  level.normalize();
  const upright = level.clone().cross(ahead);
  side.normalize();
  return Math.atan2(-side.dot(upright), side.dot(level));
}

/** Heading of a direction of the world. */
export function headingOf(direction: Vector3): number {
  return Math.atan2(direction.y, direction.x);
}

function around(angle: number): number {
  return Math.atan2(Math.sin(angle), Math.cos(angle));
}

/**
 * A heading that begins as the ray's, away from the person, and is turned by twisting the wrist, as
 * a key is, or pointed out by the stick, whose "ahead" is away from the person.
 */
export class HeadingDial {
  heading: number;
  private from: number;
  private fromRoll: number;

  constructor(
    private readonly awayHeading: number,
    roll: number,
  ) {
    this.heading = this.from = awayHeading;
    this.fromRoll = roll;
  }

  turn(roll: number, stick: Push): number {
    if (Math.hypot(stick.x, stick.y) > STICK_AT) {
      this.from = around(this.awayHeading - Math.atan2(stick.x, stick.y));
      this.fromRoll = roll;
    }
    this.heading = around(this.from - TWIST_GAIN * around(roll - this.fromRoll));
    return this.heading;
  }
}
