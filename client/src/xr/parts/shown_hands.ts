// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { type Group, Mesh, type MeshBasicMaterial, MeshLambertMaterial } from 'three';
import type { App } from '../../app';
import type { XrHand } from '../hand';
import { loadController, modelFile } from '../controller_models';
import { JointsMesh } from '../joints_mesh';
import { controllerGeometry } from '../models';
import { RaysMesh } from '../rays_mesh';
import type { XrPart } from '../xr_part';

const LONGEST_M = 6;
/** After boards and sheets, which nothing hides: what is in a hand is nearer than they are. */
const LAST = 110;

function addLast(root: Group, mesh: Mesh): void {
  mesh.raycast = () => {};
  mesh.frustumCulled = false;
  mesh.renderOrder = LAST;
  root.add(mesh);
}

function disposeOf({ geometry, material }: Mesh): void {
  geometry.dispose();
  (material as MeshBasicMaterial).map?.dispose();
  (material as MeshBasicMaterial).dispose();
}

/** One hand as it is seen: a controller or joints. */
class ShownHand {
  private readonly controller: Mesh;
  private readonly joints = new JointsMesh();
  private asked: string | undefined;
  private isOver = false;

  constructor(root: Group) {
    this.controller = new Mesh(
      controllerGeometry(),
      new MeshLambertMaterial({ vertexColors: true, transparent: true }),
    );
    for (const mesh of this.meshes) {
      addLast(root, mesh);
      mesh.visible = false;
    }
    // who does not look at it need not draw it
    this.controller.frustumCulled = true;
    this.controller.matrixAutoUpdate = false;
  }

  show(hand: XrHand): void {
    this.controller.visible = hand.isThere && !hand.isBare;
    if (this.controller.visible) this.ask(modelFile(hand.profiles, hand.side));
    this.joints.visible = hand.isThere && hand.joints !== undefined;
    if (!hand.isThere) return;
    this.controller.matrix.copy(hand.worldFromGrip);
    this.controller.matrixWorldNeedsUpdate = true;
    if (hand.joints) this.joints.show(hand.joints);
  }

  dispose(): void {
    this.isOver = true;
    for (const mesh of this.meshes) disposeOf(mesh);
  }

  private get meshes(): Mesh[] {
    const { controller, joints } = this;
    return [controller, joints.balls, joints.rods];
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

/** How long the ray of a hand is: to what it meets, or would take, and else to the ground. */
function lengthOf(hand: XrHand, { world }: App): number {
  const toGround = () => world.groundAlong(hand.ray)?.distanceTo(hand.ray.origin) ?? LONGEST_M;
  return Math.min(hand.target?.distance ?? hand.reach ?? toGround(), LONGEST_M);
}

/** Hands, controllers and rays, in the colour of what they would do. */
export const shownHands: XrPart = {
  id: 'hands',
  create(app, root) {
    const shown = app.xr.hands.map(() => new ShownHand(root));
    const rays = new RaysMesh(shown.length);
    for (const mesh of [rays.rods, rays.ends]) addLast(root, mesh);
    return {
      update({ hands }) {
        hands.forEach((hand, i) => {
          shown[i]!.show(hand);
          if (hand.isThere) rays.show(i, hand, lengthOf(hand, app));
          else rays.hide(i);
        });
      },
      dispose() {
        for (const each of shown) each.dispose();
        for (const mesh of [rays.rods, rays.ends]) {
          disposeOf(mesh);
          mesh.dispose();
        }
      },
    };
  },
};
