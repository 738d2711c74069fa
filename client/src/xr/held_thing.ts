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

/** Something in a hand, from the grip to the letting go, or until it is there no more. */
export class HeldThing {
  private readonly gripFromThing: Matrix4;
  private readonly worldFromThing = new Matrix4();
  private readonly trail = new HandTrail();
  // a hold lasts for half a second, and pictures may come more slowly
  private readonly timer = setInterval(() => void this.send(), HOLD_PERIOD_MS);
  private readonly endLook: () => void;
  /** let go, or taken out of the world, or refused, which the person has been told */
  isOver = false;

  constructor(private readonly app: App, readonly entity: Entity, hand: XrHand, ms: number) {
    const now = originOf(app.store, entity) ?? new Matrix4();
    this.gripFromThing =
      handFromThing(hand.worldFromGrip, hand.ray.direction, now, radiusOf(app.store, entity));
    const { entities } = app.store;
    this.endLook = entities.changed.on(() => {
      if (entities.entity(entity.id)?.name !== entity.name) this.lose(`${entity.name} is gone.`);
    });
    this.carry(hand, ms);
    void this.send();
  }

  carry(hand: XrHand, ms: number): void {
    this.worldFromThing.multiplyMatrices(hand.worldFromGrip, this.gripFromThing);
    this.trail.add(ms, new Vector3().setFromMatrixPosition(this.worldFromThing));
  }

  /** A hand that moves throws it, one that rests puts it down, or drops it. */
  letGo(hand: XrHand, ms: number): void {
    this.carry(hand, ms);
    this.drop();
    // what does not move by itself does not fly either
    const velocity = this.entity.static ? null : this.trail.velocity(ms);
    void this.app.order({
      do: 'move', entity: this.entity.name, pose: poseOfMatrix(this.worldFromThing), velocity,
    });
  }

  /** The hand was lost: it falls from where it is. */
  drop(): void {
    this.isOver = true;
    clearInterval(this.timer);
    this.endLook();
  }

  private lose(why: string): void {
    if (this.isOver) return;
    this.drop();
    // who has no connection is told so
    if (this.app.connection.state.value.is === 'live') this.app.notices.show(why, 'warning');
  }

  private async send(): Promise<void> {
    const { entity: { name }, worldFromThing } = this;
    const { ok, reason } = await this.app.connection.command({
      do: 'hold', entity: name, pose: poseOfMatrix(worldFromThing),
    });
    if (!ok) this.lose(reason);
  }
}
