// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
// How long does the page's main thread work on a frame of so many moving objects, from the bytes of
// the WebSocket to what is handed to the GPU?
//   tools/client.sh bench [OBJECTS [FRAMES]]
import { decodeServerMessage } from '../src/protocol/codec';
import { encodeFrame, FrameRoom } from '../src/protocol/frame';
import type { Entities, Frame, World } from '../src/protocol/messages';
import { Store } from '../src/store/store';
import { WorldScene } from '../src/world/world_scene';

const [objects = 3000, frames = 400] = process.argv.slice(2).map(Number);
const LIMIT_MS = 2;

const box = (size: number) => ({
  name: `box_${size}`,
  origin: [0, 0, 0, 0, 0, 0, 1],
  links: [
    {
      name: 'link',
      body: 0,
      pose: [0, 0, 0, 0, 0, 0, 1],
      visuals: [
        {
          pose: [0, 0, 0, 0, 0, 0, 1],
          shape: { box: [size, size, size] },
          materials: [0],
          shadows: true,
        },
      ],
    },
  ],
});

const store = new Store();
const scene = new WorldScene(store, true, () => {});
store.receive({
  type: 'world',
  epoch: 1,
  scenario: { name: 'bench', description: '', step_s: 0.008, clock: 'zero' },
  lights: [],
  paint: null,
  projection: null,
  projectors: [],
  tracked_area: null,
  floor_m: 0,
  atmosphere: {
    ambient: [1, 1, 1],
    background: [0, 0, 0],
    sky: false,
    shadows: false,
    fog: { type: 'none', color: [1, 1, 1], start_m: 1, end_m: 2, density: 0 },
  },
} as unknown as World);
store.receive({
  type: 'entities',
  epoch: 1,
  full: true,
  remove: [],
  robots: [],
  materials: [
    {
      color: [1, 0, 0, 1],
      emissive: [0, 0, 0],
      metalness: 0,
      roughness: 1,
      texture: '',
      normal_texture: '',
      roughness_texture: '',
      metalness_texture: '',
      emissive_texture: '',
    },
  ],
  models: [0.1, 0.2, 0.3].map(box),
  add: Array.from({ length: objects }, (_, i) => ({
    id: i,
    name: `box_${i}`,
    model: i % 3,
    bodies: [11 * i],
    class: 'box',
    static: false,
    real: false,
    spawned: false,
  })),
} as unknown as Entities);

/** All of them elsewhere at each frame. */
function bytesOf(sequence: number): Uint8Array {
  const poses = new Float32Array(7 * objects);
  for (let i = 0; i < objects; ++i) {
    const angle = 0.1 * sequence + i;
    poses.set(
      [
        i % 60,
        Math.floor(i / 60),
        1 + Math.sin(angle),
        0,
        0,
        Math.sin(angle / 2),
        Math.cos(angle / 2),
      ],
      7 * i,
    );
  }
  const frame: Frame = {
    type: 'frame',
    full: sequence === 0,
    epoch: 1,
    sequence,
    count: objects,
    time_ns: 0n,
    sent_us: 0,
    pose_age_us: undefined,
    step_age_us: 0,
    ids: Uint32Array.from({ length: objects }, (_, i) => 11 * i),
    poses,
  };
  return encodeFrame(frame);
}

const room = new FrameRoom();
const times: number[] = [];
let cpuUs = 0;
for (let sequence = 0; sequence < frames; ++sequence) {
  const bytes = bytesOf(sequence);
  const before = process.cpuUsage();
  const begin = performance.now();
  store.receive(decodeServerMessage(bytes, room));
  scene.update(sequence);
  times.push(performance.now() - begin);
  const { user, system } = process.cpuUsage(before);
  // the first ones are compiled while they run
  if (sequence >= frames / 4) cpuUs += user + system;
}
const warm = times.slice(Math.floor(frames / 4)).sort((a, b) => a - b);
const cpuMs = cpuUs / 1000 / warm.length;
const at = (share: number) => warm[Math.floor(share * (warm.length - 1))]!.toFixed(2);
console.log(`${objects} moving objects, ${bytesOf(1).byteLength} bytes a frame: decode and apply`);
console.log(
  `CPU ${cpuMs.toFixed(2)} ms a frame (limit ${LIMIT_MS}); `
    + `by the clock p50 ${at(0.5)}, p99 ${at(0.99)} ms`,
);
process.exitCode = objects <= 3000 && cpuMs > LIMIT_MS ? 1 : 0;
