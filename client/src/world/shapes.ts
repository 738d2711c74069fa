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

/** How many sides round things have: around, and from top to bottom of a ball. */
type Sides = readonly [around: number, down: number];
const FINE: Sides = [32, 20];
const COARSE: Sides = [14, 8];
const COARSEST: Sides = [8, 5];
/** Thinner things have few pixels, as limbs of people do: a processor draws fewer sides. */
const THIN_M = 0.2;
const THINNEST_M = 0.08;
/** Of thin capsules, that a processor draws together: their ends are round enough. */
const THIN_RATIO = 4;

/** How fine shapes are drawn. */
export interface Fineness {
  isHigh: boolean;
  /** of detail: 0 is all of it */
  level: number;
  /** edges of what can be seen through are soft */
  isClear: boolean;
}
const FINEST: Fineness = { isHigh: true, level: 0, isClear: false };

const box = () => new BoxGeometry(1, 1, 1).rotateX(Math.PI / 2);
const ball = ([around, down]: Sides) => () =>
  new SphereGeometry(1, around, down).rotateX(Math.PI / 2);
const cylinder = ([around]: Sides) => () =>
  new CylinderGeometry(1, 1, 1, around).rotateX(Math.PI / 2);
const capsule = (ratio: number, [around, down]: Sides) => () =>
  new CapsuleGeometry(1, ratio, down / 2, around).rotateX(Math.PI / 2);
const plane = () => new PlaneGeometry(1, 1);

const scaled = (x: number, y: number, z: number) => new Matrix4().makeScale(x, y, z);

function sidesOf(radius: number, { isHigh, level, isClear }: Fineness): Sides {
  if (level > 0) return level > 1 ? COARSEST : COARSE;
  if (isHigh) return FINE;
  if (radius < THINNEST_M) return COARSEST;
  return radius < THIN_M || isClear ? COARSE : FINE;
}

/**
 * Undefined for what comes as an asset: meshes and heightfields. The matrix is the same for all
 * levels of detail.
 */
export function sharedShape(shape: Shape, fineness = FINEST): SharedShape | undefined {
  const sidesFor = (radius: number) => sidesOf(radius, fineness);
  if ('box' in shape)
    return { key: 'box', make: box, visualFromGeometry: scaled(...shape.box) };
  if ('sphere' in shape) {
    const r = shape.sphere;
    return ballOf([r, r, r], sidesFor(r));
  }
  if ('ellipsoid' in shape)
    return ballOf(shape.ellipsoid, sidesFor([...shape.ellipsoid].sort((a, b) => a - b)[1]!));
  if ('cylinder' in shape) {
    const [r, length] = shape.cylinder;
    const sides = sidesFor(r);
    return {
      key: `cylinder ${sides[0]}`, make: cylinder(sides), visualFromGeometry: scaled(r, r, length),
    };
  }
  if ('capsule' in shape) {
    // its ends are round only if it is scaled alike in all directions
    const [r, length] = shape.capsule;
    const isRough = !fineness.isHigh && r < THIN_M;
    const ratio = isRough ? THIN_RATIO : Number((length / r).toPrecision(6));
    const sides = sidesFor(r);
    return {
      key: `capsule ${sides[0]} ${ratio}`, make: capsule(ratio, sides),
      visualFromGeometry: scaled(r, r, (length + 2 * r) / (ratio + 2)),
    };
  }
  if ('plane' in shape) {
    const [nx, ny, nz, sizeX, sizeY] = shape.plane;
    const turn = new Quaternion().setFromUnitVectors(UP, new Vector3(nx, ny, nz).normalize());
    const matrix = new Matrix4().compose(new Vector3(), turn, new Vector3(sizeX, sizeY, 1));
    return { key: 'plane', make: plane, visualFromGeometry: matrix };
  }
  return undefined;
}

function ballOf(radii: readonly [number, number, number], sides: Sides): SharedShape {
  return { key: `ball ${sides[0]}`, make: ball(sides), visualFromGeometry: scaled(...radii) };
}
