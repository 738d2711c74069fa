// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type { App } from '../../app';
import type { Entity } from '../../protocol/messages';
import { VIEW_ONLY } from '../../shell/control';
import { isMovable } from '../../tools/grabber';
import { Ring } from '../../tools/ring';
import { originOf, radiusOf } from '../../world/origin';
import type { XrHand } from '../hand';
import { HeldThing } from '../held_thing';
import type { XrPart } from '../xr_part';

const REACH_M = 6;
/** Looking for what a ray meets costs too much for each picture. */
const LOOK_MS = 100;
const COLOR = '#ffd60a';

/** What a ray meets, if it can be taken. */
function thingAlong(app: App, hand: XrHand): { entity: Entity; distance: number } | undefined {
  const met = app.viewer.pickAlong(hand.ray, app.world.root, REACH_M);
  const entity = met && app.world.entityOf(met);
  if (!met || !entity || !isMovable(entity) || app.store.entities.robotOf(entity)) return undefined;
  return { entity, distance: met.distance };
}

/** Shows what a hand would take: by a ring around it, and by where the ray ends. */
class Offer {
  private readonly ring: Ring;
  private thing: ReturnType<typeof thingAlong>;
  private lookedMs = -Infinity;

  constructor(private readonly app: App) {
    this.ring = new Ring(app, COLOR);
  }

  /** `isRayFree`: it does not show where a tool would act. */
  update(hand: XrHand, isRayFree: boolean, ms: number): void {
    if (!hand.isThere || hand.owner !== undefined || !hand.isFor('grab')) return this.end();
    if (ms - this.lookedMs > LOOK_MS) {
      this.lookedMs = ms;
      this.thing = thingAlong(this.app, hand);
    }
    const matrix = this.thing && originOf(this.app.store, this.thing.entity);
    if (!this.thing || !matrix) return this.ring.hide();
    const [x, y, z] = matrix.elements.slice(12) as [number, number, number];
    this.ring.place(x, y, z, 1.15 * radiusOf(this.app.store, this.thing.entity));
    if (!isRayFree) return;
    hand.reach = this.thing.distance;
    hand.color = COLOR;
  }

  end(): void {
    this.lookedMs = -Infinity;
    this.ring.hide();
  }

  dispose(): void {
    this.ring.dispose();
  }
}

/**
 * The grip takes what the ray meets, at a distance too: it comes into the hand, goes where the hand
 * goes, and flies when the hand throws. A bare hand does so by pinching at a thing.
 */
export const grab: XrPart = {
  id: 'grab',
  create(app) {
    const held = new Map<XrHand, HeldThing>();
    const offers = new Map(app.xr.hands.map((hand) => [hand, new Offer(app)]));

    function take(hand: XrHand, ms: number): void {
      const thing = thingAlong(app, hand);
      if (!thing) return;
      if (!app.store.mayControl) return app.notices.show(VIEW_ONLY);
      // another hand may pass it on
      for (const [other, what] of held) if (what.entity === thing.entity) {
        what.drop();
        held.delete(other);
      }
      hand.owner = 'grab';
      held.set(hand, new HeldThing(app, thing.entity, hand, ms));
    }

    function dropAll(): void {
      for (const what of held.values()) what.drop();
      held.clear();
    }

    const isTaking = (hand: XrHand) => hand.isFor('grab')
      && (hand.grip.wentDown || (hand.isBare && hand.trigger.wentDown));
    const isHolding = (hand: XrHand) => hand.grip.isDown || (hand.isBare && hand.trigger.isDown);

    return {
      update({ hands, main, ms }) {
        for (const hand of hands) {
          const hasTool = hand === main && app.tools.chosen.value !== undefined;
          // a pinch takes what is there rather than to use the tool
          offers.get(hand)!.update(hand, hand.isBare || !hasTool, ms);
          const what = held.get(hand);
          if (!what) {
            if (hand.isThere && isTaking(hand)) take(hand, ms);
          } else if (what.isOver) {
            held.delete(hand);
          } else if (!hand.isThere) {
            what.drop();
            held.delete(hand);
          } else if (isHolding(hand)) {
            what.carry(hand, ms);
            hand.color = COLOR;
            hand.aimAt('grab', 0.1);
          } else {
            what.letGo(hand, ms);
            held.delete(hand);
          }
        }
      },
      hidden: dropAll,
      dispose() {
        dropAll();
        for (const offer of offers.values()) offer.dispose();
      },
    };
  },
};
