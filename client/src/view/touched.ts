// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import {
  Box3, type BufferAttribute, type BufferGeometry, type Camera, type InstancedMesh, Matrix4,
  type Mesh, type Object3D, type Points, type PointsMaterial, Sphere, type Sprite, Vector3,
} from 'three';
import type { LineSegments2 } from 'three/examples/jsm/lines/LineSegments2.js';
import type { Tiles } from './tiles';

/** More corners than this are not looked at one by one in every picture. */
const MOST_CORNERS = 4096;

/** A line is looked at in so many pieces, as it is long and thin. */
const PIECES = 16;

/**
 * Marks the tiles of a picture that objects may be drawn in. Rather too many than too few: what is
 * drawn beside its tiles stays there.
 */
export class Touched {
  private readonly viewFromObject = new Matrix4();
  private readonly place = new Vector3();
  private readonly start = new Vector3();
  private readonly end = new Vector3();
  private readonly box = new Box3();
  private readonly sphere = new Sphere();
  private readonly viewFromInstance = new Matrix4();
  private readonly instance = new Matrix4();

  constructor(private readonly tiles: Tiles, private readonly camera: Camera) {}

  /** One object, without its children. Its place in the world is known. */
  mark(object: Object3D): void {
    if (this.tiles.areAllMarked) return;
    this.viewFromObject.multiplyMatrices(this.camera.matrixWorldInverse, object.matrixWorld);
    const { isPoints, isSprite, isInstancedMesh, isLineSegments2, isMesh, isLine } =
      object as Partial<Points & Sprite & InstancedMesh & LineSegments2 & Mesh> &
        { isLine?: boolean };
    if (isSprite) this.markSprite(object as Sprite);
    else if (isPoints) this.markPoints(object as Points);
    else if (isInstancedMesh) this.markInstances(object as InstancedMesh);
    else if (isLineSegments2) this.markSegments(object as LineSegments2);
    else if (isMesh) this.markMesh(object as Mesh);
    else if (isLine) this.tiles.markAll();
  }

  // It faces the camera, with its middle beside its place.
  private markSprite({ center, scale }: Sprite): void {
    const size = this.viewFromObject.getMaxScaleOnAxis();
    const share = size / Math.max(scale.x, scale.y, scale.z);
    const [width, height] = [share * scale.x, share * scale.y];
    this.place.setFromMatrixPosition(this.viewFromObject);
    this.place.x += (0.5 - center.x) * width;
    this.place.y += (0.5 - center.y) * height;
    this.markBall(this.place, Math.hypot(width, height) / 2);
  }

  private markPoints({ geometry, material }: Points): void {
    const { size } = material as PointsMaterial;
    const positions = geometry.getAttribute('position') as BufferAttribute | undefined;
    if (!positions) return;
    const { start, count } = geometry.drawRange;
    const end = Math.min(start + count, positions.count);
    if (end - start > MOST_CORNERS) return this.tiles.markAll();
    for (let i = start; i < end; ++i) {
      this.place.fromBufferAttribute(positions, i).applyMatrix4(this.viewFromObject);
      this.markBall(this.place, 0, size);
    }
  }

  private markInstances(mesh: InstancedMesh): void {
    const { count, geometry } = mesh;
    if (!geometry.boundingSphere) geometry.computeBoundingSphere();
    const { center, radius } = geometry.boundingSphere!;
    for (let i = 0; i < count && !this.tiles.areAllMarked; ++i) {
      mesh.getMatrixAt(i, this.instance);
      this.viewFromInstance.multiplyMatrices(this.viewFromObject, this.instance);
      this.place.copy(center).applyMatrix4(this.viewFromInstance);
      const scale = this.viewFromInstance.getMaxScaleOnAxis();
      // without a size it has not been placed yet
      if (scale > 0) this.markBall(this.place, radius * scale);
    }
  }

  // As wide as some pixels.
  private markSegments({ geometry, material }: LineSegments2): void {
    const starts = geometry.getAttribute('instanceStart') as BufferAttribute | undefined;
    const ends = geometry.getAttribute('instanceEnd') as BufferAttribute | undefined;
    if (!starts || !ends) return;
    if (starts.count > MOST_CORNERS) return this.tiles.markAll();
    for (let i = 0; i < starts.count; ++i) {
      this.start.fromBufferAttribute(starts, i).applyMatrix4(this.viewFromObject);
      this.end.fromBufferAttribute(ends, i).applyMatrix4(this.viewFromObject);
      const radius = this.start.distanceTo(this.end) / 2 / PIECES;
      for (let piece = 0; piece < PIECES; ++piece) {
        this.place.lerpVectors(this.start, this.end, (piece + 0.5) / PIECES);
        this.markBall(this.place, radius, material.linewidth);
      }
    }
  }

  private markMesh({ geometry }: Mesh): void {
    const ball = this.ballOf(geometry);
    if (!ball) return this.tiles.markAll();
    this.place.copy(ball.center).applyMatrix4(this.viewFromObject);
    this.markBall(this.place, ball.radius * this.viewFromObject.getMaxScaleOnAxis());
  }

  // Around all corners as they are now: geometries change without telling.
  private ballOf(geometry: BufferGeometry): Sphere | undefined {
    const positions = geometry.getAttribute('position') as BufferAttribute | undefined;
    if (!positions || positions.count > MOST_CORNERS) return undefined;
    return this.box.setFromBufferAttribute(positions).getBoundingSphere(this.sphere);
  }

  // `place` is seen from the camera; `pixels` are added on all sides.
  private markBall({ x, y, z }: Vector3, radius: number, pixels = 0): void {
    const { elements: e } = this.camera.projectionMatrix;
    const [padX, padY] = [(2 * pixels) / this.tiles.width, (2 * pixels) / this.tiles.height];
    if (e[11] === 0) {
      const [right, up] = [e[0]! * x + e[12]!, e[5]! * y + e[13]!];
      const [halfX, halfY] = [e[0]! * radius + padX, e[5]! * radius + padY];
      return this.tiles.mark(right - halfX, up - halfY, right + halfX, up + halfY);
    }
    const [near, far] = [-z - radius, -z + radius];
    if (far <= 0) return;
    if (near <= 1e-3) return this.tiles.markAll();
    // the ball is in a box that is as far away as its near and its far side are
    const low = (v: number) => (v - radius) / (v > radius ? far : near);
    const high = (v: number) => (v + radius) / (v < -radius ? far : near);
    this.tiles.mark(
      e[0]! * low(x) - e[8]! - padX, e[5]! * low(y) - e[9]! - padY,
      e[0]! * high(x) - e[8]! + padX, e[5]! * high(y) - e[9]! + padY,
    );
  }
}
