// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { Group } from 'three';
import type { BackdropMark } from '../view/backdrop';
import { cornersOf } from '../world/area';
import { onTrackedAreas } from '../world/tracked_areas';
import type { Layer } from './layer';
import { ABOVE_FLOOR_M, Trace } from './marks';

/** The borders of the areas in which robots are tracked. */
export const trackedArea: Layer = {
  name: 'tracked area',
  title: 'Tracked area',
  isOnByDefault: true,
  create(app) {
    const root = new Group();
    Object.assign(root.userData, { steady: 0 } satisfies BackdropMark);
    let borders: Trace[] = [];
    onTrackedAreas(app.store, (areas) => {
      for (const border of borders) border.dispose();
      const height = (app.store.world.value?.floor_m ?? 0) + ABOVE_FLOOR_M;
      borders = areas.map((area) => {
        const border = new Trace(0x1f8fff, 2.5, 0.9);
        const [first, ...others] = cornersOf(area);
        border.setPoints([first!, ...others, first!].flatMap(([x, y]) => [x, y, height]));
        root.add(border);
        return border;
      });
      app.viewer.invalidate();
    });
    return { root };
  },
};
