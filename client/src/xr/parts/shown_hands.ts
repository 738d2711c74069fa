// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import {
  CylinderGeometry,
  Group,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  Quaternion,
  SphereGeometry,
  Vector3,
} from 'three';
import type { App } from '../../app';
import type { XrHand } from '../hand';
import { loadController, modelFile } from '../controller_models';
import { JointsMesh } from '../joints_mesh';
import { controllerGeometry } from '../models';
import type { XrPart } from '../xr_part';

const LONGEST_M = 6;
const AHEAD = new Vector3(0, 0, -1);
/** After boards and sheets, which nothing hides: what is in a hand is nearer than they are. */
const LAST = 110;

/** One hand as it is seen: a controller or joints, its ray, and where that ends. */
class ShownHand {
  private readonly controller: Mesh;
  private readonly joints = new JointsMesh();
  private readonly ray: Mesh<CylinderGeometry, MeshBasicMaterial>;
  private readonly end: Mesh<SphereGeometry, MeshBasicMaterial>;
  private asked: string | undefined;
  private isOver = false;

  constructor(root: Group, side: XrHand['side']) {
    this.controller = new Mesh(
      controllerGeometry(),
      new MeshLambertMaterial({ vertexColors: true, transparent: true }),
    );
    const bright = { toneMapped: false, fog: false, transparent: true, opacity: 0.85 };
    // from its origin along -z, a metre long
    const rod = new CylinderGeometry(0.0025, 0.0025, 1, 6)
      .rotateX(Math.PI / 2)
      .translate(0, 0, -0.5);
    this.ray = new Mesh(rod, new MeshBasicMaterial(bright));
    this.end = new Mesh(new SphereGeometry(0.012, 12, 8), new MeshBasicMaterial(bright));
    // by which tests find them
    this.ray.name = `ray ${side}`;
    this.end.name = `ray end ${side}`;
    for (const mesh of this.meshes) {
      mesh.raycast = () => {};
      mesh.frustumCulled = false;
      mesh.renderOrder = LAST;
      mesh.visible = false;
      root.add(mesh);
    }
    this.controller.matrixAutoUpdate = false;
  }

  show(hand: XrHand, { world }: App): void {
    this.controller.visible = hand.isThere && !hand.isBare;
    if (this.controller.visible) this.ask(modelFile(hand.profiles, hand.side));
    this.joints.visible = hand.isThere && hand.joints !== undefined;
    this.ray.visible = this.end.visible = hand.isThere;
    if (!hand.isThere) return;
    this.controller.matrix.copy(hand.worldFromGrip);
    this.controller.matrixWorldNeedsUpdate = true;
    if (hand.joints) this.joints.show(hand.joints);
    const { origin, direction } = hand.ray;
    const toGround = () => world.groundAlong(hand.ray)?.distanceTo(origin) ?? LONGEST_M;
    const length = Math.min(hand.target?.distance ?? hand.reach ?? toGround(), LONGEST_M);
    this.ray.position.copy(origin);
    this.ray.quaternion.copy(new Quaternion().setFromUnitVectors(AHEAD, direction));
    this.ray.scale.set(1, 1, length);
    this.end.position.copy(origin).addScaledVector(direction, length);
    // as large to the eye from afar
    this.end.scale.setScalar(Math.max(0.4, length / 1.5));
    for (const { material } of [this.ray, this.end]) material.color.set(hand.color);
  }

  dispose(): void {
    this.isOver = true;
    for (const mesh of this.meshes) {
      mesh.geometry.dispose();
      (mesh.material as MeshBasicMaterial).map?.dispose();
      (mesh.material as MeshBasicMaterial).dispose();
    }
  }

  private get meshes(): Mesh[] {
    const { controller, joints, ray, end } = this;
    return [controller, joints.balls, joints.rods, ray, end];
  }

  // Until the model of its own is there, and for devices without one, a controller has our shape.
  private ask(file: string | undefined): void {
    if (!file || file === this.asked) return;
    this.asked = file;
    loadController(file).then(
      ({ geometry, material }) => {
        const { controller } = this;
        if (this.isOver || file !== this.asked) return void geometry.dispose();
        controller.geometry.dispose();
        (controller.material as MeshLambertMaterial).dispose();
        Object.assign(controller, { geometry, material, name: file });
      },
      (error: unknown) => console.warn(String(error)),
    );
  }
}

/** Hands, controllers and rays, in the colour of what they would do. */
export const shownHands: XrPart = {
  id: 'hands',
  create(app, root) {
    const shown = app.xr.hands.map(({ side }) => new ShownHand(root, side));
    return {
      update({ hands }) {
        hands.forEach((hand, i) => shown[i]!.show(hand, app));
      },
      dispose() {
        for (const each of shown) each.dispose();
      },
    };
  },
};
