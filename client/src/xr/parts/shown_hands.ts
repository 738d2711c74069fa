// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import {
  CylinderGeometry,
  Group,
  InstancedMesh,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  Quaternion,
  SphereGeometry,
  Vector3,
} from 'three';
import { onLevel } from '../../tools/aim';
import type { XrHand } from '../hand';
import { controllerGeometry } from '../models';
import type { XrPart } from '../xr_part';

const LONGEST_M = 6;
const JOINTS = 25;
const AHEAD = new Vector3(0, 0, -1);

/** One hand as it is seen: a controller or joints, its ray, and where that ends. */
class ShownHand {
  private readonly controller: Mesh;
  private readonly joints: InstancedMesh;
  private readonly ray: Mesh<CylinderGeometry, MeshBasicMaterial>;
  private readonly end: Mesh<SphereGeometry, MeshBasicMaterial>;
  private readonly matrix = new Matrix4();

  constructor(root: Group) {
    this.controller = new Mesh(
      controllerGeometry(),
      new MeshLambertMaterial({ vertexColors: true }),
    );
    this.joints = new InstancedMesh(
      new SphereGeometry(1, 8, 6),
      new MeshLambertMaterial({ color: 0xc8d4e0 }),
      JOINTS,
    );
    const bright = { toneMapped: false, fog: false, transparent: true, opacity: 0.85 };
    // from its origin along -z, a metre long
    const rod = new CylinderGeometry(0.0025, 0.0025, 1, 6)
      .rotateX(Math.PI / 2)
      .translate(0, 0, -0.5);
    this.ray = new Mesh(rod, new MeshBasicMaterial(bright));
    this.end = new Mesh(new SphereGeometry(0.012, 12, 8), new MeshBasicMaterial(bright));
    for (const mesh of [this.controller, this.joints, this.ray, this.end]) {
      mesh.raycast = () => {};
      mesh.frustumCulled = false;
      mesh.visible = false;
      root.add(mesh);
    }
    this.controller.matrixAutoUpdate = false;
  }

  show(hand: XrHand, floorM: number): void {
    this.controller.visible = hand.isThere && !hand.isBare;
    this.joints.visible = hand.isThere && hand.joints !== undefined;
    this.ray.visible = this.end.visible = hand.isThere;
    if (!hand.isThere) return;
    this.controller.matrix.copy(hand.worldFromGrip);
    this.controller.matrixWorldNeedsUpdate = true;
    if (hand.joints) this.showJoints(hand.joints);
    const { origin, direction } = hand.ray;
    const floor = onLevel(hand.ray, floorM);
    const toFloor = floor ? floor.distanceTo(origin) : LONGEST_M;
    const length = Math.min(hand.target?.distance ?? toFloor, LONGEST_M);
    this.ray.position.copy(origin);
    this.ray.quaternion.copy(new Quaternion().setFromUnitVectors(AHEAD, direction));
    this.ray.scale.set(1, 1, length);
    this.end.position.copy(origin).addScaledVector(direction, length);
    for (const { material } of [this.ray, this.end]) material.color.set(hand.color);
  }

  dispose(): void {
    for (const mesh of [this.controller, this.joints, this.ray, this.end]) {
      mesh.geometry.dispose();
      (mesh.material as MeshBasicMaterial).dispose();
    }
  }

  private showJoints({ worldFromJoint, radii, count }: NonNullable<XrHand['joints']>): void {
    this.joints.count = Math.min(count, JOINTS);
    for (let i = 0; i < this.joints.count; ++i) {
      this.matrix.fromArray(worldFromJoint, 16 * i);
      const size = radii[i] || 0.008;
      this.joints.setMatrixAt(i, this.matrix.scale(new Vector3(size, size, size)));
    }
    this.joints.instanceMatrix.needsUpdate = true;
  }
}

/** Hands, controllers and rays, in the colour of what they would do. */
export const shownHands: XrPart = {
  id: 'hands',
  create(app, root) {
    const shown = [new ShownHand(root), new ShownHand(root)];
    return {
      update({ hands }) {
        const floorM = app.store.world.value?.floor_m ?? 0;
        hands.forEach((hand, i) => shown[i]!.show(hand, floorM));
      },
      dispose() {
        for (const each of shown) each.dispose();
      },
    };
  },
};
