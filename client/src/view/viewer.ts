// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import {
  type Camera, Group, type Intersection, type Object3D, PCFShadowMap, Ray, Raycaster, Scene,
  Vector2, WebGLRenderer,
} from 'three';
import { Emitter } from '../store/observable';
import { Backdrop } from './backdrop';
import type { CameraView } from './camera_mode';
import { sceneFromWorld, worldFromScene } from './frames';
import { Lighting, shadowRadius } from './lighting';
import { PixelRatio, type Quality } from './quality';
import { Sky } from './sky';
import { useTandemTone } from './tone';

export interface DrawMoment {
  /** seconds since the last picture */
  dt: number;
  camera: Camera;
}

const STILL_MS = 500;

// three asks for contexts that can be seen through, and a browser without a GPU takes a fifth of a
// page's time to blend such a picture with nothing
function opaqueContext(
  canvas: HTMLCanvasElement, { antialias, isHigh }: Quality,
): WebGL2RenderingContext {
  const context = canvas.getContext('webgl2', {
    alpha: false, antialias, depth: true, stencil: false, powerPreference: 'high-performance',
    // the backdrop draws on in the picture before
    preserveDrawingBuffer: !isHigh,
  });
  if (!context) throw new Error('This browser has no WebGL 2, with which the world is drawn.');
  return context;
}

/** The 3D picture: renderer, scene, lights, and when to draw. */
export class Viewer {
  readonly renderer: WebGLRenderer;
  readonly canvas: HTMLCanvasElement;
  /** y up; everything of the world is below `root` */
  readonly scene = new Scene();
  /** z up, metres: the world's frame */
  readonly root = new Group();
  readonly lighting = new Lighting();
  readonly sky = new Sky();
  /** once before each picture */
  readonly beforeDraw = new Emitter<DrawMoment>();
  /** at every turn of the loop, whether something was drawn or not */
  readonly afterTurn = new Emitter<void>();
  /** how long drawing took, of the processor */
  drawMs = 0;
  private view: CameraView | undefined;
  private isDue = true;
  private lastMs = 0;
  private drewLastTurn = false;
  private stillSinceMs = 0;
  private readonly pixelRatio: PixelRatio;
  private readonly backdrop: Backdrop | undefined;
  private readonly raycaster = new Raycaster();

  constructor(private readonly container: HTMLElement, readonly quality: Quality) {
    this.canvas = document.createElement('canvas');
    this.renderer = new WebGLRenderer({
      canvas: this.canvas, context: opaqueContext(this.canvas, quality),
    });
    this.pixelRatio = new PixelRatio(quality, window.devicePixelRatio);
    // a GPU draws all of it in no time, and smooths edges as a backdrop cannot
    if (!quality.isHigh) this.backdrop = new Backdrop(this.renderer);
    this.renderer.info.autoReset = false;
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFShadowMap;
    useTandemTone(this.renderer);
    this.renderer.xr.enabled = true;
    this.root.rotation.x = -Math.PI / 2;
    this.root.updateMatrixWorld();
    this.root.add(this.lighting.root, this.sky.dome);
    this.sky.dome.visible = false;
    this.scene.add(this.root);
    container.append(this.canvas);
    new ResizeObserver(() => this.resize()).observe(container);
    this.resize();
  }

  start(): void {
    this.renderer.setAnimationLoop((ms) => this.turn(ms));
  }

  /** What a ray of the world's frame meets first; what is farther away costs next to nothing. */
  pickAlong(ray: Ray, among: Object3D, farthest = Infinity): Intersection | undefined {
    this.raycaster.set(sceneFromWorld(ray.origin.clone()), sceneFromWorld(ray.direction.clone()));
    this.raycaster.far = farthest;
    const [met] = this.raycaster.intersectObject(among, true);
    this.raycaster.far = Infinity;
    return met;
  }

  get cameraView(): CameraView | undefined {
    return this.view;
  }

  setCameraView(view: CameraView): void {
    this.view = view;
    this.resize();
  }

  /** Something changed: there will be a new picture. */
  invalidate(): void {
    this.isDue = true;
  }

  /** The same, and it may be something that does not move. */
  invalidateStill(): void {
    this.backdrop?.invalidate();
    this.invalidate();
  }

  /** What a ray through a place of the window meets first. */
  pick(clientX: number, clientY: number, among: Object3D): Intersection | undefined {
    if (!this.aim(clientX, clientY)) return undefined;
    return this.raycaster.intersectObject(among, true)[0];
  }

  /** The ray through a place of the window, in the world's frame. */
  pickRay(clientX: number, clientY: number): Ray | undefined {
    if (!this.aim(clientX, clientY)) return undefined;
    const { origin, direction } = this.raycaster.ray;
    return new Ray(worldFromScene(origin.clone()), worldFromScene(direction.clone()));
  }

  private aim(clientX: number, clientY: number): boolean {
    if (!this.view) return false;
    const box = this.canvas.getBoundingClientRect();
    const x = ((clientX - box.left) / box.width) * 2 - 1;
    const y = 1 - ((clientY - box.top) / box.height) * 2;
    this.view.camera.updateMatrixWorld();
    this.raycaster.setFromCamera(new Vector2(x, y), this.view.camera);
    return true;
  }

  private turn(ms: number): void {
    // after a pause, as of a hidden tab, nothing should leap
    const sinceMs = ms - this.lastMs;
    const dt = Math.min(sinceMs / 1000, 0.1);
    this.lastMs = ms;
    if (this.view?.update(dt)) this.isDue = true;
    const isDrawn = this.view !== undefined && (this.isDue || this.renderer.xr.isPresenting);
    if (this.view && isDrawn) {
      this.stillSinceMs = ms;
      this.setRatio(this.pixelRatio.value);
      this.draw(this.view, dt);
    } else if (this.view && ms - this.stillSinceMs > STILL_MS && this.setRatio(this.mostRatio)) {
      // there is time for all pixels of a picture that stands still
      this.draw(this.view, dt);
    }
    // of pictures that follow each other one sees how long they take
    if (isDrawn && this.drewLastTurn && !this.renderer.xr.isPresenting)
      this.pixelRatio.note(sinceMs, ms, window.devicePixelRatio);
    this.drewLastTurn = isDrawn;
    this.afterTurn.emit();
  }

  private draw(view: CameraView, dt: number): void {
    this.isDue = false;
    const begin = performance.now();
    const { camera, lookedAt } = view;
    this.beforeDraw.emit({ dt, camera });
    camera.updateMatrixWorld();
    const middle = worldFromScene(lookedAt.clone());
    this.lighting.focus(middle, shadowRadius(camera, lookedAt));
    this.renderer.info.reset();
    // shadows of what moves fall on what does not
    if (this.backdrop && !this.lighting.castsShadows && !this.renderer.xr.isPresenting)
      this.backdrop.draw(this.scene, this.root, camera);
    else {
      this.backdrop?.invalidate();
      this.renderer.render(this.scene, camera);
    }
    this.drawMs = performance.now() - begin;
  }

  private get mostRatio(): number {
    return Math.min(window.devicePixelRatio, this.quality.mostPixelRatio);
  }

  // True if it is another one.
  private setRatio(ratio: number): boolean {
    if (this.renderer.getPixelRatio() === ratio || this.renderer.xr.isPresenting) return false;
    this.renderer.setPixelRatio(ratio);
    return true;
  }

  private resize(): void {
    const { clientWidth: width, clientHeight: height } = this.container;
    // a headset has a size of its own
    if (this.renderer.xr.isPresenting) return;
    if (width === 0 || height === 0) return;
    this.renderer.setSize(width, height);
    this.view?.resize(width, height);
    this.invalidate();
  }
}
