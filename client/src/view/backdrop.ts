// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import {
  AlwaysDepth, BufferAttribute, Camera, DepthTexture, DynamicDrawUsage, GLSL3,
  InstancedBufferAttribute, InstancedBufferGeometry, Matrix4, Mesh, NearestFilter, NoBlending,
  type Object3D, Scene, ShaderMaterial, SRGBColorSpace, UnsignedByteType, UnsignedIntType, Vector2,
  type WebGLRenderer, WebGLRenderTarget,
} from 'three';
import { TILE, Tiles } from './tiles';
import { Touched } from './touched';

/** What an object is to a backdrop, in its `userData`. Without a mark it is drawn every time. */
export interface BackdropMark {
  /** opaque and at rest */
  isStill?: boolean;
  /**
   * At rest with all that is below it, but something else is seen through it: a number that is
   * another one when it looks different.
   */
  steady?: number;
  /** its children have marks of their own */
  holdsStill?: boolean;
  /** lights: part of every picture */
  isAlways?: boolean;
}

const VERTEX = `uniform vec2 size;
in vec2 tile;
void main() {
  vec2 place = (tile + position.xy) * ${TILE}.0 / size;
  gl_Position = vec4(2.0 * place - 1.0, 0.0, 1.0);
}`;
const FRAGMENT = `uniform sampler2D color, depth;
out vec4 result;
void main() {
  ivec2 place = ivec2(gl_FragCoord.xy);
  result = vec4(texelFetch(color, place, 0).rgb, 1.0);
  gl_FragDepth = texelFetch(depth, place, 0).r;
}`;

/**
 * What does not move as a picture with depths, kept for as long as camera and lights stand still.
 * Where the processor draws, this is most of the work of most pictures. Of the picture before,
 * which the context has to preserve, only those tiles are drawn again in which something moves.
 */
export class Backdrop {
  private target: WebGLRenderTarget | undefined;
  private isStale = true;
  private readonly worldFromCamera = new Matrix4();
  private readonly projection = new Matrix4();
  private readonly sheetScene = new Scene();
  private readonly sheetCamera = new Camera();
  private readonly sheet: Mesh<InstancedBufferGeometry, ShaderMaterial>;
  private readonly tiles = new Tiles();
  private triangles = 0;
  /** which share of the last picture was restored */
  restored = 1;
  private steady = 0;
  private readonly size = new Vector2();

  constructor(private readonly renderer: WebGLRenderer) {
    const geometry = new InstancedBufferGeometry();
    // a tile
    const corners = new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0]);
    geometry.setAttribute('position', new BufferAttribute(corners, 3));
    geometry.setIndex([0, 1, 2, 2, 1, 3]);
    const material = new ShaderMaterial({
      glslVersion: GLSL3, vertexShader: VERTEX, fragmentShader: FRAGMENT, blending: NoBlending,
      depthFunc: AlwaysDepth, toneMapped: false,
      uniforms: { color: { value: null }, depth: { value: null }, size: { value: this.size } },
    });
    this.sheet = new Mesh(geometry, material);
    this.sheet.frustumCulled = false;
    this.sheetScene.add(this.sheet);
    renderer.domElement.addEventListener('webglcontextrestored', () => this.invalidate());
  }

  /** Something of what is still changed. */
  invalidate(): void {
    this.isStale = true;
  }

  /** Draws the scene whose objects of the world are below `root`. */
  draw(scene: Scene, root: Object3D, camera: Camera): void {
    if (this.moves(camera)) {
      // a picture of what will look different at once is not worth keeping
      this.isStale = true;
      this.renderer.render(scene, camera);
      return;
    }
    const { info } = this.renderer;
    if (this.renew() || this.isStale) {
      const before = info.render.triangles;
      this.renderer.setRenderTarget(this.target!);
      this.renderPart(scene, root, camera, true);
      this.renderer.setRenderTarget(null);
      this.triangles = info.render.triangles - before;
      this.isStale = false;
      this.tiles.forget();
    } else {
      // who asks wants to know of what the picture consists
      info.render.triangles += this.triangles;
    }
    const { background } = scene;
    scene.background = null;
    this.renderer.autoClear = false;
    this.restore(scene, root, camera);
    this.renderPart(scene, root, camera, false);
    this.renderer.autoClear = true;
    scene.background = background;
  }

  // The tiles in which something moves, or moved in the picture before. Everywhere else all that is
  // drawn now is behind the picture.
  private restore(scene: Scene, root: Object3D, camera: Camera): void {
    scene.updateMatrixWorld();
    const touched = new Touched(this.tiles, camera);
    const steady = markMoving(root, touched, 0);
    if (steady !== this.steady) this.tiles.forget();
    this.steady = steady;
    const { depth } = this.renderer.state.buffers;
    depth.setClear(0);
    this.renderer.clearDepth();
    depth.setClear(1);
    const { geometry } = this.sheet;
    geometry.instanceCount = this.tiles.take();
    this.restored = geometry.instanceCount / this.tiles.count;
    geometry.getAttribute('tile').needsUpdate = true;
    this.renderer.render(this.sheetScene, this.sheetCamera);
  }

  // True if it does not look where it looked for the last picture.
  private moves(camera: Camera): boolean {
    const isSame = this.worldFromCamera.equals(camera.matrixWorld)
      && this.projection.equals(camera.projectionMatrix);
    this.worldFromCamera.copy(camera.matrixWorld);
    this.projection.copy(camera.projectionMatrix);
    return !isSame;
  }

  private renderPart(scene: Scene, root: Object3D, camera: Camera, still: boolean): void {
    const hidden: Object3D[] = [];
    hideOthers(root, still, hidden);
    this.renderer.render(scene, camera);
    for (const object of hidden) object.visible = true;
  }

  // True if there is a new target, as for a picture of another size.
  private renew(): boolean {
    const { x: width, y: height } = this.renderer.getDrawingBufferSize(this.size);
    if (this.target?.width === width && this.target.height === height) return false;
    this.target?.depthTexture?.dispose();
    this.target?.dispose();
    this.target = new WebGLRenderTarget(width, height, {
      type: UnsignedByteType, colorSpace: SRGBColorSpace,
      minFilter: NearestFilter, magFilter: NearestFilter,
      depthTexture: new DepthTexture(width, height, UnsignedIntType),
    });
    // three gives only these the colours of a screen
    Object.assign(this.target, { isXRRenderTarget: true });
    this.tiles.resize(width, height);
    const places = new InstancedBufferAttribute(this.tiles.places, 2).setUsage(DynamicDrawUsage);
    // buffers cannot grow
    this.sheet.geometry.dispose();
    this.sheet.geometry.setAttribute('tile', places);
    const { color, depth } = this.sheet.material.uniforms;
    color!.value = this.target.texture;
    depth!.value = this.target.depthTexture;
    return true;
  }
}

/** Hides what is not drawn now, and notes it. */
export function hideOthers(parent: Object3D, still: boolean, hidden: Object3D[]): void {
  for (const child of parent.children) {
    const mark = child.userData as BackdropMark;
    if (!child.visible || mark.isAlways) continue;
    if (mark.holdsStill) {
      hideOthers(child, still, hidden);
    } else if ((mark.isStill ?? false) !== still) {
      child.visible = false;
      hidden.push(child);
    }
  }
}

/** Marks what moves below `parent`. Adds what is steady there to a digest of it. */
function markMoving(parent: Object3D, touched: Touched, digest: number): number {
  for (const child of parent.children) {
    const { isAlways, isStill, steady } = child.userData as BackdropMark;
    if (!child.visible || isAlways || isStill) continue;
    if (steady !== undefined) {
      digest = mixed(digest, steady);
      child.traverseVisible(({ id }) => void (digest = mixed(digest, id)));
      continue;
    }
    touched.mark(child);
    digest = markMoving(child, touched, digest);
  }
  return digest;
}

const mixed = (digest: number, value: number) => (Math.imul(digest, 31) + value + 1) | 0;
