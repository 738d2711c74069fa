// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { GridHelper, Group } from 'three';
import type { BackdropMark } from '../view/backdrop';
import type { Layer } from './layer';
import { ABOVE_FLOOR_M } from './marks';

const SIZE_M = 100;

/** Squares of one metre on the floor. */
export const grid: Layer = {
  name: 'grid',
  title: 'Grid (1 m)',
  isOnByDefault: false,
  key: 'g',
  create(app) {
    const root = new Group();
    Object.assign(root.userData, { steady: 0 } satisfies BackdropMark);
    const lines = new GridHelper(SIZE_M, SIZE_M, 0x3b6ea5, 0x808890);
    lines.material.transparent = true;
    lines.material.opacity = 0.4;
    lines.material.depthWrite = false;
    lines.rotation.x = Math.PI / 2;
    lines.raycast = () => {};
    root.add(lines);
    app.store.world.subscribe((world) => {
      root.position.z = (world?.floor_m ?? 0) + ABOVE_FLOOR_M / 2;
      ++root.userData.steady;
    });
    return { root };
  },
};
