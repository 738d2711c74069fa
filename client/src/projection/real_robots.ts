// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { CircleGeometry, Group, Matrix4, Mesh, MeshBasicMaterial } from 'three';
import { Keyed } from '../layers/keyed';
import type { Layer } from '../layers/layer';
import { positionOf } from '../view/frames';

/** Around a robot, because a tracker is not exact. */
const MARGIN_M = 0.02;
/** Over boards, which are over all else. */
const ORDER = 300;

/** Dark where real robots stand: nothing is cast on their backs. */
export const realRobots: Layer = {
  name: 'real robots',
  title: 'Real robots stay dark',
  isOnByDefault: true,
  create(app) {
    const root = new Group();
    const matrix = new Matrix4();
    const shape = new CircleGeometry(1, 48);
    const dark = new MeshBasicMaterial({
      color: 0, transparent: true, depthTest: false, depthWrite: false, toneMapped: false,
    });
    const discs = new Keyed(() => {
      const disc = new Mesh(shape, dark);
      disc.renderOrder = ORDER;
      root.add(disc);
      return disc;
    }, (disc) => disc.removeFromParent());
    return {
      root,
      update() {
        const real = app.store.entities.robots.filter(({ name, mode }) =>
          mode === 'twin' && app.world.robotMatrix(name, matrix) !== undefined);
        discs.keep(real.map(({ name }) => name));
        for (const { name, radius_m } of real) {
          const disc = discs.get(name);
          app.world.robotMatrix(name, matrix);
          const radius = radius_m + MARGIN_M;
          disc.position.copy(positionOf(matrix));
          disc.scale.set(radius, radius, 1);
        }
      },
    };
  },
};
