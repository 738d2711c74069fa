// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import {
  BufferGeometry,
  Float32BufferAttribute,
  Line,
  LineBasicMaterial,
  Mesh,
  MeshBasicMaterial,
  RingGeometry,
  type Vector3,
} from 'three';
import { ABOVE_FLOOR_M } from '../../layers/marks';
import { throwArc } from '../geometry/arc';
import type { XrHand } from '../hand';
import type { XrPart } from '../xr_part';

const COLOR = 0x38d39f;
const AHEAD = 0.7;

/**
 * The stick ahead shows an arc, and letting it go puts the person where the arc ends. Without a
 * tool the trigger, or a pinch, does so too: bare hands have no stick.
 */
export const teleport: XrPart = {
  id: 'teleport',
  create(app, root) {
    const line = new Line(
      new BufferGeometry(),
      new LineBasicMaterial({ color: COLOR, toneMapped: false, fog: false }),
    );
    line.frustumCulled = false;
    line.raycast = () => {};
    const ring = new Mesh(
      new RingGeometry(0.2, 0.26, 40),
      new MeshBasicMaterial({ color: COLOR, toneMapped: false, fog: false, depthTest: false }),
    );
    ring.renderOrder = 8;
    ring.raycast = () => {};
    root.add(line, ring);
    let wasAhead = false;
    let landing: Vector3 | undefined;

    const isPressing = (hand: XrHand) =>
      app.tools.chosen.value === undefined &&
      hand.isFor('teleport') &&
      (hand.trigger.isDown || hand.trigger.wentUp);

    return {
      update({ main }) {
        const { stick } = main;
        const isAhead =
          main.owner === undefined &&
          stick.y > (wasAhead ? AHEAD / 2 : AHEAD) &&
          stick.y > Math.abs(stick.x);
        const isPressed = isPressing(main);
        if (isPressed && main.trigger.wentDown) main.owner = 'teleport';
        const isLetGo = (wasAhead && !isAhead) || (isPressed && main.trigger.wentUp);
        if (isLetGo && landing && main.isThere) app.xr.standAt(landing);
        wasAhead = isAhead;
        const isShown = main.isThere && (isAhead || (isPressed && main.trigger.isDown));
        line.visible = isShown;
        landing = undefined;
        ring.visible = false;
        if (!isShown) return;
        const arc = throwArc(main.ray, (x, y) => app.world.groundAt(x, y));
        landing = arc.landing;
        main.aimAt('teleport', 0.05);
        line.geometry.dispose();
        line.geometry = new BufferGeometry().setAttribute(
          'position',
          new Float32BufferAttribute(
            arc.points.flatMap(({ x, y, z }) => [x, y, z]),
            3,
          ),
        );
        ring.visible = landing !== undefined;
        if (landing) ring.position.copy(landing).setZ(landing.z + ABOVE_FLOOR_M);
      },
      dispose() {
        line.geometry.dispose();
        line.material.dispose();
        ring.geometry.dispose();
        ring.material.dispose();
      },
    };
  },
};
