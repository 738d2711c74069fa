// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import {
  type BufferGeometry, ClampToEdgeWrapping, DataTexture, Group, LinearFilter, Mesh,
  MeshLambertMaterial, SRGBColorSpace, Vector2, type WebGLRenderer,
} from 'three';
import type { Paint, PaintInfo, PaintTile } from '../protocol/messages';
import type { BackdropMark } from '../view/backdrop';
import { areaMatrix } from '../world/area';
import type { Layer } from './layer';
import { PaintCells } from './paint_cells';
import { premultiply, thin } from './paint_pixels';

const ABOVE_M = 0.001;

/** The painted floor as a texture of which single tiles are sent to the GPU. */
class PaintSheet {
  readonly mesh: Mesh<BufferGeometry, MeshLambertMaterial>;
  private readonly cells: PaintCells;
  private readonly texture: DataTexture;
  private readonly step: number;

  constructor(private readonly renderer: WebGLRenderer, info: PaintInfo, floor: number) {
    const most = renderer.capabilities.maxTextureSize;
    this.step = Math.ceil(Math.max(info.width, info.height) / most);
    const width = Math.ceil(info.width / this.step);
    const height = Math.ceil(info.height / this.step);
    this.texture = new DataTexture(new Uint8Array(4 * width * height), width, height);
    this.texture.colorSpace = SRGBColorSpace;
    this.texture.magFilter = this.texture.minFilter = LinearFilter;
    this.texture.wrapS = this.texture.wrapT = ClampToEdgeWrapping;
    this.texture.needsUpdate = true;
    const material = new MeshLambertMaterial({
      map: this.texture, transparent: true, depthWrite: false,
      polygonOffset: true, polygonOffsetFactor: -1, polygonOffsetUnits: -1,
    });
    // texels are premultiplied, the shader wants colours as they are
    material.onBeforeCompile = (shader) => {
      shader.fragmentShader = shader.fragmentShader.replace('#include <map_fragment>', `
        vec4 paint = texture2D( map, vMapUv );
        if ( paint.a < 0.002 ) discard;
        diffuseColor *= vec4( paint.rgb / paint.a, paint.a );`);
    };
    this.cells = new PaintCells(width, height);
    this.mesh = new Mesh(this.cells.geometry, material);
    this.mesh.visible = false;
    this.mesh.matrixAutoUpdate = false;
    this.mesh.matrix.copy(areaMatrix(info.area, floor + ABOVE_M));
    this.mesh.matrixWorldNeedsUpdate = true;
    this.mesh.receiveShadow = true;
    this.mesh.renderOrder = 1;
    this.mesh.raycast = () => {};
    Object.assign(this.mesh.userData, { steady: 0 } satisfies BackdropMark);
  }

  receive(paint: Paint): void {
    if (paint.full) this.clear();
    for (const tile of paint.tiles) this.put(tile);
    this.mesh.visible = this.cells.paintedCells > 0;
    ++this.mesh.userData.steady;
  }

  dispose(): void {
    this.mesh.removeFromParent();
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
    this.texture.dispose();
  }

  private clear(): void {
    this.texture.image.data!.fill(0);
    this.cells.clear();
    this.texture.needsUpdate = true;
  }

  private put(tile: PaintTile): void {
    const raw = tile.pixels ?? new Uint8Array(4 * tile.width * tile.height);
    const { region, pixels } = thin(premultiply(raw), tile, this.step);
    const { data, width, height } = this.texture.image;
    const isInside = region.column + region.width <= width && region.row + region.height <= height;
    if (!isInside || region.width === 0 || region.height === 0) return;
    // kept here too, for a GPU that loses its memory
    for (let r = 0; r < region.height; ++r) {
      const line = pixels.subarray(4 * r * region.width, 4 * (r + 1) * region.width);
      data!.set(line, 4 * ((region.row + r) * width + region.column));
    }
    this.cells.look(region, data as Uint8Array);
    const source = new DataTexture(pixels, region.width, region.height);
    source.colorSpace = SRGBColorSpace;
    source.needsUpdate = true;
    const place = new Vector2(region.column, region.row);
    this.renderer.copyTextureToTexture(source, this.texture, null, place);
    source.dispose();
  }
}

/** What robots and people painted on the floor. */
export const paint: Layer = {
  name: 'paint',
  title: 'Paint',
  isOnByDefault: true,
  create(app) {
    const root = new Group();
    let sheet: PaintSheet | undefined;
    app.store.world.subscribe((world) => {
      sheet?.dispose();
      sheet = undefined;
      if (!world?.paint) return;
      sheet = new PaintSheet(app.viewer.renderer, world.paint, world.floor_m);
      root.add(sheet.mesh);
    });
    app.store.paint.on((message) => {
      sheet?.receive(message);
      app.viewer.invalidate();
    });
    return { root };
  },
};
