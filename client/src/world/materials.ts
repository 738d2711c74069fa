// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import {
  Color, DoubleSide, FrontSide, MeshLambertMaterial, MeshStandardMaterial,
  type MeshStandardMaterialParameters, RepeatWrapping, SRGBColorSpace, Texture, TextureLoader,
} from 'three';
import type { MaterialInfo } from '../protocol/messages';
import { Retries } from './retries';

/** Of high or of low quality. */
export type DrawnMaterial = MeshStandardMaterial | MeshLambertMaterial;

/** A material that others share, and the colour that this one has in it. */
export interface SharedMaterial {
  key: string;
  material: DrawnMaterial;
  color: Color;
}

export const DEFAULT_MATERIAL: MaterialInfo = {
  color: [0.7, 0.7, 0.7, 1], emissive: [0, 0, 0], metalness: 0, roughness: 0.8, texture: '',
  normal_texture: '', roughness_texture: '', metalness_texture: '', emissive_texture: '',
};

/**
 * What is the same for all things that can be drawn together: everything but the colour, and at low
 * quality what is not drawn then.
 */
export function materialKey(info: MaterialInfo, isHigh: boolean): string {
  const { color, emissive, texture, emissive_texture, ...gloss } = info;
  const plain = [color[3], emissive, texture, emissive_texture];
  return JSON.stringify(isHigh ? [plain, Object.values(gloss)] : plain);
}

const METAL = 0.5;
const GLOSSY = 0.34;

/** What is the same for all things that look alike but for how glossy they are. */
export function alikeKey(info: MaterialInfo): string {
  const { color, metalness, roughness, ...rest } = info;
  const gloss = [metalness >= METAL, roughness < GLOSSY];
  return JSON.stringify([color[3], gloss, Object.values(rest)]);
}

export function srgb(color: readonly number[]): Color {
  return new Color().setRGB(color[0]!, color[1]!, color[2]!, SRGBColorSpace);
}

/** Makes materials, each kind once. */
export class MaterialLibrary {
  private readonly materials = new Map<string, DrawnMaterial>();
  private readonly textures = new Map<string, Texture>();
  private readonly loader = new TextureLoader();

  /** `loaded` is called when a texture arrived, and something is to be drawn again. */
  constructor(
    private readonly isHigh: boolean, private readonly loaded: () => void,
    private readonly retries = new Retries(),
  ) {}

  /** `isClosed`: of what has a far side behind each near one. */
  share(info: MaterialInfo, isClosed = false): SharedMaterial {
    // a processor draws the near sides alone, as thick as both are
    const isThick = isClosed && !this.isHigh && info.color[3] < 1;
    const key = materialKey(info, this.isHigh) + (isThick ? ' thick' : '');
    let material = this.materials.get(key);
    if (!material) {
      material = this.make(info);
      if (isThick) {
        material.side = FrontSide;
        material.opacity = 1 - (1 - material.opacity) ** 2;
      }
      this.materials.set(key, material);
    }
    return { key, material, color: srgb(info.color) };
  }

  clear(): void {
    for (const material of this.materials.values()) material.dispose();
    for (const texture of this.textures.values()) texture.dispose();
    this.materials.clear();
    this.textures.clear();
  }

  private make(info: MaterialInfo): DrawnMaterial {
    const opacity = info.color[3];
    const common = {
      color: 0xffffff, // the colour is each thing's own
      map: this.texture(info.texture, true),
      emissive: srgb(info.emissive),
      emissiveMap: this.texture(info.emissive_texture, true),
      transparent: opacity < 1,
      opacity,
      depthWrite: opacity >= 1,
      side: DoubleSide,
      // otherwise three draws the far side, then the near one, and looks up a program for each
      forceSinglePass: true,
      shadowSide: FrontSide,
    } as const;
    const material =
      this.isHigh ? this.makeStandard(info, common) : new MeshLambertMaterial(common);
    // a glow without colour is that of its texture
    if (material.emissiveMap && material.emissive.getHex() === 0) material.emissive.set(0xffffff);
    return material;
  }

  private makeStandard(
    info: MaterialInfo, common: MeshStandardMaterialParameters,
  ): MeshStandardMaterial {
    const roughnessMap = this.texture(info.roughness_texture, false);
    const metalnessMap = this.texture(info.metalness_texture, false);
    const material = new MeshStandardMaterial({
      ...common,
      normalMap: this.texture(info.normal_texture, false),
      roughnessMap,
      metalnessMap,
      // a map replaces the number, it does not scale it
      roughness: roughnessMap ? 1 : Math.max(info.roughness, 0.05),
      metalness: metalnessMap ? 1 : info.metalness,
    });
    readRedChannel(material);
    return material;
  }

  private texture(path: string, isColor: boolean): Texture | null {
    if (!path.startsWith('/asset/')) return null;
    const key = `${isColor} ${path}`;
    let texture = this.textures.get(key);
    if (!texture) {
      const made = texture = new Texture();
      const load = () => this.loader.loadAsync(path).catch(() => {
        throw new Error(`the texture ${path} could not be loaded`);
      });
      const isWanted = () => this.textures.get(key) === made;
      void this.retries.until(path, load, isWanted).then(({ image }) => {
        if (!isWanted()) return;
        made.image = image;
        made.needsUpdate = true;
        this.loaded();
      });
      texture.wrapS = texture.wrapT = RepeatWrapping;
      texture.anisotropy = 4;
      if (isColor) texture.colorSpace = SRGBColorSpace;
      this.textures.set(key, texture);
    }
    return texture;
  }
}

// roughness and metalness are in the red channel, as docs/rendering.md says; three takes others
function readRedChannel(material: MeshStandardMaterial): void {
  if (!material.roughnessMap && !material.metalnessMap) return;
  material.onBeforeCompile = (shader) => {
    shader.fragmentShader = shader.fragmentShader
      .replace('#include <roughnessmap_fragment>', `float roughnessFactor = roughness;
        #ifdef USE_ROUGHNESSMAP
          roughnessFactor *= texture2D( roughnessMap, vRoughnessMapUv ).r;
        #endif`)
      .replace('#include <metalnessmap_fragment>', `float metalnessFactor = metalness;
        #ifdef USE_METALNESSMAP
          metalnessFactor *= texture2D( metalnessMap, vMetalnessMapUv ).r;
        #endif`);
  };
}
