// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import {
  type BufferGeometry,
  type Material,
  Mesh,
  MeshLambertMaterial,
  type Object3D,
  type Texture,
  TextureLoader,
} from 'three';
import { mergeGeometries } from 'three/examples/jsm/utils/BufferGeometryUtils.js';

/** Whose models we serve: of the Quest 3, the Quest Pro and the Quest 2, as WebXR calls them. */
const KNOWN = ['meta-quest-touch-plus', 'meta-quest-touch-pro', 'oculus-touch-v3'];
const ATTRIBUTES = ['position', 'normal', 'uv'];

/** A controller as it looks, in its grip's frame. */
export interface ControllerModel {
  geometry: BufferGeometry;
  material: Material;
}

/** The file of the first profile that has one; a device names its own first, then alike ones. */
export function modelFile(
  profiles: readonly string[],
  side: 'left' | 'right',
): string | undefined {
  const known = profiles.find((profile) => KNOWN.includes(profile));
  return known && `controllers/${known}/${side}.glb`;
}

/** All that is drawn of a scene as one geometry: its buttons stay where they are. */
export function mergedGeometry(scene: Object3D): BufferGeometry | undefined {
  const parts: BufferGeometry[] = [];
  scene.updateMatrixWorld(true);
  scene.traverse((object) => {
    if (!(object instanceof Mesh)) return;
    const part = (object.geometry as BufferGeometry).clone().applyMatrix4(object.matrixWorld);
    for (const name of Object.keys(part.attributes))
      if (!ATTRIBUTES.includes(name)) part.deleteAttribute(name);
    parts.push(part);
  });
  return parts.length > 0 ? (mergeGeometries(parts) ?? undefined) : undefined;
}

function textureOf(scene: Object3D): Texture | null {
  let texture: Texture | null = null;
  scene.traverse((object) => {
    const { material } = object as { material?: { map?: Texture } };
    texture ??= material?.map ?? null;
  });
  return texture;
}

/** One draw call, whatever the file consists of; lit as all else is. */
export async function loadController(file: string): Promise<ControllerModel> {
  // only who has a headset needs it
  const { GLTFLoader } = await import('three/examples/jsm/loaders/GLTFLoader.js');
  const loader = new GLTFLoader();
  loader.register((parser) => {
    // as pictures, which the server allows from the file itself, and not by fetching them
    (parser as { textureLoader: unknown }).textureLoader = new TextureLoader();
    return { name: 'textures as pictures' };
  });
  const { scene } = await loader.loadAsync(file);
  const geometry = mergedGeometry(scene);
  if (!geometry) throw new Error(`${file} shows nothing`);
  // transparent things are drawn after all others, and in an order that can be chosen
  const material = new MeshLambertMaterial({ map: textureOf(scene), transparent: true });
  return { geometry, material };
}
