// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import {
  CircleGeometry, Group, Matrix4, Mesh, MeshBasicMaterial, RingGeometry, Shape, ShapeGeometry,
} from 'three';
import type { App } from '../app';
import { matrixOfPose } from '../world/affine';
import { Keyed } from './keyed';
import type { Layer } from './layer';
import { ABOVE_FLOOR_M, paletteColor } from './marks';
import { watchKind } from './watch_kind';

function arrow(): Shape {
  const shape = new Shape();
  shape.moveTo(1.75, 0);
  shape.lineTo(1.1, 0.4);
  shape.lineTo(1.1, -0.4);
  shape.closePath();
  return shape;
}

/** A ring with an arrow, of a robot's size; `goal` tools may use it too. */
export function makeGoalMark(color: number, radius: number): Group {
  const material = new MeshBasicMaterial({
    color, transparent: true, opacity: 0.9, depthWrite: false, toneMapped: false,
  });
  const mark = new Group();
  mark.add(
    new Mesh(new RingGeometry(0.85, 1, 48), material),
    new Mesh(new CircleGeometry(0.18, 24), material),
    new Mesh(new ShapeGeometry(arrow()), material),
  );
  for (const part of mark.children) {
    part.renderOrder = 5;
    part.raycast = () => {};
    part.scale.setScalar(radius);
  }
  return mark;
}

export function placeGoalMark(mark: Group, x: number, y: number, z: number, yaw: number): void {
  mark.position.set(x, y, z + ABOVE_FLOOR_M);
  mark.rotation.z = yaw;
}

export function disposeGoalMark(mark: Group): void {
  mark.removeFromParent();
  for (const part of mark.children as Mesh<RingGeometry, MeshBasicMaterial>[]) {
    part.geometry.dispose();
    part.material.dispose();
  }
}

const radiusOf = (app: App, robot: string) => app.store.entities.robot(robot)?.radius_m ?? 0.2;

/** Where robots are to arrive, and poses that topics say. */
export const goal: Layer = {
  name: 'goal',
  title: 'Goal',
  isOnByDefault: true,
  key: 'shift+g',
  create(app) {
    const root = new Group();
    const make = (name: string, index: number) => {
      const mark = makeGoalMark(paletteColor(index + 2), radiusOf(app, name));
      root.add(mark);
      return mark;
    };
    const goals = new Keyed(make, disposeGoalMark);
    const told = new Keyed(make, disposeGoalMark);
    let shown = '';
    app.store.status.onChange((status) => {
      const robots = (status?.robots ?? []).filter(({ goal: place }) => place !== null);
      for (const { name, goal: place, pose } of robots) {
        const [x, y, yaw] = place!;
        // a robot may stand on what the page does not know as ground, as on a ramp
        const z = app.world.hasHills ? app.world.groundAt(x, y) : pose[2];
        placeGoalMark(goals.get(name), x, y, z, yaw);
      }
      goals.keep(robots.map(({ name }) => name));
      const said = JSON.stringify(robots.map(({ name, goal: place }) => [name, place]));
      if (said !== shown) app.viewer.invalidate();
      shown = said;
    });
    const matrix = new Matrix4();
    const watch = watchKind(app, 'pose', ({ watching, message }) => {
      if (message.type !== 'drawing' || !message.pose) return;
      const { elements } = matrixOfPose(message.pose, matrix);
      const [x, y, z] = message.pose;
      placeGoalMark(told.get(watching.name), x, y, z, Math.atan2(elements[1]!, elements[0]!));
    }, (names) => told.keep(names));
    return { root, shown: (on) => watch.setOn(on) };
  },
};
