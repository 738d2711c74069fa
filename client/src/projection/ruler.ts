// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import {
  BufferAttribute, BufferGeometry, CanvasTexture, Group, LineBasicMaterial, LineSegments, Mesh,
  MeshBasicMaterial, PlaneGeometry,
} from 'three';
import type { Layer } from '../layers/layer';
import { Trace } from '../layers/marks';
import { areaMatrix, cornersOf } from '../world/area';
import { shownFloor } from './floor_camera';

const ABOVE_M = 0.01;
/** paint, which can be seen through, is drawn behind all that cannot */
const OVER_ALL = { transparent: true, depthTest: false, toneMapped: false };
/** how high numbers are */
const LABEL_M = 0.08;

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
  const material = new LineBasicMaterial({ color, ...OVER_ALL });
  const segments = new LineSegments(geometry, material);
  segments.renderOrder = 200;
  return segments;
}

/** How far from the middle the lines of metres are that are still on the floor, without itself. */
export function numbersAlong(size: number): number[] {
  const most = Math.floor(size / 2);
  return Array.from({ length: 2 * most + 1 }, (_, i) => i - most).filter((metres) => metres !== 0);
}

/** A number that lies on the floor, with its middle there. */
function label(metres: number, x: number, y: number): Mesh {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [128, 64];
  const context = canvas.getContext('2d')!;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = '#ffffff';
  context.font = '600 44px sans-serif';
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(`${metres} m`, canvas.width / 2, canvas.height / 2);
  const map = new CanvasTexture(canvas);
  const material = new MeshBasicMaterial({ map, ...OVER_ALL });
  const mesh = new Mesh(new PlaneGeometry(2 * LABEL_M, LABEL_M), material);
  mesh.position.set(x, y, 0);
  // over the lines
  mesh.renderOrder = 201;
  return mesh;
}

/** Metres and decimetres with numbers, and the border of the shown floor, for a ruler. */
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
      for (const metres of numbersAlong(sizeX)) grid.add(label(metres, metres, LABEL_M));
      for (const metres of numbersAlong(sizeY)) grid.add(label(metres, 1.2 * LABEL_M, metres));
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
