// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import {
  BoxGeometry, type BufferGeometry, CapsuleGeometry, CylinderGeometry, Matrix4, PlaneGeometry,
  Quaternion, SphereGeometry, Vector3,
} from 'three';
import type { Shape } from '../protocol/messages';

/**
 * A shape as a geometry that others share, and a matrix that gives it its size: boxes of all sizes
 * are one geometry, and are drawn together.
 */
export interface SharedShape {
  key: string;
  make: () => BufferGeometry;
  visualFromGeometry: Matrix4;
}

const UP = new Vector3(0, 0, 1);

const box = () => new BoxGeometry(1, 1, 1).rotateX(Math.PI / 2);
const ball = () => new SphereGeometry(1, 32, 20).rotateX(Math.PI / 2);
const cylinder = () => new CylinderGeometry(1, 1, 1, 40).rotateX(Math.PI / 2);
const capsule = (ratio: number) => () =>
  new CapsuleGeometry(1, ratio, 10, 32).rotateX(Math.PI / 2);
const plane = () => new PlaneGeometry(1, 1);

const scaled = (x: number, y: number, z: number) => new Matrix4().makeScale(x, y, z);

/** Undefined for what comes as an asset: meshes and heightfields. */
export function sharedShape(shape: Shape): SharedShape | undefined {
  if ('box' in shape)
    return { key: 'box', make: box, visualFromGeometry: scaled(...shape.box) };
  if ('sphere' in shape) {
    const r = shape.sphere;
    return { key: 'ball', make: ball, visualFromGeometry: scaled(r, r, r) };
  }
  if ('ellipsoid' in shape)
    return { key: 'ball', make: ball, visualFromGeometry: scaled(...shape.ellipsoid) };
  if ('cylinder' in shape) {
    const [r, length] = shape.cylinder;
    return { key: 'cylinder', make: cylinder, visualFromGeometry: scaled(r, r, length) };
  }
  if ('capsule' in shape) {
    // its ends are round only if it is scaled alike in all directions
    const [r, length] = shape.capsule;
    const ratio = Number((length / r).toPrecision(6));
    return { key: `capsule ${ratio}`, make: capsule(ratio), visualFromGeometry: scaled(r, r, r) };
  }
  if ('plane' in shape) {
    const [nx, ny, nz, sizeX, sizeY] = shape.plane;
    const turn = new Quaternion().setFromUnitVectors(UP, new Vector3(nx, ny, nz).normalize());
    const matrix = new Matrix4().compose(new Vector3(), turn, new Vector3(sizeX, sizeY, 1));
    return { key: 'plane', make: plane, visualFromGeometry: matrix };
  }
  return undefined;
}
