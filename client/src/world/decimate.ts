// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type { MeshAsset } from './assets';

/**
 * A mesh with about as many triangles as a page can draw: vertices of a cell of a grid become one,
 * and triangles that vanish by that are left out. Quick, and good enough for what is so fine that
 * one could not see it anyway.
 */
export function decimate(mesh: MeshAsset, mostTriangles: number): MeshAsset {
  if (mesh.indices.length / 3 <= mostTriangles) return mesh;
  let cells = Math.max(8, Math.ceil(Math.sqrt(mostTriangles)));
  let result = cluster(mesh, cells);
  while (result.indices.length / 3 > mostTriangles && cells > 8) {
    cells = Math.floor(cells * 0.75);
    result = cluster(mesh, cells);
  }
  return result;
}

function cluster(mesh: MeshAsset, cells: number): MeshAsset {
  const { positions, indices } = mesh;
  const { low, cellSize } = gridOf(positions, cells);
  const clusterOf = new Uint32Array(positions.length / 3);
  const firstOf: number[] = [];
  const known = new Map<number, number>();
  for (let v = 0; v < clusterOf.length; ++v) {
    let key = 0;
    for (let k = 0; k < 3; ++k)
      key = key * 2048 + Math.floor((positions[3 * v + k]! - low[k]!) / cellSize);
    let id = known.get(key);
    if (id === undefined) {
      id = firstOf.length;
      known.set(key, id);
      firstOf.push(v);
    }
    clusterOf[v] = id;
  }
  // the first vertex stands for all, so that texture coordinates are of one place
  const pick = (from: Float32Array, width: number) => {
    const to = new Float32Array(firstOf.length * width);
    firstOf.forEach((v, i) => {
      for (let k = 0; k < width; ++k) to[i * width + k] = from[v * width + k]!;
    });
    return to;
  };
  const kept: number[] = [];
  const parts = mesh.parts.map(({ first, count }) => {
    const start = kept.length;
    for (let i = first; i + 2 < first + count; i += 3) {
      const a = clusterOf[indices[i]!]!;
      const b = clusterOf[indices[i + 1]!]!;
      const c = clusterOf[indices[i + 2]!]!;
      if (a !== b && b !== c && c !== a) kept.push(a, b, c);
    }
    return { first: start, count: kept.length - start };
  });
  return {
    positions: pick(positions, 3),
    normals: pick(mesh.normals, 3),
    uvs: mesh.uvs && pick(mesh.uvs, 2),
    indices: Uint32Array.from(kept),
    parts,
  };
}

function gridOf(positions: Float32Array, cells: number): { low: number[]; cellSize: number } {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < positions.length; ++i) {
    low[i % 3] = Math.min(low[i % 3]!, positions[i]!);
    high[i % 3] = Math.max(high[i % 3]!, positions[i]!);
  }
  const size = Math.max(...high.map((h, k) => h - low[k]!), 1e-9);
  // a key has 11 bits for each direction
  return { low, cellSize: size / Math.min(cells, 2000) };
}
