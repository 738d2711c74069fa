// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import {
  Color, Group, InstancedMesh, Matrix4, MeshLambertMaterial, type BufferGeometry,
} from 'three';
import type { Pose } from '../protocol/messages';
import { matrixOfPose } from '../world/affine';
import { handGeometry, headGeometry } from '../xr/models';
import type { Layer } from './layer';
import { paletteColor } from './marks';

/** as many as there are places for pages */
const MOST = 24;

function makeParts(geometry: BufferGeometry, count: number): InstancedMesh {
  const mesh = new InstancedMesh(geometry, new MeshLambertMaterial({ vertexColors: true }), count);
  mesh.count = 0;
  mesh.frustumCulled = false;
  mesh.raycast = () => {};
  return mesh;
}

/** Others with headsets: a head and hands each, in a colour of their own. */
export const people: Layer = {
  name: 'people',
  title: 'People with headsets',
  isOnByDefault: true,
  create(app) {
    const root = new Group();
    const heads = makeParts(headGeometry(), MOST);
    const hands = makeParts(handGeometry(), 2 * MOST);
    root.add(heads, hands);
    const matrix = new Matrix4();
    const color = new Color();

    function add(mesh: InstancedMesh, pose: Pose | undefined): void {
      if (!pose || mesh.count >= mesh.instanceMatrix.count) return;
      mesh.setMatrixAt(mesh.count, matrixOfPose(pose, matrix));
      mesh.setColorAt(mesh.count, color);
      ++mesh.count;
    }

    app.store.people.subscribe((all) => {
      heads.count = hands.count = 0;
      for (const { id, head, left, right } of all) {
        color.set(paletteColor(id));
        add(heads, head);
        add(hands, left);
        add(hands, right);
      }
      for (const mesh of [heads, hands]) {
        mesh.visible = mesh.count > 0;
        mesh.instanceMatrix.needsUpdate = true;
        if (mesh.instanceColor) mesh.instanceColor.needsUpdate = true;
      }
      app.viewer.invalidate();
    });
    return { root };
  },
};
