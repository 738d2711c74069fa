// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { type Group, type Matrix4, Mesh, RingGeometry, ShaderMaterial } from 'three';

const SECONDS = 0.25;

/** Darkens the edge of what one sees while a stick moves one, for those who would feel sick. */
export class Vignette {
  readonly mesh: Mesh<RingGeometry, ShaderMaterial>;
  private share = 0;

  constructor(root: Group) {
    const material = new ShaderMaterial({
      transparent: true, depthTest: false, depthWrite: false,
      uniforms: { share: { value: 0 } },
      vertexShader: `varying float far;
void main() {
  far = length(position.xy);
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
}`,
      fragmentShader: `varying float far;
uniform float share;
void main() {
  gl_FragColor = vec4(0.0, 0.0, 0.0, share * smoothstep(0.45, 0.8, far));
}`,
    });
    // a metre ahead of the eyes: 24° of what one sees stay clear, beyond 40° it is dark
    this.mesh = new Mesh(new RingGeometry(0.45, 6, 48, 6), material);
    this.mesh.geometry.translate(0, 0, -1);
    this.mesh.matrixAutoUpdate = false;
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = 1000;
    this.mesh.raycast = () => {};
    this.mesh.visible = false;
    root.add(this.mesh);
  }

  update(worldFromHead: Matrix4, isOn: boolean, dt: number): void {
    const step = dt / SECONDS;
    this.share = Math.min(Math.max(this.share + (isOn ? step : -step), 0), 1);
    this.mesh.visible = this.share > 0;
    this.mesh.material.uniforms.share!.value = this.share;
    this.mesh.matrix.copy(worldFromHead);
    this.mesh.matrixWorldNeedsUpdate = true;
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }
}
