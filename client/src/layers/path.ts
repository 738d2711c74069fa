// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { Group } from 'three';
import type { Layer } from './layer';
import { Keyed } from './keyed';
import { ABOVE_FLOOR_M, paletteColor, Trace } from './marks';
import { watchKind } from './watch_kind';

/** Where robots intend to go, as topics say. */
export const path: Layer = {
  name: 'path',
  title: 'Path',
  isOnByDefault: true,
  key: 'shift+p',
  create(app) {
    const root = new Group();
    const told = new Keyed((_: string, index: number) => {
      const trace = new Trace(paletteColor(index + 2), 4, 0.9);
      root.add(trace);
      return trace;
    }, (trace) => trace.dispose());
    const watch = watchKind(app, 'path', ({ watching, message }) => {
      if (message.type !== 'drawing' || !message.points) return;
      const points = message.points.flatMap(([x, y, z]) => [x, y, z + ABOVE_FLOOR_M]);
      told.get(watching.name).setPoints(points);
    }, (names) => told.keep(names));
    return { root, shown: (on) => watch.setOn(on) };
  },
};
