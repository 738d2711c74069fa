// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0

/** An asset that is not as docs/protocol.md says. */
export class AssetError extends Error {}

export interface MeshAsset {
  positions: Float32Array;
  normals: Float32Array;
  /** undefined: has none */
  uvs: Float32Array | undefined;
  indices: Uint32Array;
  parts: { first: number; count: number }[];
}

export interface FieldAsset {
  columns: number;
  rows: number;
  sizeX: number;
  sizeY: number;
  /** row by row from the smallest y, columns from the smallest x */
  heights: Float32Array;
}

const MESH_MAGIC = 0x48534d54;
const FIELD_MAGIC = 0x444c4654;

export function parseMesh(buffer: ArrayBuffer): MeshAsset {
  if (buffer.byteLength < 20) throw new AssetError('a mesh ends before it begins');
  const [magic, vertices, indexCount, partCount, flags] = new Uint32Array(buffer, 0, 5);
  if (magic !== MESH_MAGIC) throw new AssetError('this is no mesh');
  const hasUvs = (flags! & 1) !== 0;
  const words = vertices! * (hasUvs ? 8 : 6) + indexCount! + 2 * partCount!;
  if (buffer.byteLength !== 20 + 4 * words)
    throw new AssetError(`a mesh has ${buffer.byteLength} bytes, expected ${20 + 4 * words}`);
  let at = 20;
  const floats = (count: number) => {
    const array = new Float32Array(buffer, at, count);
    at += 4 * count;
    return array;
  };
  const positions = floats(3 * vertices!);
  const normals = floats(3 * vertices!);
  const uvs = hasUvs ? floats(2 * vertices!) : undefined;
  const indices = new Uint32Array(buffer, at, indexCount);
  const ranges = new Uint32Array(buffer, at + 4 * indexCount!, 2 * partCount!);
  if (indices.some((index) => index >= vertices!))
    throw new AssetError('a mesh names a vertex that it does not have');
  const parts = [];
  for (let i = 0; i < partCount!; ++i) {
    const [first, count] = [ranges[2 * i]!, ranges[2 * i + 1]!];
    if (first + count > indexCount!) throw new AssetError('a part is larger than its mesh');
    parts.push({ first, count });
  }
  return { positions, normals, uvs, indices, parts };
}

export function parseField(buffer: ArrayBuffer): FieldAsset {
  if (buffer.byteLength < 20) throw new AssetError('a heightfield ends before it begins');
  const [magic, columns, rows] = new Uint32Array(buffer, 0, 3);
  if (magic !== FIELD_MAGIC) throw new AssetError('this is no heightfield');
  const bytes = 20 + 4 * columns! * rows!;
  if (buffer.byteLength !== bytes)
    throw new AssetError(`a heightfield has ${buffer.byteLength} bytes, expected ${bytes}`);
  if (columns! < 2 || rows! < 2) throw new AssetError('a heightfield needs two rows and columns');
  const [sizeX, sizeY] = new Float32Array(buffer, 12, 2);
  const heights = new Float32Array(buffer, 20);
  return { columns: columns!, rows: rows!, sizeX: sizeX!, sizeY: sizeY!, heights };
}

async function fetchAsset<T>(path: string, parse: (buffer: ArrayBuffer) => T): Promise<T> {
  // assets are this server's own, whatever a message says
  if (!path.startsWith('/asset/')) throw new AssetError(`${path} is not an asset`);
  const response = await fetch(path);
  if (!response.ok) throw new AssetError(`${path} was answered by ${response.status}`);
  return parse(await response.arrayBuffer());
}

export const fetchMesh = (path: string) => fetchAsset(path, parseMesh);
export const fetchField = (path: string) => fetchAsset(path, parseField);
