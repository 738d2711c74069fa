// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { Group, LineBasicMaterial, LineSegments, BufferAttribute, BufferGeometry } from 'three';
import type { Layer } from '../layers/layer';
import { Trace } from '../layers/marks';
import { areaMatrix, cornersOf } from '../world/area';
import { shownFloor } from './floor_camera';

const ABOVE_M = 0.01;

/** Lines every `step` metres from the middle of an area of this size. */
export function gridLines(sizeX: number, sizeY: number, step: number): number[] {
  const lines: number[] = [];
  for (let i = -Math.floor(sizeX / 2 / step); i <= sizeX / 2 / step; ++i)
    lines.push(i * step, -sizeY / 2, 0, i * step, sizeY / 2, 0);
  for (let i = -Math.floor(sizeY / 2 / step); i <= sizeY / 2 / step; ++i)
    lines.push(-sizeX / 2, i * step, 0, sizeX / 2, i * step, 0);
  return lines;
}

function lines(coordinates: number[], color: number): LineSegments {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(coordinates), 3));
  const material = new LineBasicMaterial({ color, depthTest: false, toneMapped: false });
  const segments = new LineSegments(geometry, material);
  segments.renderOrder = 200;
  return segments;
}

/** Metres and decimetres, and the border of the shown floor, to hold a ruler against. */
export const ruler: Layer = {
  name: 'ruler',
  title: 'Test grid',
  isOnByDefault: false,
  key: 'g',
  create(app) {
    const root = new Group();
    app.store.world.subscribe((world) => {
      for (const part of [...root.children]) part.removeFromParent();
      const area = shownFloor(world);
      const [, , , sizeX, sizeY] = area;
      const height = (world?.floor_m ?? 0) + ABOVE_M;
      const grid = new Group();
      grid.add(lines(gridLines(sizeX, sizeY, 0.1), 0x303840));
      grid.add(lines(gridLines(sizeX, sizeY, 1), 0xffffff));
      grid.matrixAutoUpdate = false;
      grid.matrix.copy(areaMatrix([area[0], area[1], area[2], 1, 1], height));
      const border = new Trace(0xffd040, 4);
      const corners = cornersOf(area);
      border.setPoints([...corners, corners[0]!].flatMap(([x, y]) => [x, y, height]));
      root.add(grid, border);
    });
    return { root };
  },
};
