// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { AxesHelper, Group, type Material } from 'three';
import type { Entity } from '../protocol/messages';
import type { Layer } from './layer';

/** The axes of the world, and of every link of every robot: x red, y green, z blue. */
export const frames: Layer = {
  name: 'frames',
  title: 'Frames',
  isOnByDefault: false,
  key: 'f',
  create(app) {
    const root = new Group();
    const origin = new AxesHelper(0.5);
    let links: { entity: Entity; link: number; axes: AxesHelper }[] = [];
    root.add(origin);

    function rebuild(): void {
      for (const { axes } of links) {
        axes.removeFromParent();
        axes.dispose();
      }
      links = [];
      for (const robot of app.store.entities.robots) {
        const entity = app.store.entities.entity(robot.entity);
        if (!entity) continue;
        app.store.entities.links(entity).forEach((_, link) => {
          const size = robot.radius_m * (link === robot.base ? 1.5 : 0.5);
          const axes = new AxesHelper(size);
          axes.matrixAutoUpdate = false;
          // inside of bodies too
          (axes.material as Material).depthTest = false;
          axes.renderOrder = 10;
          axes.raycast = () => {};
          root.add(axes);
          links.push({ entity, link, axes });
        });
      }
    }

    origin.raycast = () => {};
    app.store.entities.changed.on(rebuild);
    return {
      root,
      update() {
        for (const { entity, link, axes } of links) {
          axes.visible = app.world.linkMatrix(entity, link, axes.matrix) !== undefined;
          axes.matrixWorldNeedsUpdate = true;
        }
      },
    };
  },
};
