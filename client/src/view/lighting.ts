// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import {
  type Camera, DirectionalLight, Group, HemisphereLight, type Light, OrthographicCamera,
  PointLight, SpotLight, Vector3,
} from 'three';
import type { LightInfo, World } from '../protocol/messages';
import type { BackdropMark } from './backdrop';

/** An amount of light of 1 makes a white surface white; three wants π for that. */
const AMOUNT = Math.PI;
/** Where lamps are as bright as the world says; three lets light fade by the square only. */
const LAMP_DISTANCE_M = 2;
const SHADOW_PIXELS = 2048;

const SUN: LightInfo = {
  type: 'directional', position: [0, 0, 10], direction: [-0.4, 0.3, -0.86], color: [1, 1, 1],
  intensity: 0.8, range_m: 100, attenuation: [1, 0, 0], inner_rad: 0, outer_rad: 0, shadows: true,
};

/** The lights of a world. The sun's shadows are sharpest where the camera looks. */
export class Lighting {
  readonly root = new Group();
  /** all but the light of the sky */
  readonly lamps = new Group();
  private readonly sky = new HemisphereLight();
  private ambient = 0.4;
  private suns: { light: DirectionalLight; direction: Vector3 }[] = [];
  private casters: Light[] = [];
  private isLit = true;
  private hasShadows = true;

  constructor() {
    this.root.add(this.lamps, this.sky);
    Object.assign(this.root.userData, { isAlways: true } satisfies BackdropMark);
    this.sky.position.set(0, 0, 1);
  }

  setWorld(world: World): void {
    for (const lamp of [...this.lamps.children]) {
      lamp.removeFromParent();
      (lamp as Light).dispose?.();
    }
    this.suns = [];
    this.casters = [];
    const { ambient, shadows } = world.atmosphere;
    for (const info of world.lights.length > 0 ? world.lights : [SUN]) {
      const light = this.make(info);
      light.color.setRGB(...info.color);
      if (info.shadows && shadows) this.casters.push(light);
      this.lamps.add(light);
    }
    this.ambient = Math.max(...ambient);
    this.sky.color.setRGB(...ambient);
    this.sky.groundColor.setRGB(...ambient).multiplyScalar(0.4);
    this.setLit(this.isLit);
    this.setShadows(this.hasShadows);
  }

  /** Without its lights the world is lit evenly, so that one still sees it. */
  setLit(isLit: boolean): void {
    this.isLit = isLit;
    this.lamps.visible = isLit;
    this.sky.intensity = isLit ? AMOUNT : AMOUNT / Math.max(this.ambient, 0.05);
  }

  get castsShadows(): boolean {
    return this.hasShadows && this.isLit && this.casters.length > 0;
  }

  setShadows(on: boolean): void {
    this.hasShadows = on;
    for (const light of this.casters) light.castShadow = on;
  }

  /** Puts the shadows' map around the place that is looked at (in the world's frame). */
  focus(middle: Vector3, radius: number): void {
    for (const { light, direction } of this.suns) {
      const camera = light.shadow.camera;
      // by whole pixels, or shadows would shimmer when the camera moves
      const pixel = (2 * radius) / SHADOW_PIXELS;
      const snapped = middle.clone().divideScalar(pixel * 8).round().multiplyScalar(pixel * 8);
      light.target.position.copy(snapped);
      light.position.copy(snapped).addScaledVector(direction, -4 * radius);
      if (camera.right === radius) continue;
      camera.left = camera.bottom = -radius;
      camera.right = camera.top = radius;
      camera.near = radius * 0.1;
      camera.far = radius * 8;
      light.shadow.normalBias = pixel * 1.5;
      camera.updateProjectionMatrix();
    }
  }

  private make(info: LightInfo): DirectionalLight | PointLight | SpotLight {
    const direction = new Vector3(...info.direction).normalize();
    if (info.type === 'directional') {
      const light = new DirectionalLight(undefined, AMOUNT * info.intensity);
      light.shadow.mapSize.set(SHADOW_PIXELS, SHADOW_PIXELS);
      light.shadow.bias = -0.0002;
      this.lamps.add(light.target);
      this.suns.push({ light, direction });
      return light;
    }
    const [constant, linear, quadratic] = info.attenuation ?? [1, 0, 0];
    const d = LAMP_DISTANCE_M;
    const fade = Math.max(constant + linear * d + quadratic * d * d, 1e-6);
    const candela = (AMOUNT * info.intensity * d * d) / fade;
    if (info.type === 'point') {
      const light = new PointLight(undefined, candela, info.range_m, 2);
      light.position.set(...info.position);
      return light;
    }
    const half = Math.min(info.outer_rad / 2, 1.5);
    const penumbra = half > 0 ? 1 - info.inner_rad / 2 / half : 0;
    const light = new SpotLight(undefined, candela, info.range_m, half, penumbra, 2);
    light.position.set(...info.position);
    light.target.position.set(...info.position).add(direction);
    light.shadow.mapSize.set(1024, 1024);
    this.lamps.add(light.target);
    return light;
  }
}

/** How far around it shadows are wanted when a camera looks at something. */
export function shadowRadius(camera: Camera, lookedAt: Vector3): number {
  if (camera instanceof OrthographicCamera) return rounded(camera.right / camera.zoom);
  const distance = new Vector3().setFromMatrixPosition(camera.matrixWorld).distanceTo(lookedAt);
  return rounded(distance * 1.2);
}

// a few sizes only, or the map would change all the time
function rounded(radius: number): number {
  return 2 ** Math.ceil(Math.log2(Math.min(Math.max(radius, 3), 120)));
}
