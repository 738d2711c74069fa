// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import {
  Matrix4, PerspectiveCamera, SRGBColorSpace, UnsignedByteType, WebGLRenderTarget,
} from 'three';
import type { App } from '../app';
import type { CameraPlace } from '../protocol/messages';
import { matrixOfPose } from '../world/affine';
import { Reality } from './reality';

// a camera of three's looks along -z with y up, an optical frame along z with y down
const OPTICAL_FROM_CAMERA = new Matrix4().makeRotationX(Math.PI);
/** pixels of the longer side, with a GPU and without one */
const LARGEST = { high: 640, low: 320 };

/** The angle from bottom to top of a picture whose angle from left to right is `fov_rad`. */
export function verticalFov({ fov_rad, width, height }: CameraPlace): number {
  return 2 * Math.atan((Math.tan(Math.min(fov_rad, 3) / 2) * height) / Math.max(width, 1));
}

/**
 * Rows of a GPU's picture go up, and its colours are already multiplied by how opaque they are;
 * those of a canvas go down, and are not.
 */
export function writeCanvasPixels(
  from: Uint8Array, to: Uint8ClampedArray, width: number, height: number,
): void {
  for (let row = 0; row < height; ++row) {
    const begin = 4 * width * (height - 1 - row);
    to.set(from.subarray(begin, begin + 4 * width), 4 * width * row);
  }
  for (let i = 0; i < to.length; i += 4) {
    const alpha = to[i + 3]!;
    if (alpha === 0 || alpha === 255) continue;
    for (let channel = i; channel < i + 3; ++channel) to[channel] = (to[channel]! * 255) / alpha;
  }
}

/** What is virtual, seen by a camera of the world, to be laid over its picture (MRS-5). */
export class Overlay {
  private readonly reality: Reality;
  private readonly camera = new PerspectiveCamera(50, 1, 0.03, 200);
  private readonly canvas = document.createElement('canvas');
  private target: WebGLRenderTarget | undefined;

  constructor(private readonly app: App) {
    this.reality = new Reality(app);
  }

  /** undefined if nobody knows where the camera is. */
  draw(place: CameraPlace): HTMLCanvasElement | undefined {
    if (!this.aim(place)) return undefined;
    const largest = this.app.viewer.quality.isHigh ? LARGEST.high : LARGEST.low;
    const scale = Math.min(1, largest / Math.max(place.width, place.height));
    const width = Math.max(1, Math.round(place.width * scale));
    const height = Math.max(1, Math.round(place.height * scale));
    const target = this.resize(width, height);
    const pixels = new Uint8Array(4 * width * height);
    this.render(target);
    this.app.viewer.renderer.readRenderTargetPixels(target, 0, 0, width, height, pixels);
    const image = new ImageData(width, height);
    writeCanvasPixels(pixels, image.data, width, height);
    this.canvas.getContext('2d')!.putImageData(image, 0, 0);
    return this.canvas;
  }

  dispose(): void {
    this.target?.dispose();
    this.reality.dispose();
  }

  private aim(place: CameraPlace): boolean {
    const { store, world, viewer } = this.app;
    const entity = store.entities.entity(place.entity);
    if (!entity) return false;
    const link = store.entities.links(entity).findIndex(({ name }) => name === place.link);
    const matrix = world.linkMatrix(entity, link, new Matrix4());
    if (!matrix) return false;
    matrix.premultiply(viewer.root.matrixWorld).multiply(matrixOfPose(place.pose))
      .multiply(OPTICAL_FROM_CAMERA);
    matrix.decompose(this.camera.position, this.camera.quaternion, this.camera.scale);
    this.camera.fov = (verticalFov(place) * 180) / Math.PI;
    this.camera.aspect = place.width / Math.max(place.height, 1);
    this.camera.updateProjectionMatrix();
    this.camera.updateMatrixWorld();
    return true;
  }

  private resize(width: number, height: number): WebGLRenderTarget {
    if (this.target?.width === width && this.target.height === height) return this.target;
    this.target?.dispose();
    this.canvas.width = width;
    this.canvas.height = height;
    // a format of sRGB would encode colours once more
    this.target = new WebGLRenderTarget(width, height, {
      type: UnsignedByteType, colorSpace: SRGBColorSpace, internalFormat: 'RGBA8',
    });
    // three gives only these the colours of a screen
    Object.assign(this.target, { isXRRenderTarget: true });
    return this.target;
  }

  private render(target: WebGLRenderTarget): void {
    const { renderer, scene } = this.app.viewer;
    const showReality = this.reality.hide();
    const { background, fog } = scene;
    const alpha = renderer.getClearAlpha();
    const { autoUpdate } = renderer.shadowMap;
    scene.background = null;
    scene.fog = null;
    renderer.shadowMap.autoUpdate = false;
    renderer.setClearAlpha(0);
    renderer.setRenderTarget(target);
    renderer.clear();
    renderer.render(scene, this.camera);
    renderer.setRenderTarget(null);
    renderer.setClearAlpha(alpha);
    renderer.shadowMap.autoUpdate = autoUpdate;
    scene.background = background;
    scene.fog = fog;
    showReality();
  }
}
