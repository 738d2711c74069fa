// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { BoxGeometry, InstancedMesh, Matrix4, MeshLambertMaterial, Vector3 } from 'three';
import type { App } from '../../app';
import type { Catalog, Pose } from '../../protocol/messages';
import { VIEW_ONLY } from '../../shell/control';
import { drawText, fillBox } from '../surfaces/drawing';
import { type Spot, Surface } from '../surfaces/surface';
import type { XrHand } from '../hand';
import { handyFirst } from '../handy_things';
import { HeldThing } from '../held_thing';
import type { XrPart } from '../xr_part';

const MOST = 8;
const APART_M = 0.42;
const PAD_M = 0.3;
const [CARD_W, CARD_H] = [220, 70];
const TILT = Math.PI / 4;
const SHELF_M = 0.75;

/** Makes one of a thing, and takes it into the hand as soon as it is there. */
class Taking {
  private held: HeldThing | undefined;
  private isOver = false;

  constructor(private readonly app: App, thing: string, private readonly hand: XrHand) {
    const { x, y, z } = hand.place.addScaledVector(hand.ray.direction, 0.3);
    const pose: Pose = [x, y, z, 0, 0, 0, 1];
    void app.order({ do: 'spawn', thing, pose }).then(({ ok, data }) => {
      if (ok) this.wait((data as { name: string }).name);
      else this.isOver = true;
    });
  }

  /** False when it is over. */
  update(ms: number): boolean {
    const { hand } = this;
    const isHolding = hand.isThere && (hand.trigger.isDown || hand.grip.isDown);
    if (this.isOver || this.held?.isOver) return false;
    if (isHolding) {
      this.held?.carry(hand, ms);
      if (this.held) hand.aimAt('storage', 0.1);
      return true;
    }
    this.held?.letGo(hand, ms);
    return false;
  }

  /** Nobody holds it any more: it falls from where it is, or from where it comes. */
  drop(): void {
    this.isOver = true;
    this.held?.drop();
  }

  private wait(name: string): void {
    const { entities } = this.app.store;
    const take = () => {
      const entity = entities.named(name);
      if (!entity) return false;
      // who let go meanwhile has it fall where it came
      if (this.hand.owner === 'storage' && !this.isOver)
        this.held = new HeldThing(this.app, entity, this.hand, performance.now());
      else this.isOver = true;
      return true;
    };
    if (take()) return;
    const end = entities.changed.on(() => {
      if (take()) end();
    });
  }
}

/** The storage beside the robots' floor: point at a thing and take it out, by grip or trigger. */
export const storage: XrPart = {
  id: 'storage',
  create(app, root) {
    const pads = new InstancedMesh(new BoxGeometry(PAD_M, PAD_M, 0.04),
      new MeshLambertMaterial({ color: 0x56687c }), MOST);
    pads.count = 0;
    pads.raycast = () => {};
    pads.frustumCulled = false;
    const board = new Surface('storage', {
      widthM: MOST * APART_M, widthPx: MOST * CARD_W, heightPx: CARD_H + 90,
    });
    root.add(pads, board.mesh);
    let things: Catalog['things'] = [];
    let taking: Taking | undefined;

    function place(): void {
      const { storage: at, turn } = app.xr.plan;
      const ground = app.world.groundAt(at.x, at.y);
      const turned = new Matrix4().makeRotationZ(turn);
      const matrix = new Matrix4();
      pads.count = things.length;
      things.forEach((_, i) => {
        const along = (i - (things.length - 1) / 2) * APART_M;
        const pad = new Vector3(0.25, along, ground + SHELF_M).applyMatrix4(turned);
        pads.setMatrixAt(i, matrix.copy(turned).setPosition(pad.x + at.x, pad.y + at.y, pad.z));
      });
      pads.instanceMatrix.needsUpdate = true;
      // looks to the floor, leant back as a desk's sign is
      board.mesh.position.set(at.x, at.y, ground + SHELF_M + 0.12);
      board.mesh.quaternion.setFromRotationMatrix(turned.multiply(new Matrix4().makeBasis(
        new Vector3(0, -1, 0), new Vector3(Math.sin(TILT), 0, Math.cos(TILT)),
        new Vector3(-Math.cos(TILT), 0, Math.sin(TILT)))));
      board.mesh.updateMatrix();
      board.mesh.visible = things.length > 0;
    }

    async function ask(): Promise<void> {
      const { ok, data } = await app.connection.command({ do: 'catalog' });
      if (!ok) return;
      // trees and barns are placed by the tool
      things = handyFirst((data as Catalog).things).slice(0, MOST);
      place();
    }

    function take(thing: string, hand: XrHand): void {
      if (!app.store.mayControl) return app.notices.show(VIEW_ONLY);
      taking = new Taking(app, thing, hand);
    }

    void ask();
    const ends = [app.store.world.onChange(() => void ask())];
    return {
      update({ hands, ms }) {
        if (taking && !taking.update(ms)) taking = undefined;
        board.show(JSON.stringify(things), (context, hovered) => things.map(({ name }, i): Spot => {
          const left = ((MOST - things.length) * CARD_W) / 2 + (things.length - 1 - i) * CARD_W;
          const spot = {
            id: name, x: left + 6, y: 6, width: CARD_W - 12, height: CARD_H + 78,
            press: (hand: XrHand) => take(name, hand),
          };
          fillBox(context, spot, hovered === name ? '#1f8fff' : 'rgba(16, 24, 34, 0.92)');
          drawText(context, name.replaceAll('_', ' '), spot, { px: 32, align: 'center' });
          return spot;
        }));
        // the grip takes too
        board.handle(hands, (hand) => hand.trigger.wentDown || hand.grip.wentDown);
      },
      moved: place,
      hidden: () => taking?.drop(),
      dispose() {
        taking?.drop();
        for (const end of ends) end();
        board.dispose();
        pads.geometry.dispose();
        (pads.material as MeshLambertMaterial).dispose();
      },
    };
  },
};
