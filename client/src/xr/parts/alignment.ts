// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { Mesh, MeshBasicMaterial, RingGeometry, Vector3 } from 'three';
import { ABOVE_FLOOR_M } from '../../layers/marks';
import type { Vec2 } from '../../protocol/messages';
import { onLevel } from '../../tools/aim';
import { cornersOf } from '../../world/area';
import { alignTwoPoints, movedWith } from '../geometry/align';
import { foundAgain, roomMark, type RoomMark } from '../room_mark';
import { drawParagraph, fillBox, LEVEL_COLORS } from '../surfaces/drawing';
import { Surface } from '../surfaces/surface';
import type { XrPart } from '../xr_part';

const BY = 'alignment';
const SENTENCES = [
  'Point at the first corner of the tracked area on the real floor (least x and y), and press.',
  'Now the second corner: the next one along x.',
];

/**
 * Lays the world onto the real floor: the person points out where two corners of the tracked area,
 * or of the floor that is painted, are in the room.
 */
export const alignment: XrPart = {
  id: 'alignment',
  create(app, root) {
    const sheet = new Surface('alignment', { widthM: 0.5, widthPx: 700, heightPx: 190 }, true);
    const ring = new Mesh(
      new RingGeometry(0.03, 0.045, 32),
      new MeshBasicMaterial({ color: 0xffd60a, toneMapped: false, depthTest: false }),
    );
    ring.renderOrder = 9;
    ring.raycast = () => {};
    ring.visible = false;
    root.add(sheet.mesh, ring);
    let pointed: Vec2[] = [];

    /** by which the room is aligned */
    let known: RoomMark | undefined;

    function finish(mark: RoomMark): void {
      const [corner, next] = cornersOf(mark.area);
      const [a, b] = pointed;
      pointed = [];
      const floorM = app.store.world.value?.floor_m ?? 0;
      const result = alignTwoPoints([corner!, next!], [a!, b!], floorM);
      app.xr.aligning.set(false);
      if (!result.isGood) {
        app.notices.show(`Not aligned: ${result.reason}.`, 'warning');
        return;
      }
      known = mark;
      app.xr.align(result.standing);
      app.notices.show(
        `The world lies on the real floor, within ${Math.round(1000 * result.offM)} mm.`,
      );
    }

    // a twin that goes on from where it stood has its room elsewhere in the world
    function keep(): void {
      const { aligned: { value: standing } } = app.xr;
      if (!known || !standing) return;
      const { world, status } = app.store;
      const now = foundAgain(known, world.value, status.value);
      if (!now) {
        app.xr.moveRoom(undefined);
        app.notices.show('The world no longer lies on the real floor: align it again.', 'warning');
      } else if (now.area.join() !== known.area.join()) {
        app.xr.moveRoom(movedWith(standing, known.area, now.area));
        app.notices.show('The world was moved: so it goes on lying on the real floor.', 'warning');
      }
      known = now;
    }

    const ends = [app.store.world.onChange(keep), app.store.status.onChange(keep)];
    return {
      update({ main, head, worldFromHead }) {
        const wanted = roomMark(app.store.world.value, app.store.status.value);
        const isAsked = app.xr.aligning.value;
        if (isAsked && !wanted) {
          app.xr.aligning.set(false);
          app.notices.show(
            'This world has neither a tracked area nor a floor to paint: no corners are known.',
            'warning',
          );
        }
        sheet.mesh.visible = isAsked && wanted !== undefined;
        ring.visible = false;
        if (!sheet.mesh.visible || !wanted) {
          pointed = [];
          return;
        }
        const ahead = new Vector3(0, 0, -1).transformDirection(worldFromHead);
        sheet.faceFrom(
          head
            .clone()
            .addScaledVector(ahead, 0.8)
            .add(new Vector3(0, 0, 0.1)),
          head,
        );
        sheet.show(String(pointed.length), (context) => {
          fillBox(context, { x: 0, y: 0, width: 700, height: 190 }, 'rgba(16, 24, 34, 0.94)', 24);
          fillBox(context, { x: 0, y: 0, width: 14, height: 190 }, LEVEL_COLORS.info, 6);
          drawParagraph(
            context,
            SENTENCES[pointed.length] ?? '',
            { x: 34, y: 10, width: 640, height: 170 },
            30,
          );
          return [];
        });
        // the room's own floor is where the person stands
        const floor = app.xr.worldOf(new Vector3()).z;
        const at = main.isThere && main.isFor(BY) ? onLevel(main.ray, floor) : undefined;
        if (!at) return;
        main.aimAt(BY, at.distanceTo(main.ray.origin));
        ring.visible = true;
        ring.position.copy(at).setZ(floor + ABOVE_FLOOR_M);
        if (!main.trigger.wentDown || main.owner !== undefined) return;
        main.owner = BY;
        const { x, z } = app.xr.roomOf(at);
        pointed.push([x, z]);
        if (pointed.length === 2) finish(wanted);
      },
      dispose() {
        for (const end of ends) end();
        sheet.dispose();
        ring.geometry.dispose();
        ring.material.dispose();
      },
    };
  },
};
