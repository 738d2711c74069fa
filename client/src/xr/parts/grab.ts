// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type { App } from '../../app';
import type { Entity } from '../../protocol/messages';
import { VIEW_ONLY } from '../../shell/control';
import { isMovable } from '../../tools/grabber';
import { worldFromScene } from '../../view/frames';
import type { XrHand } from '../hand';
import { HeldThing } from '../held_thing';
import type { XrPart } from '../xr_part';

const REACH_M = 6;
const COLOR = '#ffd60a';

/** What a ray meets, if it can be taken. */
function thingAlong(app: App, hand: XrHand): { entity: Entity; distance: number } | undefined {
  const met = app.viewer.pickAlong(hand.ray, app.world.root);
  const entity = met && app.world.entityOf(met);
  if (!met || !entity || !isMovable(entity) || app.store.entities.robotOf(entity)) return undefined;
  const distance = worldFromScene(met.point.clone()).distanceTo(hand.ray.origin);
  return distance <= REACH_M ? { entity, distance } : undefined;
}

/**
 * The grip takes what the ray meets, at a distance too: it comes into the hand, goes where the hand
 * goes, and flies when the hand throws. A bare hand does so by pinching at a thing.
 */
export const grab: XrPart = {
  id: 'grab',
  create(app) {
    const held = new Map<XrHand, HeldThing>();

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

    const isTaking = (hand: XrHand) => hand.isFor('grab')
      && (hand.grip.wentDown || (hand.isBare && hand.trigger.wentDown));
    const isHolding = (hand: XrHand) => hand.grip.isDown || (hand.isBare && hand.trigger.isDown);

    return {
      update({ hands, ms }) {
        for (const hand of hands) {
          const what = held.get(hand);
          if (!what) {
            if (hand.isThere && isTaking(hand)) take(hand, ms);
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
      dispose() {
        for (const what of held.values()) what.drop();
      },
    };
  },
};
