// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import {
  DataTexture, Group, Mesh, MeshBasicMaterial, NearestFilter, PlaneGeometry, SRGBColorSpace,
  Vector3,
} from 'three';
import type { Grid } from '../protocol/messages';
import type { BackdropMark } from '../view/backdrop';
import { matrixOfPose } from '../world/affine';
import { Keyed } from './keyed';
import type { Layer } from './layer';
import { ABOVE_FLOOR_M } from './marks';
import { watchKind } from './watch_kind';

/** RGBA of a cell: clear where it is free, from blue to red as it costs more, grey if unknown. */
export function cellColor(value: number): [number, number, number, number] {
  if (value < 0) return [110, 120, 130, 70];
  if (value === 0) return [0, 0, 0, 0];
  if (value >= 100) return [200, 30, 200, 220];
  if (value === 99) return [20, 200, 210, 200];
  const share = value / 98;
  return [Math.round(60 + 180 * share), 60, Math.round(235 - 195 * share), 60 + 110 * share];
}

// of every value of eight bits
const COLORS = new Uint8Array(4 * 256);
for (let byte = 0; byte < 256; ++byte) COLORS.set(cellColor((byte << 24) >> 24), 4 * byte);

export function pixelsOf(cells: Int8Array): Uint8Array {
  const pixels = new Uint8Array(4 * cells.length);
  for (let i = 0; i < cells.length; ++i) {
    const from = 4 * (cells[i]! & 0xff);
    for (let k = 0; k < 4; ++k) pixels[4 * i + k] = COLORS[from + k]!;
  }
  return pixels;
}

type Plane = Mesh<PlaneGeometry, MeshBasicMaterial>;

function makePlane(index: number): Plane {
  // its origin is its corner, as that of a grid
  const geometry = new PlaneGeometry(1, 1).translate(0.5, 0.5, 0);
  const material = new MeshBasicMaterial({
    transparent: true, depthWrite: false, toneMapped: false,
  });
  const plane = new Mesh(geometry, material);
  plane.matrixAutoUpdate = false;
  plane.renderOrder = 2 + index;
  plane.raycast = () => {};
  Object.assign(plane.userData, { steady: 0 } satisfies BackdropMark);
  return plane;
}

function show(plane: Plane, grid: Grid, floor: number): void {
  plane.visible = grid.cells.length > 0;
  if (!plane.visible) return;
  plane.material.map?.dispose();
  const texture = new DataTexture(pixelsOf(grid.cells), grid.width, grid.height);
  texture.colorSpace = SRGBColorSpace;
  texture.magFilter = NearestFilter;
  texture.needsUpdate = true;
  if (!plane.material.map) plane.material.needsUpdate = true;
  plane.material.map = texture;
  const { width, height, cell_m } = grid;
  matrixOfPose(grid.world_from_grid, plane.matrix);
  plane.matrix.elements[14] = Math.max(plane.matrix.elements[14]!, floor) + ABOVE_FLOOR_M / 2;
  plane.matrix.scale(new Vector3(width * cell_m, height * cell_m, 1));
  plane.matrixWorldNeedsUpdate = true;
  ++plane.userData.steady;
}

/** Occupancy grids and costmaps, on the floor. */
export const costmap: Layer = {
  name: 'costmap',
  title: 'Costmap',
  isOnByDefault: false,
  key: 'c',
  create(app) {
    const root = new Group();
    const planes = new Keyed((_, index) => {
      const plane = makePlane(index);
      root.add(plane);
      return plane;
    }, (plane) => {
      plane.removeFromParent();
      plane.material.map?.dispose();
      plane.material.dispose();
      plane.geometry.dispose();
    });
    const watch = watchKind(app, 'grid', ({ watching, message }) => {
      const floor = app.store.world.value?.floor_m ?? 0;
      if (message.type === 'grid') show(planes.get(watching.name), message, floor);
    }, (names) => planes.keep(names));
    return { root, shown: (on) => watch.setOn(on) };
  },
};
