// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { Group } from 'three';
import { cornersOf } from '../world/area';
import type { Layer } from './layer';
import { ABOVE_FLOOR_M, Trace } from './marks';

/** The border of the area in which robots are tracked. */
export const trackedArea: Layer = {
  name: 'tracked area',
  title: 'Tracked area',
  isOnByDefault: true,
  create(app) {
    const root = new Group();
    const border = new Trace(0x1f8fff, 2.5, 0.9);
    root.add(border);
    app.store.world.subscribe((world) => {
      const corners = world?.tracked_area ? cornersOf(world.tracked_area) : [];
      const around = corners.length > 0 ? [...corners, corners[0]!] : [];
      const height = (world?.floor_m ?? 0) + ABOVE_FLOOR_M;
      border.setPoints(around.flatMap(([x, y]) => [x, y, height]));
    });
    return { root };
  },
};
