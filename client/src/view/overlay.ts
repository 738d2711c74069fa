// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import {
  Matrix4, type Object3D, PerspectiveCamera, SRGBColorSpace, UnsignedByteType, WebGLRenderTarget,
} from 'three';
import type { App } from '../app';
import type { CameraPlace } from '../protocol/messages';
import { matrixOfPose } from '../world/affine';
import type { Batch } from '../world/batch';

// a camera of three's looks along -z with y up, an optical frame along z with y down
const OPTICAL_FROM_CAMERA = new Matrix4().makeRotationX(Math.PI);
const LARGEST = 640;

/** The angle from bottom to top of a picture whose angle from left to right is `fov_rad`. */
export function verticalFov({ fov_rad, width, height }: CameraPlace): number {
  return 2 * Math.atan((Math.tan(Math.min(fov_rad, 3) / 2) * height) / Math.max(width, 1));
}

/** What is virtual, seen by a camera of the world, to be laid over its picture (MRS-5). */
export class Overlay {
  private readonly camera = new PerspectiveCamera(50, 1, 0.03, 200);
  private readonly canvas = document.createElement('canvas');
  private target: WebGLRenderTarget | undefined;

  constructor(private readonly app: App) {}

  /** undefined if nobody knows where the camera is. */
  draw(place: CameraPlace): HTMLCanvasElement | undefined {
    if (!this.aim(place)) return undefined;
    const scale = Math.min(1, LARGEST / Math.max(place.width, place.height));
    const width = Math.max(1, Math.round(place.width * scale));
    const height = Math.max(1, Math.round(place.height * scale));
    const target = this.resize(width, height);
    const pixels = new Uint8Array(4 * width * height);
    this.render(target);
    this.app.viewer.renderer.readRenderTargetPixels(target, 0, 0, width, height, pixels);
    // rows of the GPU go up
    const image = new ImageData(width, height);
    for (let row = 0; row < height; ++row)
      image.data.set(pixels.subarray(4 * width * (height - 1 - row), 4 * width * (height - row)),
        4 * width * row);
    this.canvas.getContext('2d')!.putImageData(image, 0, 0);
    return this.canvas;
  }

  dispose(): void {
    this.target?.dispose();
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
    this.target = new WebGLRenderTarget(width, height, {
      type: UnsignedByteType, colorSpace: SRGBColorSpace,
    });
    // three gives only these the colours of a screen
    Object.assign(this.target, { isXRRenderTarget: true });
    return this.target;
  }

  private render(target: WebGLRenderTarget): void {
    const { renderer, scene } = this.app.viewer;
    const shown = this.hideReality();
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
    for (const object of shown) object.visible = true;
  }

  // the ground and the walls are what the camera sees anyway; returns what was hidden
  private hideReality(): Object3D[] {
    const { viewer, world } = this.app;
    const hidden: Object3D[] = [];
    const hide = (object: Object3D) => {
      if (!object.visible) return;
      object.visible = false;
      hidden.push(object);
    };
    hide(viewer.sky.dome);
    for (const object of world.things.children) {
      const { batch, entity } = object.userData as { batch?: Batch; entity?: number };
      if (batch?.isStatic || entity !== undefined) hide(object);
    }
    for (const object of viewer.root.children) if (object.name === 'camera planes') hide(object);
    return hidden;
  }
}
