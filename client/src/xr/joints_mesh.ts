// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import {
  CylinderGeometry,
  InstancedMesh,
  Matrix4,
  MeshLambertMaterial,
  Quaternion,
  SphereGeometry,
  Vector3,
} from 'three';
import type { XrHand } from './hand';

const JOINTS = 25;
const FINGERS = [
  [1, 4],
  [5, 9],
  [10, 14],
  [15, 19],
  [20, 24],
] as const;
/** Between which joints of WebXR's hand bones are: from the wrist, 0, to the tip of each finger. */
export const BONES: readonly (readonly [number, number])[] = FINGERS.flatMap(([first, last]) => [
  [0, first] as const,
  ...Array.from({ length: last - first }, (_, i) => [first + i, first + i + 1] as const),
]);
/** What a headset does not say. */
const USUAL_RADIUS_M = 0.008;
const Y = new Vector3(0, 1, 0);

/** A bare hand: balls for its joints and rods for its bones. */
export class JointsMesh {
  readonly balls: InstancedMesh;
  readonly rods: InstancedMesh;
  private readonly matrix = new Matrix4();
  private readonly turn = new Quaternion();
  private readonly size = new Vector3();

  constructor() {
    const material = new MeshLambertMaterial({ color: 0xc8d4e0, transparent: true });
    this.balls = new InstancedMesh(new SphereGeometry(1, 10, 8), material, JOINTS);
    const rod = new CylinderGeometry(1, 1, 1, 8, 1, true);
    this.rods = new InstancedMesh(rod, material, BONES.length);
  }

  show({ worldFromJoint, radii, count }: NonNullable<XrHand['joints']>): void {
    const { matrix, size } = this;
    const radiusOf = (i: number) => radii[i] || USUAL_RADIUS_M;
    this.balls.count = Math.min(count, JOINTS);
    for (let i = 0; i < this.balls.count; ++i) {
      matrix.fromArray(worldFromJoint, 16 * i).scale(size.setScalar(radiusOf(i)));
      this.balls.setMatrixAt(i, matrix);
    }
    this.rods.count = count < JOINTS ? 0 : BONES.length;
    BONES.slice(0, this.rods.count).forEach(([from, to], i) => {
      const a = new Vector3().fromArray(worldFromJoint, 16 * from + 12);
      const b = new Vector3().fromArray(worldFromJoint, 16 * to + 12);
      const radius = Math.min(radiusOf(from), radiusOf(to));
      const length = a.distanceTo(b);
      this.turn.setFromUnitVectors(Y, b.clone().sub(a).normalize());
      matrix.compose(a.add(b).multiplyScalar(0.5), this.turn, size.set(radius, length, radius));
      this.rods.setMatrixAt(i, matrix);
    });
    this.balls.instanceMatrix.needsUpdate = this.rods.instanceMatrix.needsUpdate = true;
  }

  set visible(isVisible: boolean) {
    this.balls.visible = this.rods.visible = isVisible;
  }
}
