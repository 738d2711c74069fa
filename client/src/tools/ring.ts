// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { Mesh, MeshBasicMaterial, RingGeometry } from 'three';
import type { App } from '../app';
import { ABOVE_FLOOR_M } from '../layers/marks';

/** A ring on the floor: what a tool would touch. */
export class Ring {
  private readonly mesh: Mesh<RingGeometry, MeshBasicMaterial>;

  constructor(private readonly app: App, color: number | string, inner = 0.93) {
    this.mesh = new Mesh(new RingGeometry(inner, 1, 64), new MeshBasicMaterial({
      color, transparent: true, opacity: 0.95, depthTest: false, depthWrite: false,
      toneMapped: false,
    }));
    this.mesh.raycast = () => {};
    this.mesh.name = 'ring';
    this.mesh.renderOrder = 6;
    this.mesh.visible = false;
    app.viewer.root.add(this.mesh);
  }

  setColor(color: string): void {
    this.mesh.material.color.set(color);
  }

  place(x: number, y: number, z: number, radius: number): void {
    const { mesh } = this;
    const before = [mesh.visible, ...mesh.position, mesh.scale.x].join();
    mesh.visible = true;
    mesh.position.set(x, y, z + ABOVE_FLOOR_M);
    mesh.scale.set(radius, radius, 1);
    if ([mesh.visible, ...mesh.position, mesh.scale.x].join() !== before)
      this.app.viewer.invalidate();
  }

  hide(): void {
    if (!this.mesh.visible) return;
    this.mesh.visible = false;
    this.app.viewer.invalidate();
  }

  dispose(): void {
    this.mesh.removeFromParent();
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
    this.app.viewer.invalidate();
  }
}
