// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type {
  CameraPlace, Entities, Entity, Grid, Image, Lens, MaterialInfo, Model, Paint, Points, Pose, Shape,
  Status, World,
} from '../src/protocol/messages';
import { png } from './png';

/** A world by rule, for working on the page without a Tandem. */

export interface FakeOptions {
  boxes: number;
  pillars: number;
}

const IDENTITY: Pose = [0, 0, 0, 0, 0, 0, 1];
const AREA: [number, number, number, number, number] = [0, 0, 0, 4, 3];

function material(color: [number, number, number, number], more: Partial<MaterialInfo> = {}) {
  return {
    color, emissive: [0, 0, 0], metalness: 0, roughness: 0.8, texture: '', normal_texture: '',
    roughness_texture: '', metalness_texture: '', emissive_texture: '', ...more,
  } as MaterialInfo;
}

export class FakeWorld {
  readonly materials: MaterialInfo[] = [
    material([0.82, 0.8, 0.76, 1]), material([0.86, 0.58, 0.3, 1]), material([0.3, 0.55, 0.8, 1]),
    material([0.35, 0.7, 0.45, 1]), material([0.16, 0.18, 0.21, 1]),
    material([0.9, 0.9, 0.92, 1], { metalness: 0.9, roughness: 0.3 }),
    material([0.55, 0.8, 0.95, 0.35]), material([0.9, 0.2, 0.2, 1], { emissive: [0.6, 0, 0] }),
    material([0.93, 0.93, 0.9, 1]),
  ];
  readonly models: Model[] = [];
  readonly entities: Entity[] = [];
  private readonly places = new Map<number, Pose>();
  private nextBody = 0;
  private robotBody = 0;

  constructor(readonly options: FakeOptions) {
    this.addFloorAndWalls();
    this.addRobot();
    const colors = [1, 2, 3];
    const boxes = colors.map((color) => this.model({ box: [0.1, 0.1, 0.1] }, color));
    const can = this.model({ cylinder: [0.05, 0.14] }, 7);
    const ball = this.model({ sphere: 0.07 }, 5);
    const pillar = this.model({ box: [0.05, 0.05, 0.3] }, 8);
    const glass = this.model({ capsule: [0.06, 0.16] }, 6);
    for (let i = 0; i < options.boxes; ++i)
      this.add(`box_${i}`, boxes[i % 3]!, 'box', false, this.boxPose(i, 0));
    this.add('can', can, 'can', false, [0.7, -0.5, 0.07, 0, 0, 0, 1]);
    this.add('ball', ball, 'ball', false, [0.4, -0.75, 0.07, 0, 0, 0, 1]);
    this.add('glass', glass, 'glass', false, [1.05, -0.75, 0.14, 0, 0, 0, 1]);
    const side = Math.ceil(Math.sqrt(options.pillars));
    for (let i = 0; i < options.pillars; ++i) {
      const x = 4 + (i % side) * 0.2;
      const y = (Math.floor(i / side) - side / 2) * 0.2;
      this.add(`pillar_${i}`, pillar, 'pillar', true, [x, y, 0.15, 0, 0, 0, 1]);
    }
  }

  world(epoch: number): World {
    return {
      type: 'world', epoch,
      scenario: { name: 'fake', description: 'a world by rule', step_s: 0.008, clock: 'zero' },
      lights: [{
        type: 'directional', position: [0, 0, 10], direction: [-0.45, 0.35, -0.82],
        color: [1, 0.98, 0.94], intensity: 0.75, range_m: 100, attenuation: [1, 0, 0],
        inner_rad: 0, outer_rad: 0, shadows: true,
      }],
      atmosphere: {
        ambient: [0.42, 0.44, 0.48], background: [0.62, 0.74, 0.86], sky: true, shadows: true,
        fog: { type: 'none', color: [1, 1, 1], start_m: 1, end_m: 100, density: 1 },
      },
      paint: { surface: 'floor', area: AREA, pixel_m: 0.01, width: 400, height: 300 },
      projection: { floor: AREA, width: 1280, height: 960 },
      projectors: [],
      tracked_area: AREA,
      floor_m: 0,
    };
  }

  all(epoch: number): Entities {
    const robot = this.entities.find((entity) => entity.class === 'robot')!;
    return {
      type: 'entities', epoch, full: true, materials: this.materials, models: this.models,
      add: this.entities, remove: [],
      robots: [{
        name: 'emaros', entity: robot.id, mode: 'twin', namespace: 'emaros', base: 0,
        max_speed_mps: 0.6, max_yaw_rate_radps: 3, radius_m: 0.13,
      }],
    };
  }

  /** Poses at a time, by body: of everything, or of what moves. */
  poses(time: number, full: boolean): { id: number; pose: Pose }[] {
    const list: { id: number; pose: Pose }[] = [];
    for (const entity of this.entities) {
      if (entity.static && !full) continue;
      const match = /^box_(\d+)$/.exec(entity.name);
      entity.bodies.forEach((id, part) => {
        let pose = this.places.get(id)!;
        if (match) pose = this.boxPose(Number(match[1]), time);
        if (entity.class === 'robot') pose = this.robotPart(part, time);
        list.push({ id, pose });
      });
    }
    return list.sort((a, b) => a.id - b.id);
  }

  robotPose(time: number): Pose {
    const angle = time * 0.35;
    const yaw = angle + Math.PI / 2;
    return [
      1.25 * Math.cos(angle), 0.95 * Math.sin(angle), 0,
      0, 0, Math.sin(yaw / 2), Math.cos(yaw / 2),
    ];
  }

  points(source: number, time: number): Points {
    const pose = [...this.robotPose(time)] as Pose;
    pose[2] += 0.16;
    const yaw = 2 * Math.atan2(pose[5], pose[6]);
    const points = new Int16Array(360 * 3);
    for (let i = 0; i < 360; ++i) {
      const angle = (i * Math.PI) / 180;
      const range = this.wallDistance(pose[0], pose[1], angle + yaw);
      points.set([Math.cos(angle) * range * 1000, Math.sin(angle) * range * 1000, 0], 3 * i);
    }
    const stamp_ns = BigInt(Math.round(time * 1e9));
    return { type: 'points', source, stamp_ns, world_from_sensor: pose, unit_m: 0.001, points };
  }

  grid(source: number, time: number): Grid {
    const [width, height] = [80, 60];
    const cells = new Int8Array(width * height);
    for (let row = 0; row < height; ++row) {
      for (let column = 0; column < width; ++column) {
        const edge = Math.min(column, row, width - 1 - column, height - 1 - row);
        cells[row * width + column] = edge < 1 ? 100 : Math.max(0, 100 - edge * 18);
        if (column < 8 && row < 8) cells[row * width + column] = -1;
      }
    }
    const stamp_ns = BigInt(Math.round(time * 1e9));
    const world_from_grid: Pose = [-2, -1.5, 0, 0, 0, 0, 1];
    return { type: 'grid', source, stamp_ns, cell_m: 0.05, world_from_grid, width, height, cells };
  }

  camera(): CameraPlace {
    const entity = this.entities.find(({ class: kind }) => kind === 'robot')!.id;
    // looks forward from the front
    const pose: Pose = [0.12, 0, 0.1, -0.5, 0.5, -0.5, 0.5];
    const lens: Lens = {
      width: 64, height: 48, fx: 47, fy: 47, cx: 31.5, cy: 23.5, model: 'plumb_bob', distortion: [],
    };
    return { entity, link: 'base_link', pose, lens };
  }

  image(source: number, time: number): Image {
    const picture = png(64, 48, (x, y) => {
      if (y < 24) return [120, 170, 220];
      return (x + Math.round(10 * time)) % 16 < 8 ? [90, 90, 95] : [150, 145, 140];
    });
    const stamp_ns = BigInt(Math.round(time * 1e9));
    return { type: 'image', format: 'png', source, stamp_ns, picture };
  }

  /** A round brush that follows the robot. */
  paint(epoch: number, time: number): Paint {
    const [x, y] = this.robotPose(time);
    const size = 8;
    const pixels = new Uint8Array(4 * size * size);
    for (let i = 0; i < size * size; ++i) {
      const isIn = Math.hypot((i % size) - 3.5, Math.floor(i / size) - 3.5) < 4;
      pixels.set(isIn ? [230, 90, 40, 255] : [0, 0, 0, 0], 4 * i);
    }
    const column = Math.round((x + 2) * 100) - size / 2;
    const row = Math.round((1.5 - y) * 100) - size / 2;
    const tiles = [{ column, row, width: size, height: size, pixels }];
    return { type: 'paint', full: false, epoch, tiles };
  }

  status(time: number): Status {
    const ahead = [0, 1, 2, 3, 4, 5].map((i) => this.robotPose(time + 0.5 * i));
    return {
      type: 'status', time_s: time, episode_s: time, paused: false, speed: 1, wall_clock: false,
      real_time_factor: 1, slipped_s: 0, step_ms: 0.4, step_p99_ms: 0.9, loading: false,
      clients: 1, dropped_frames: 0, pose_to_frame_ms: 2.1, network: true,
      robots: [{
        name: 'emaros', mode: 'twin', speed_mps: 0.35, yaw_rate_radps: 0.35,
        pose: this.robotPose(time), command: [0.35, 0.35], tracking: 'tracking', paused: false,
        latency_ms: 31, pose_age_ms: 12, inside: true, overlap_m: 0, gate: 'open',
        gate_reason: '', navigation: { state: 'driving', distance_m: 1.2, text: '' },
        goal: [ahead[5]![0], ahead[5]![1], 0.35 * (time + 2.5) + Math.PI / 2],
      }],
      topics: [{ name: '/emaros/scan', hz: 10 }],
    };
  }

  private wallDistance(x: number, y: number, angle: number): number {
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    const toX = c > 0 ? (1.95 - x) / c : (-1.95 - x) / c;
    const toY = s > 0 ? (1.45 - y) / s : (-1.45 - y) / s;
    return Math.min(Math.abs(toX), Math.abs(toY));
  }

  private boxPose(i: number, time: number): Pose {
    const side = Math.max(4, Math.ceil(Math.sqrt(this.options.boxes / 4)));
    const layer = Math.floor(i / (side * side));
    const x = ((i % side) - side / 2) * 0.13;
    const y = (Math.floor(i / side) % side - side / 2) * 0.13;
    const turn = Math.sin(i + time) * 0.5;
    const z = 0.05 + layer * 0.11 + (layer > 0 ? 0.005 * Math.sin(3 * time + i) : 0);
    return [x, y, z, 0, 0, Math.sin(turn / 2), Math.cos(turn / 2)];
  }

  private robotPart(part: number, time: number): Pose {
    const [x, y, z, , , qz, qw] = this.robotPose(time);
    if (part === 0) return [x, y, z, 0, 0, qz, qw];
    const yaw = 2 * Math.atan2(qz, qw);
    const offset = part === 1 ? 0.1 : -0.1;
    const spin = time * 6;
    const [cs, sn] = [Math.cos(spin / 2), Math.sin(spin / 2)];
    // heading, then turned about its axle
    const q = [-qz * sn, qw * sn, qz * cs, qw * cs] as const;
    return [x - Math.sin(yaw) * offset, y + Math.cos(yaw) * offset, 0.04, ...q];
  }

  private model(shape: Shape, material: number): number {
    const visuals = [{ pose: IDENTITY, shape, materials: [material], shadows: true }];
    const links = [{ name: 'link', body: 0, pose: IDENTITY, visuals }];
    return this.models.push({ name: `model_${this.models.length}`, origin: IDENTITY, links }) - 1;
  }

  private add(name: string, model: number, kind: string, fixed: boolean, ...poses: Pose[]): Entity {
    const bodies = poses.map((pose) => {
      this.places.set(this.nextBody, pose);
      return this.nextBody++;
    });
    const entity = {
      id: this.entities.length + 1, name, model, bodies, class: kind, static: fixed,
      real: kind === 'robot', spawned: false,
    };
    this.entities.push(entity);
    return entity;
  }

  private addFloorAndWalls(): void {
    const floor = this.model({ plane: [0, 0, 1, 40, 40] }, 0);
    this.models[floor]!.links[0]!.visuals[0]!.shadows = false;
    this.add('floor', floor, 'floor', true, IDENTITY);
    const long = this.model({ box: [4.1, 0.1, 0.25] }, 8);
    const short = this.model({ box: [0.1, 3.1, 0.25] }, 8);
    for (const side of [-1, 1]) {
      this.add(`wall_y${side}`, long, 'wall', true, [0, side * 1.55, 0.125, 0, 0, 0, 1]);
      this.add(`wall_x${side}`, short, 'wall', true, [side * 2.05, 0, 0.125, 0, 0, 0, 1]);
    }
  }

  private addRobot(): void {
    const visual = (shape: Shape, material: number, pose: Pose = IDENTITY) =>
      ({ pose, shape, materials: [material], shadows: true });
    const tyre: Pose = [0, 0, 0, Math.SQRT1_2, 0, 0, Math.SQRT1_2];
    const wheel = [visual({ cylinder: [0.04, 0.025] }, 4, tyre)];
    const body = [
      visual({ cylinder: [0.11, 0.09] }, 2, [0, 0, 0.085, 0, 0, 0, 1]),
      visual({ cylinder: [0.035, 0.04] }, 4, [0, 0, 0.16, 0, 0, 0, 1]),
      visual({ box: [0.02, 0.08, 0.03] }, 7, [0.105, 0, 0.09, 0, 0, 0, 1]),
      visual({ sphere: 0.015 }, 5, [-0.08, 0, 0.015, 0, 0, 0, 1]),
    ];
    const links = [
      { name: 'base_link', body: 0, pose: IDENTITY, visuals: body },
      { name: 'left_wheel', body: 1, pose: IDENTITY, visuals: wheel },
      { name: 'right_wheel', body: 2, pose: IDENTITY, visuals: wheel },
    ];
    const model = this.models.push({ name: 'emaros', origin: IDENTITY, links }) - 1;
    const poses = [0, 1, 2].map((part) => this.robotPart(part, 0));
    this.robotBody = this.add('emaros', model, 'robot', false, ...poses).bodies[0]!;
  }

  get robotBaseBody(): number {
    return this.robotBody;
  }
}
