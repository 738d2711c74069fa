// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { Group } from 'three';
import type { Layer } from './layer';
import { Keyed } from './keyed';
import { ABOVE_FLOOR_M, paletteColor, Trace } from './marks';
import { watchKind } from './watch_kind';

/** Where robots intend to go: of their navigation, and what topics say. */
export const path: Layer = {
  name: 'path',
  title: 'Path',
  isOnByDefault: true,
  key: 'shift+p',
  create(app) {
    const root = new Group();
    const make = (_: string, index: number) => {
      const trace = new Trace(paletteColor(index + 2), 4, 0.9);
      root.add(trace);
      return trace;
    };
    const planned = new Keyed(make, (trace: Trace) => trace.dispose());
    const told = new Keyed(make, (trace: Trace) => trace.dispose());

    // status repeats itself ten times a second, and a picture costs
    let shown = '';
    app.store.status.onChange((status) => {
      const robots = status?.robots ?? [];
      const said = JSON.stringify(robots.map(({ name, path: points }) => [name, points]));
      if (said === shown) return;
      shown = said;
      for (const { name, path: points, pose } of robots) {
        const height = pose[2] + ABOVE_FLOOR_M;
        planned.get(name).setPoints((points ?? []).flatMap(([x, y]) => [x, y, height]));
      }
      planned.keep(robots.map(({ name }) => name));
      app.viewer.invalidate();
    });
    const watch = watchKind(app, 'path', ({ watching, message }) => {
      if (message.type !== 'drawing' || !message.points) return;
      const points = message.points.flatMap(([x, y, z]) => [x, y, z + ABOVE_FLOOR_M]);
      told.get(watching.name).setPoints(points);
    }, (names) => told.keep(names));
    return { root, shown: (on) => watch.setOn(on) };
  },
};
