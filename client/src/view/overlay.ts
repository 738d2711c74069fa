// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import {
  Matrix4, PerspectiveCamera, SRGBColorSpace, UnsignedByteType, WebGLRenderTarget,
} from 'three';
import type { App } from '../app';
import type { CameraPlace, Lens } from '../protocol/messages';
import { worldFromCamera } from './camera_place';
import { type Extent, extentOf, isStraight, rayOf } from './lens';
import { Reality } from './reality';

// a camera of three's looks along -z with y up, an optical frame along z with y down
const OPTICAL_FROM_CAMERA = new Matrix4().makeRotationX(Math.PI);
/** pixels of the longer side, with a GPU and without one */
const LARGEST = { high: 640, low: 320 };

/** How large a picture of the world is drawn for a picture of a lens, and what it shows. */
interface Drawn {
  width: number;
  height: number;
  extent: Extent;
  /** of each pixel of the lens the pixel that was drawn, by rows that go up; -1: it sees nothing */
  sources?: Int32Array;
}

/**
 * A GPU draws straight lines: what a lens bends is drawn straight, and larger, and then looked up
 * for each of its `width` by `height` pixels.
 */
export function drawnFor(lens: Lens, width: number, height: number): Drawn {
  const extent = extentOf(lens);
  if (isStraight(lens)) return { width, height, extent };
  const scale = width / lens.width;
  const size = (length: number, focal: number, most: number) =>
    Math.min(2 * most, Math.max(1, Math.round(length * focal * scale)));
  const drawn = {
    width: size(extent.right - extent.left, lens.fx, width),
    height: size(extent.bottom - extent.top, lens.fy, height),
  };
  const sources = new Int32Array(width * height).fill(-1);
  for (let row = 0; row < height; ++row) {
    for (let column = 0; column < width; ++column) {
      const ray = rayOf(lens, ((column + 0.5) * lens.width) / width - 0.5,
        ((row + 0.5) * lens.height) / height - 0.5);
      if (!ray) continue;
      const [x, y] = [
        Math.floor(((ray[0] - extent.left) / (extent.right - extent.left)) * drawn.width),
        Math.floor(((extent.bottom - ray[1]) / (extent.bottom - extent.top)) * drawn.height),
      ];
      if (x >= 0 && x < drawn.width && y >= 0 && y < drawn.height)
        sources[row * width + column] = y * drawn.width + x;
    }
  }
  return { ...drawn, extent, sources };
}

/**
 * Rows of a GPU's picture go up, and its colours are already multiplied by how opaque they are;
 * those of a canvas go down, and are not.
 */
export function writeCanvasPixels(
  from: Uint8Array, to: Uint8ClampedArray, width: number, height: number, sources?: Int32Array,
): void {
  if (sources) {
    const pixels = new Uint32Array(from.buffer, from.byteOffset, from.length / 4);
    const written = new Uint32Array(to.buffer, to.byteOffset, to.length / 4);
    sources.forEach((source, i) => void (written[i] = source < 0 ? 0 : pixels[source]!));
  } else {
    for (let row = 0; row < height; ++row) {
      const begin = 4 * width * (height - 1 - row);
      to.set(from.subarray(begin, begin + 4 * width), 4 * width * row);
    }
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
  private known: { key: string; drawn: Drawn } | undefined;

  constructor(private readonly app: App) {
    this.reality = new Reality(app);
  }

  /** undefined if nobody knows where the camera is. */
  draw(place: CameraPlace): HTMLCanvasElement | undefined {
    const { lens } = place;
    const largest = this.app.viewer.quality.isHigh ? LARGEST.high : LARGEST.low;
    const scale = Math.min(1, largest / Math.max(lens.width, lens.height));
    const width = Math.max(1, Math.round(lens.width * scale));
    const height = Math.max(1, Math.round(lens.height * scale));
    const drawn = this.drawnFor(lens, width, height);
    if (!this.aim(place, drawn.extent)) return undefined;
    const target = this.resize(drawn.width, drawn.height);
    const pixels = new Uint8Array(4 * drawn.width * drawn.height);
    this.render(target);
    this.app.viewer.renderer
      .readRenderTargetPixels(target, 0, 0, drawn.width, drawn.height, pixels);
    const image = new ImageData(width, height);
    writeCanvasPixels(pixels, image.data, width, height, drawn.sources);
    if (this.canvas.width !== width) this.canvas.width = width;
    if (this.canvas.height !== height) this.canvas.height = height;
    this.canvas.getContext('2d')!.putImageData(image, 0, 0);
    return this.canvas;
  }

  dispose(): void {
    this.target?.dispose();
    this.reality.dispose();
  }

  // messages repeat the lens
  private drawnFor(lens: Lens, width: number, height: number): Drawn {
    const key = JSON.stringify([lens, width, height]);
    if (this.known?.key !== key) this.known = { key, drawn: drawnFor(lens, width, height) };
    return this.known.drawn;
  }

  private aim(place: CameraPlace, { left, right, top, bottom }: Extent): boolean {
    const matrix = worldFromCamera(this.app, place, new Matrix4());
    if (!matrix) return false;
    const { camera } = this;
    matrix.premultiply(this.app.viewer.root.matrixWorld).multiply(OPTICAL_FROM_CAMERA);
    matrix.decompose(camera.position, camera.quaternion, camera.scale);
    camera.updateMatrixWorld();
    // a lens need not look through the middle of its picture
    const { near, far } = camera;
    camera.projectionMatrix
      .makePerspective(left * near, right * near, -top * near, -bottom * near, near, far);
    camera.projectionMatrixInverse.copy(camera.projectionMatrix).invert();
    return true;
  }

  private resize(width: number, height: number): WebGLRenderTarget {
    if (this.target?.width === width && this.target.height === height) return this.target;
    this.target?.dispose();
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
