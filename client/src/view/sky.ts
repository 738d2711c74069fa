// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import {
  BackSide, Color, Fog, FogExp2, Mesh, type Scene, ShaderMaterial, SphereGeometry,
} from 'three';
import type { Atmosphere } from '../protocol/messages';
import { srgb } from '../world/materials';
import type { BackdropMark } from './backdrop';

const VERTEX = `varying vec3 direction;
void main() {
  direction = position;
  vec4 place = modelViewMatrix * vec4(position, 0.0);
  gl_Position = projectionMatrix * vec4(place.xyz, 1.0);
  gl_Position.z = gl_Position.w * 0.9999999;
}`;

const FRAGMENT = `varying vec3 direction;
uniform vec3 zenith, horizon, ground;
void main() {
  float height = normalize(direction).z;
  vec3 above = mix(horizon, zenith, pow(max(height, 0.0), 0.55));
  gl_FragColor = vec4(mix(above, ground, smoothstep(0.0, -0.12, height)), 1.0);
  #include <colorspace_fragment>
}`;

/** Background, sky and fog of a world. */
export class Sky {
  /** belongs to the world's frame */
  readonly dome: Mesh<SphereGeometry, ShaderMaterial>;

  constructor() {
    const material = new ShaderMaterial({
      vertexShader: VERTEX, fragmentShader: FRAGMENT, side: BackSide, depthWrite: false,
      uniforms: {
        zenith: { value: new Color() },
        horizon: { value: new Color() },
        ground: { value: new Color() },
      },
    });
    this.dome = new Mesh(new SphereGeometry(1, 32, 24), material);
    this.dome.frustumCulled = false;
    Object.assign(this.dome.userData, { isStill: true } satisfies BackdropMark);
    this.dome.renderOrder = -1000;
    this.dome.raycast = () => {};
  }

  setAtmosphere(scene: Scene, { background, sky, fog }: Atmosphere): void {
    const color = srgb(background);
    scene.background = color;
    this.dome.visible = sky;
    const { zenith, horizon, ground } = this.dome.material.uniforms;
    zenith!.value.copy(color).multiplyScalar(0.75);
    horizon!.value.copy(color).lerp(new Color(1, 1, 1), 0.6);
    ground!.value.copy(horizon!.value).multiplyScalar(0.85);
    scene.fog = null;
    const fogColor = srgb(fog.color).getHex();
    if (fog.type === 'linear') {
      const end = fog.start_m + (fog.end_m - fog.start_m) / Math.max(fog.density, 1e-6);
      scene.fog = new Fog(fogColor, fog.start_m, end);
    } else if (fog.type === 'quadratic') {
      scene.fog = new FogExp2(fogColor, fog.density);
    }
  }
}
