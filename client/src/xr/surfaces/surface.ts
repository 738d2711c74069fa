// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import {
  CanvasTexture, DoubleSide, Matrix4, Mesh, MeshBasicMaterial, PlaneGeometry, Ray, SRGBColorSpace,
  Vector3,
} from 'three';
import type { XrHand } from '../hand';

/** A part of a surface that can be pressed; in pixels from the upper left corner. */
export interface Spot {
  readonly id: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  press(hand: XrHand): void;
}

export interface SurfaceSize {
  widthM: number;
  widthPx: number;
  heightPx: number;
}

type Draw = (context: CanvasRenderingContext2D, hovered: string | undefined) => readonly Spot[];

/** A sheet in the world with things to read and to press, by the rays of hands. */
export class Surface {
  readonly mesh: Mesh<PlaneGeometry, MeshBasicMaterial>;
  readonly heightM: number;
  private readonly canvas = document.createElement('canvas');
  private readonly texture: CanvasTexture;
  private readonly inverse = new Matrix4();
  private readonly ray = new Ray();
  private readonly at = new Vector3();
  private shown = '';
  private draw: Draw = () => [];
  private spots: readonly Spot[] = [];
  private hovered: string | undefined;

  constructor(readonly id: string, readonly size: SurfaceSize, isOnTop = false) {
    this.canvas.width = size.widthPx;
    this.canvas.height = size.heightPx;
    this.heightM = (size.widthM * size.heightPx) / size.widthPx;
    this.texture = new CanvasTexture(this.canvas);
    this.texture.colorSpace = SRGBColorSpace;
    this.texture.anisotropy = 4;
    const material = new MeshBasicMaterial({
      map: this.texture, transparent: true, toneMapped: false, fog: false, side: DoubleSide,
      depthTest: !isOnTop,
    });
    this.mesh = new Mesh(new PlaneGeometry(size.widthM, this.heightM), material);
    // what is near comes after the boards of robots, which nothing hides
    this.mesh.renderOrder = isOnTop ? 104 : 20;
    this.mesh.raycast = () => {};
    this.mesh.visible = false;
    // by which tests find it
    this.mesh.name = `sheet ${id}`;
    this.mesh.userData.surface = this;
  }

  /** all that is on it, for tests */
  get content(): string {
    return this.shown;
  }

  /** Draws it, if `content`, which says all that is on it, is another than before. */
  show(content: string, draw: Draw): void {
    this.draw = draw;
    if (content === this.shown) return;
    this.shown = content;
    this.redraw();
  }

  /** Stands there, and looks at somebody, upright. In the world's frame. */
  faceFrom(place: Vector3, head: Vector3): void {
    const away = new Vector3().subVectors(head, place);
    const { mesh } = this;
    mesh.position.copy(place);
    // a plane's own y is up and its z looks at who reads it
    const z = away.normalize();
    const x = new Vector3(-z.y, z.x, 0);
    if (x.lengthSq() < 1e-6) x.set(1, 0, 0);
    x.normalize();
    const y = new Vector3().crossVectors(z, x);
    mesh.quaternion.setFromRotationMatrix(new Matrix4().makeBasis(x, y, z));
    mesh.updateMatrix();
  }

  /** Lets hands point at it and press; to be called once a picture while it is seen. */
  handle(
    hands: readonly XrHand[], isPressed = (hand: XrHand) => hand.trigger.wentDown,
  ): void {
    if (!this.mesh.visible) return;
    this.mesh.updateMatrix();
    this.inverse.copy(this.mesh.matrix).invert();
    let hovered: string | undefined;
    for (const hand of hands) {
      const spot = this.aim(hand);
      if (!spot || !hand.isFor(this.id)) continue;
      hovered = spot.id;
      if (!isPressed(hand)) continue;
      hand.owner = this.id;
      spot.press(hand);
    }
    if (hovered === this.hovered) return;
    this.hovered = hovered;
    this.redraw();
  }

  dispose(): void {
    this.mesh.removeFromParent();
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
    this.texture.dispose();
  }

  /** Where the middle of a spot is in the world, for tests: hands point there. */
  placeOf(id: string): Vector3 | undefined {
    const spot = this.spots.find((each) => each.id === id);
    if (!spot) return undefined;
    const { widthM, widthPx, heightPx } = this.size;
    const unit = widthM / widthPx;
    this.mesh.updateMatrix();
    return new Vector3((spot.x + spot.width / 2 - widthPx / 2) * unit,
      (heightPx / 2 - spot.y - spot.height / 2) * unit, 0).applyMatrix4(this.mesh.matrix);
  }

  private aim(hand: XrHand): Spot | undefined {
    if (!hand.isThere) return undefined;
    const { ray, at } = this;
    ray.copy(hand.ray).applyMatrix4(this.inverse);
    if (Math.abs(ray.direction.z) < 1e-6) return undefined;
    const distance = -ray.origin.z / ray.direction.z;
    if (distance <= 0) return undefined;
    ray.at(distance, at);
    const { widthM, widthPx, heightPx } = this.size;
    if (Math.abs(at.x) > widthM / 2 || Math.abs(at.y) > this.heightM / 2) return undefined;
    // the ray is in the sheet's own frame, which may be scaled
    hand.aimAt(this.id, distance * this.mesh.scale.x);
    const x = (at.x / widthM + 0.5) * widthPx;
    const y = (0.5 - at.y / this.heightM) * heightPx;
    return this.spots.find((spot) => x >= spot.x && x <= spot.x + spot.width
      && y >= spot.y && y <= spot.y + spot.height);
  }

  private redraw(): void {
    const context = this.canvas.getContext('2d')!;
    context.clearRect(0, 0, this.canvas.width, this.canvas.height);
    this.spots = this.draw(context, this.hovered);
    this.texture.needsUpdate = true;
  }
}
