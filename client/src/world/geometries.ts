// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { BufferAttribute, BufferGeometry } from 'three';
import { fetchMesh, type MeshAsset } from './assets';
import { decimate } from './decimate';
import type { Retries } from './retries';
import type { SharedShape } from './shapes';

/** More triangles of one mesh than this are not drawn by a page. */
export const MOST_TRIANGLES = 400_000;

/** Coarser ones have a quarter of the triangles each, but not fewer than this. */
const FEWEST_TRIANGLES = 120;

/** The whole mesh, or one of its parts. */
export type MeshPart = number | 'all';

/** Makes geometries, each once. */
export class GeometryLibrary {
  private readonly shared = new Map<string, BufferGeometry>();
  private readonly meshes = new Map<string, Promise<MeshAsset>>();
  private readonly parts = new Map<string, Promise<BufferGeometry>>();

  constructor(private readonly retries: Retries) {}

  ofShape(shape: SharedShape): BufferGeometry {
    let geometry = this.shared.get(shape.key);
    if (!geometry) {
      geometry = shape.make();
      this.shared.set(shape.key, geometry);
    }
    return geometry;
  }

  /** `level` of detail: 0 is all of it. */
  ofMesh(path: string, part: MeshPart, level = 0): Promise<BufferGeometry> {
    const key = `${level} ${part} ${path}`;
    let geometry = this.parts.get(key);
    if (!geometry) {
      geometry = this.mesh(path, level).then((mesh) => geometryOf(mesh, part));
      this.parts.set(key, geometry);
    }
    return geometry;
  }

  clear(): void {
    for (const geometry of this.shared.values()) geometry.dispose();
    for (const geometry of this.parts.values())
      geometry.then((loaded) => loaded.dispose(), () => {});
    this.shared.clear();
    this.parts.clear();
    this.meshes.clear();
  }

  private mesh(path: string, level: number): Promise<MeshAsset> {
    const key = `${level} ${path}`;
    let mesh = this.meshes.get(key);
    if (!mesh) {
      mesh = level === 0
        ? this.retries.until(path, () => fetchMesh(path))
          .then((asset) => decimate(asset, MOST_TRIANGLES))
        : this.mesh(path, 0).then((whole) => coarser(whole, level));
      this.meshes.set(key, mesh);
    }
    return mesh;
  }
}

/** A quarter of the triangles for each level. */
export function coarser(mesh: MeshAsset, level: number): MeshAsset {
  const most = mesh.indices.length / 3 / 4 ** level;
  return decimate(mesh, Math.max(Math.floor(most), FEWEST_TRIANGLES));
}

export function geometryOf(mesh: MeshAsset, part: MeshPart): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(mesh.positions, 3));
  geometry.setAttribute('normal', new BufferAttribute(mesh.normals, 3));
  if (mesh.uvs) geometry.setAttribute('uv', new BufferAttribute(mesh.uvs, 2));
  const range = part === 'all' ? undefined : mesh.parts[part];
  const { first, count } = range ?? { first: 0, count: mesh.indices.length };
  geometry.setIndex(new BufferAttribute(mesh.indices.slice(first, first + count), 1));
  return geometry;
}
