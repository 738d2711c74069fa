// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { Group, Matrix4 } from 'three';
import { Keyed } from './keyed';
import type { Layer } from './layer';
import { ABOVE_FLOOR_M, paletteColor, Trace } from './marks';

const STEP_M = 0.02;
const MOST_POINTS = 2000;
/** Further than any robot drives between two pictures: it was put elsewhere. */
const LEAP_M = 1;

/** Appends a place to a trail if it is a step further; true if it did. */
export function extendTrail(trail: number[], x: number, y: number, z: number): boolean {
  const at = trail.length - 3;
  if (at >= 0) {
    const distance = Math.hypot(x - trail[at]!, y - trail[at + 1]!, z - trail[at + 2]!);
    if (distance < STEP_M) return false;
    if (distance > LEAP_M) trail.length = 0;
  }
  trail.push(x, y, z);
  if (trail.length > 3 * MOST_POINTS) trail.splice(0, 3);
  return true;
}

/** Where robots have been. */
export const trajectories: Layer = {
  name: 'trajectories',
  title: 'Trajectories',
  isOnByDefault: false,
  key: 't',
  create(app) {
    const root = new Group();
    const matrix = new Matrix4();
    const trails = new Keyed((_, index) => {
      const trace = new Trace(paletteColor(index), 2.5, 0.85);
      root.add(trace);
      return { trace, points: [] as number[] };
    }, ({ trace }) => trace.dispose());
    app.store.world.onChange(() => trails.keep([]));
    // a recording can go back, and has not been yet where it went
    let lastNs = 0n;
    app.store.timeNs.onChange((now) => {
      if (now < lastNs) trails.keep([]);
      lastNs = now;
    });
    // also while it is hidden: one wants to see where a robot came from
    app.store.frame.on(() => {
      for (const { name } of app.store.entities.robots) {
        if (!app.world.robotMatrix(name, matrix)) continue;
        const trail = trails.get(name);
        const [x, y, z] = [12, 13, 14].map((i) => matrix.elements[i]!) as [number, number, number];
        if (!extendTrail(trail.points, x, y, z + ABOVE_FLOOR_M)) continue;
        if (root.visible) trail.trace.setPoints(trail.points);
      }
    });
    return {
      root,
      shown(on) {
        if (!on) return;
        for (const { name } of app.store.entities.robots) {
          const trail = trails.find(name);
          trail?.trace.setPoints(trail.points);
        }
      },
    };
  },
};
