// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { Color, Float32BufferAttribute, Mesh, MeshBasicMaterial, PlaneGeometry } from 'three';
import { srgb } from '../../world/materials';
import type { XrPart } from '../xr_part';

const RADIUS_M = 24;
/** Cells along a side. Large triangles would reach behind the eyes, which some drivers mind. */
const CELLS = 32;
/** Below floors that lie there, so that neither shines through the other. */
const BELOW_M = 0.01;

/** A sheet that fades away from its middle. */
function sheetGeometry(): PlaneGeometry {
  const geometry = new PlaneGeometry(2, 2, CELLS, CELLS);
  const { position } = geometry.attributes;
  const colors: number[] = [];
  for (let i = 0; i < position!.count; ++i)
    colors.push(1, 1, 1, Math.max(1 - Math.hypot(position!.getX(i), position!.getY(i)), 0));
  geometry.setAttribute('color', new Float32BufferAttribute(colors, 4));
  return geometry;
}

/** Something to stand on beside a floor that ends, where the world itself has nothing there. */
export const ground: XrPart = {
  id: 'ground',
  create(app, root) {
    const material = new MeshBasicMaterial({
      vertexColors: true, transparent: true, depthWrite: false, toneMapped: false, fog: false,
    });
    const sheet = new Mesh(sheetGeometry(), material);
    sheet.name = 'ground';
    sheet.scale.setScalar(RADIUS_M);
    sheet.raycast = () => {};
    // before all else that can be seen through
    sheet.renderOrder = -1;
    root.add(sheet);

    function place(): void {
      const [middle] = app.xr.plan.sights;
      if (middle) sheet.position.copy(middle).setZ(middle.z - BELOW_M);
    }

    place();
    return {
      moved: place,
      update() {
        const { atmosphere } = app.store.world.value ?? {};
        sheet.visible = app.xr.mode.value === 'vr' && !app.world.hasHills;
        if (atmosphere)
          material.color.copy(srgb(atmosphere.background)).lerp(new Color(0x808080), 0.6)
            .multiplyScalar(0.7);
      },
      dispose() {
        sheet.geometry.dispose();
        material.dispose();
      },
    };
  },
};
