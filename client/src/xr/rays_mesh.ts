// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import {
  Color,
  CylinderGeometry,
  InstancedMesh,
  Matrix4,
  MeshBasicMaterial,
  Quaternion,
  SphereGeometry,
  Vector3,
} from 'three';
import type { XrHand } from './hand';

const AHEAD = new Vector3(0, 0, -1);
const HIDDEN = new Matrix4().makeScale(0, 0, 0);

/** The rays of all hands, and where they end: two draw calls. */
export class RaysMesh {
  readonly rods: InstancedMesh;
  readonly ends: InstancedMesh;

  constructor(count: number) {
    const material = new MeshBasicMaterial({
      toneMapped: false,
      fog: false,
      transparent: true,
      opacity: 0.85,
    });
    // from its origin along -z, a metre long
    const rod = new CylinderGeometry(0.0025, 0.0025, 1, 6)
      .rotateX(Math.PI / 2)
      .translate(0, 0, -0.5);
    this.rods = new InstancedMesh(rod, material, count);
    this.ends = new InstancedMesh(new SphereGeometry(0.012, 12, 8), material, count);
    // by which tests find them
    this.rods.name = 'rays';
    this.ends.name = 'ray ends';
    for (let i = 0; i < count; ++i) this.hide(i);
  }

  show(i: number, { ray: { origin, direction }, color }: XrHand, length: number): void {
    const turn = new Quaternion().setFromUnitVectors(AHEAD, direction);
    const end = origin.clone().addScaledVector(direction, length);
    // as large to the eye from afar
    const size = Math.max(0.4, length / 1.5);
    this.set(
      i,
      new Matrix4().compose(origin, turn, new Vector3(1, 1, length)),
      new Matrix4().makeScale(size, size, size).setPosition(end),
    );
    for (const mesh of [this.rods, this.ends]) {
      mesh.setColorAt(i, new Color(color));
      mesh.instanceColor!.needsUpdate = true;
    }
  }

  hide(i: number): void {
    this.set(i, HIDDEN, HIDDEN);
  }

  private set(i: number, rod: Matrix4, end: Matrix4): void {
    this.rods.setMatrixAt(i, rod);
    this.ends.setMatrixAt(i, end);
    for (const mesh of [this.rods, this.ends]) mesh.instanceMatrix.needsUpdate = true;
  }
}
