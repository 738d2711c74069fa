// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type { FaultStatus } from './faults';

/**
 * What Tandem and its pages say to each other, as docs/protocol.md has it; names are those of the
 * wire. `null` stands where JSON has it, `undefined` everywhere else in the page.
 */

export type Vec2 = [number, number];
export type Vec3 = [number, number, number];
export type Rgba = [number, number, number, number];
/** x, y, z, qx, qy, qz, qw */
export type Pose = [number, number, number, number, number, number, number];
/** center_x, center_y, yaw, size_x, size_y */
export type Area = [number, number, number, number, number];

export interface Frame {
  type: 'frame';
  full: boolean;
  epoch: number;
  sequence: number;
  count: number;
  time_ns: bigint;
  sent_us: number;
  /** undefined: no pose of a real robot is in it */
  pose_age_us: number | undefined;
  step_age_us: number;
  /** `count` of them; the arrays may be longer, and are used again for the next frame */
  ids: Uint32Array;
  /** position and rotation, seven numbers a body */
  poses: Float32Array;
}

export interface PaintTile {
  column: number;
  row: number;
  width: number;
  height: number;
  /** RGBA, straight alpha; undefined: clear */
  pixels: Uint8Array | undefined;
}

export interface Paint {
  type: 'paint';
  /** what is not in it is clear */
  full: boolean;
  epoch: number;
  tiles: PaintTile[];
}

export interface Image {
  type: 'image';
  format: 'jpeg' | 'png';
  source: number;
  stamp_ns: bigint;
  picture: Uint8Array;
}

export interface Points {
  type: 'points';
  source: number;
  stamp_ns: bigint;
  world_from_sensor: Pose;
  unit_m: number;
  /** x, y, z in units, in the sensor's frame */
  points: Int16Array;
}

export interface Grid {
  type: 'grid';
  source: number;
  stamp_ns: bigint;
  cell_m: number;
  world_from_grid: Pose;
  width: number;
  height: number;
  cells: Int8Array;
}

export interface Hello {
  type: 'hello';
  protocol: number;
  run: string;
  version: string;
  role: 'view' | 'control';
  reason: string;
  /** how to come here with a headset, for who may control; `qr` has a row of 0 and 1 each */
  headset?: { link: string; qr: string[] } | null;
}

export interface LightInfo {
  type: 'directional' | 'point' | 'spot';
  position: Vec3;
  direction: Vec3;
  color: Vec3;
  intensity: number;
  range_m: number;
  inner_rad: number;
  outer_rad: number;
  /** constant, linear and quadratic part by which light fades with the distance */
  attenuation?: Vec3;
  shadows: boolean;
}

export interface FogInfo {
  type: string;
  color: Vec3;
  start_m: number;
  end_m: number;
  density: number;
}

export interface Atmosphere {
  ambient: Vec3;
  background: Vec3;
  sky: boolean;
  shadows: boolean;
  fog: FogInfo;
}

export interface PaintInfo {
  surface: string;
  area: Area;
  pixel_m: number;
  width: number;
  height: number;
}

/** How a projector shows the floor: corners are pixels of its picture, from the upper left one. */
export interface ProjectorInfo {
  floor: Area;
  width: number;
  height: number;
  corners: [Vec2, Vec2, Vec2, Vec2];
}

export interface World {
  type: 'world';
  epoch: number;
  scenario: { name: string; description: string; step_s: number; clock: string };
  lights: LightInfo[];
  atmosphere: Atmosphere;
  paint: PaintInfo | null;
  projection: { floor: Area; width: number; height: number } | null;
  projectors: ProjectorInfo[];
  /** the scenario's; where twins are tracked, their status says */
  tracked_area: Area | null;
  floor_m: number;
}

export interface MaterialInfo {
  color: Rgba;
  emissive: Vec3;
  metalness: number;
  roughness: number;
  texture: string;
  normal_texture: string;
  roughness_texture: string;
  metalness_texture: string;
  emissive_texture: string;
}

export type Shape =
  | { box: Vec3 }
  | { sphere: number }
  | { cylinder: Vec2 }
  | { capsule: Vec2 }
  | { ellipsoid: Vec3 }
  | { plane: [number, number, number, number, number] }
  | { mesh: string; scale: Vec3 }
  | { heightfield: string };

export interface Visual {
  pose: Pose;
  shape: Shape;
  materials: number[];
  shadows: boolean;
}

export interface Link {
  name: string;
  body: number;
  pose: Pose;
  visuals: Visual[];
}

export interface Model {
  name: string;
  /** of the model's own origin, on the body of its first link */
  origin: Pose;
  links: Link[];
}

export interface Entity {
  id: number;
  name: string;
  model: number;
  bodies: number[];
  class: string;
  static: boolean;
  real: boolean;
  spawned: boolean;
}

export interface Robot {
  name: string;
  entity: number;
  mode: 'virtual' | 'twin';
  namespace: string;
  base: number;
  max_speed_mps: number;
  max_yaw_rate_radps: number;
  radius_m: number;
}

export interface Entities {
  type: 'entities';
  epoch: number;
  full: boolean;
  /** null: forgotten, as nothing has it any more */
  materials: (MaterialInfo | null)[];
  models: (Model | null)[];
  add: Entity[];
  remove: number[];
  robots: Robot[];
}

export interface RobotStatus {
  name: string;
  mode: 'virtual' | 'twin';
  speed_mps: number;
  yaw_rate_radps: number;
  pose: Pose;
  command: Vec2;
  tracking: 'waiting' | 'tracking' | 'degraded' | 'lost' | null;
  paused: boolean | null;
  latency_ms: number | null;
  pose_age_ms: number | null;
  /** of its area, when it was seen last */
  inside: boolean | null;
  /** x, y and yaw of the real robot in the world, also while paused; null: nobody knows */
  real?: Vec3 | null;
  /** that its tracker sees, in the world; null: it has no border, or nobody knows yet */
  area?: Area | null;
  overlap_m: number | null;
  /** how far the twin is from where its robot is */
  off_m?: number | null;
  gate: 'open' | 'closed' | null;
  gate_reason: string;
  navigation: { state: string; distance_m: number; text: string };
  goal: Vec3 | null;
  /** what it carries, and whether that is a tool that works */
  carries?: { name: string; type: string; active: boolean } | null;
}

export type RuleValue = boolean | number | string;

/** What a rule of the world has to say of itself. */
export interface RuleStatus {
  name: string;
  type: string;
  values: [name: string, value: RuleValue][];
}

export interface Status {
  type: 'status';
  time_s: number;
  episode_s: number;
  /** which of the scenario's episodes */
  episode?: number;
  paused: boolean;
  speed: number | 'max';
  wall_clock: boolean;
  /** from when until when the recording is that is shown again; null: it is live */
  recorded?: { begin_s: number; end_s: number } | null;
  real_time_factor: number;
  slipped_s: number;
  step_ms: number;
  step_p99_ms: number;
  loading: boolean;
  clients: number;
  /** what pages were too slow for, since the server began: frames, and what they watch */
  dropped_frames: number;
  dropped_data?: number;
  pose_to_frame_ms: number | null;
  /** to the moment when pages had drawn it */
  frame_to_page_ms?: number | null;
  pose_to_page_ms?: number | null;
  network: boolean;
  robots: RobotStatus[];
  topics: { name: string; hz: number }[];
  rules?: RuleStatus[];
  faults?: FaultStatus[];
}

export interface EventInfo {
  time_s: number;
  name: string;
  robot: string;
  text: string;
  level: 'info' | 'warning' | 'error';
  /** the node of the network that said so; without it Tandem itself */
  source?: string;
}

export interface Events {
  type: 'events';
  events: EventInfo[];
}

export interface BoardEntry {
  label: string;
  topic: string;
  robot: string;
  text: string;
  unit: string;
  level: 'ok' | 'warning' | 'error';
  problem: string;
}

export interface Board {
  type: 'board';
  entries: BoardEntry[];
}

export type SourceKind = 'image' | 'points' | 'grid' | 'path' | 'pose';

export interface Source {
  name: string;
  kind: SourceKind;
  robot: string;
  from: 'sensor' | 'topic';
}

export interface Sources {
  type: 'sources';
  sources: Source[];
}

/** The numbers of ROS's camera_info, for pictures of that size. */
export interface Lens {
  width: number;
  height: number;
  fx: number;
  fy: number;
  cx: number;
  cy: number;
  model: 'plumb_bob' | 'rational_polynomial' | 'equidistant';
  distortion: number[];
}

export interface CameraPlace {
  /** null: the pose is in the world, where the camera was when it took the picture */
  entity: number | null;
  link: string;
  /** of the optical frame (z forward, y down) on the link */
  pose: Pose;
  lens: Lens;
}

export interface Watching {
  type: 'watching';
  source: number;
  name: string;
  kind: SourceKind;
  camera?: CameraPlace | null;
  /** why nobody knows where the camera of an image is, as a sentence */
  no_camera?: string;
  /** why there is nothing to see, as a sentence */
  problem: string;
}

export interface Drawing {
  type: 'drawing';
  source: number;
  stamp_s: number;
  points?: Vec3[];
  pose?: Pose;
}

export interface Answer {
  type: 'answer';
  id: number;
  ok: boolean;
  reason: string;
  data: unknown;
}

export interface Time {
  type: 'time';
  id: number;
  server_us: number;
}

export interface MissionState {
  /** those inside of others have slashes, as "work/plough" */
  path: string;
  outcomes: string[];
  /** for each outcome the path of the next state, or an outcome of the mission */
  next: string[];
}

/** How the program of a robot is doing. */
export interface Mission {
  robot: string;
  program: string;
  status: 'running' | 'stopped' | 'succeeded' | 'failed';
  active: string;
  since_s: number;
  outcome: string;
  message: string;
  states: MissionState[];
  blackboard: [key: string, value: string][];
  /** otherwise this is the last that was heard of it */
  has_program: boolean;
}

export interface Missions {
  type: 'missions';
  missions: Mission[];
}

/** Where a person with a headset is in the world, as far as they are seen. */
export interface Parts {
  head: Pose | undefined;
  left: Pose | undefined;
  right: Pose | undefined;
}

export interface Person extends Parts {
  /** of their page, for as long as it is connected */
  id: number;
}

/** All people with headsets but the one who is told. */
export interface People {
  type: 'people';
  people: Person[];
}

/** Says where one is oneself; without any part one has gone. */
export interface Presence extends Parts {
  type: 'presence';
}

export type ServerMessage =
  | Frame
  | Paint
  | Image
  | Points
  | Grid
  | Hello
  | World
  | Entities
  | Status
  | Events
  | Board
  | Sources
  | Watching
  | Drawing
  | Answer
  | Time
  | Missions
  | People;

export interface Credit {
  type: 'credit';
  sequence: number;
  /** undefined: unknown */
  latency_us: number | undefined;
}

export interface Join {
  type: 'join';
  protocol: number;
  token: string;
  name: string;
}

export interface Watch {
  type: 'watch';
  /** with one, it is answered */
  id?: number;
  names: string[];
}

export interface AskTime {
  type: 'ask_time';
  id: number;
}

/** What a page may ask for; see the table in docs/protocol.md. */
export type Order =
  | { do: 'catalog' }
  | { do: 'pause' }
  | { do: 'resume' }
  | { do: 'reset' }
  | { do: 'next_episode' }
  | { do: 'tell'; robot?: string; words: string }
  | { do: 'step'; count: number }
  | { do: 'speed'; value: number | 'max' }
  | { do: 'jump'; time_s?: number; frames?: number }
  | { do: 'load'; scenario: string }
  | { do: 'drive'; robot: string; linear_mps: number; angular_radps: number }
  | { do: 'paint'; points: Vec2[]; width_m: number; color: Rgba; erase: boolean }
  | { do: 'clear_paint' }
  | { do: 'spawn'; thing: string; pose: Pose }
  | { do: 'move'; entity: string; pose: Pose; velocity: Vec3 | null }
  | { do: 'hold'; entity: string; pose: Pose }
  | { do: 'remove'; entity: string }
  | { do: 'goal'; robot: string; x: number; y: number; yaw: number }
  | { do: 'cancel_goal'; robot: string }
  | { do: 'mission'; robot: string; command: 'stop' | 'resume' | 'restart'; state?: string }
  | { do: 'pause_twin'; robot: string; paused: boolean }
  | { do: 'mode'; robot: string; mode: 'virtual' | 'twin' }
  | { do: 'fault_kinds' }
  | { do: 'fault'; words: Record<string, string | number> }
  | { do: 'clear_fault'; name: string };

export type Command = { type: 'command'; id: number } & Order;

export type PageMessage = Credit | Presence | Join | Watch | AskTime | Command;

/** What `catalog` answers. */
export interface Catalog {
  scenarios: { name: string; description: string }[];
  things: { name: string; description: string }[];
}
