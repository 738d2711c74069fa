// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { Matrix4, Vector3 } from 'three';
import type { App } from '../app';
import type { Entity } from '../protocol/messages';
import { originOf, poseOfMatrix, radiusOf } from '../world/origin';
import type { XrHand } from './hand';
import { HandTrail } from './hand_trail';

const HOLD_PERIOD_MS = 50;
/** Between a hand and what it holds there is a hand. */
const GAP_M = 0.04;

/** How something stands to the hand that took it: just in front of it, turned as it was. */
export function handFromThing(
  worldFromGrip: Matrix4, ahead: Vector3, worldFromThing: Matrix4, radius: number,
): Matrix4 {
  const place = new Vector3().setFromMatrixPosition(worldFromGrip)
    .addScaledVector(ahead, radius + GAP_M);
  const snapped = worldFromThing.clone().setPosition(place);
  return worldFromGrip.clone().invert().multiply(snapped);
}

/** Something in a hand, from the grip to the letting go. */
export class HeldThing {
  private readonly gripFromThing: Matrix4;
  private readonly worldFromThing = new Matrix4();
  private readonly trail = new HandTrail();
  // a hold lasts for half a second, and pictures may come more slowly
  private readonly timer = setInterval(() => this.send(), HOLD_PERIOD_MS);

  constructor(private readonly app: App, readonly entity: Entity, hand: XrHand, ms: number) {
    const now = originOf(app.store, entity) ?? new Matrix4();
    this.gripFromThing =
      handFromThing(hand.worldFromGrip, hand.ray.direction, now, radiusOf(app.store, entity));
    this.carry(hand, ms);
    this.send();
  }

  carry(hand: XrHand, ms: number): void {
    this.worldFromThing.multiplyMatrices(hand.worldFromGrip, this.gripFromThing);
    this.trail.add(ms, new Vector3().setFromMatrixPosition(this.worldFromThing));
  }

  /** A hand that moves throws it, one that rests puts it down, or drops it. */
  letGo(hand: XrHand, ms: number): void {
    this.carry(hand, ms);
    clearInterval(this.timer);
    // what does not move by itself does not fly either
    const velocity = this.entity.static ? null : this.trail.velocity(ms);
    void this.app.order({
      do: 'move', entity: this.entity.name, pose: poseOfMatrix(this.worldFromThing), velocity,
    });
  }

  /** The hand was lost: it falls from where it is. */
  drop(): void {
    clearInterval(this.timer);
  }

  private send(): void {
    const { name } = this.entity;
    void this.app.order({ do: 'hold', entity: name, pose: poseOfMatrix(this.worldFromThing) });
  }
}
