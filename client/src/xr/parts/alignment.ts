// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { Mesh, MeshBasicMaterial, RingGeometry, Vector3 } from 'three';
import { ABOVE_FLOOR_M } from '../../layers/marks';
import type { Vec2 } from '../../protocol/messages';
import { onLevel } from '../../tools/aim';
import { cornersOf } from '../../world/area';
import { trackedAreas } from '../../world/tracked_areas';
import { alignTwoPoints } from '../geometry/align';
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

    function corners(): [Vec2, Vec2] | undefined {
      const { world: { value: world }, status } = app.store;
      const area = trackedAreas(world, status.value)[0] ?? world?.paint?.area;
      const [a, b] = area ? cornersOf(area) : [];
      return a && b ? [a, b] : undefined;
    }

    function finish(wanted: [Vec2, Vec2], floorM: number): void {
      const [a, b] = pointed;
      pointed = [];
      const result = alignTwoPoints(wanted, [a!, b!], floorM);
      app.xr.aligning.set(false);
      if (!result.isGood) {
        app.notices.show(`Not aligned: ${result.reason}.`, 'warning');
        return;
      }
      app.xr.align(result.standing);
      app.notices.show(
        `The world lies on the real floor, within ${Math.round(1000 * result.offM)} mm.`,
      );
    }

    return {
      update({ main, head, worldFromHead }) {
        const wanted = corners();
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
        if (pointed.length === 2) finish(wanted, app.store.world.value?.floor_m ?? 0);
      },
      dispose() {
        sheet.dispose();
        ring.geometry.dispose();
        ring.material.dispose();
      },
    };
  },
};
