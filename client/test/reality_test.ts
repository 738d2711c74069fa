// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { Group, type InstancedMesh, type MeshBasicMaterial, Object3D } from 'three';
import { describe, expect, it } from 'vitest';
import { FakeWorld } from '../dev/fake_world';
import type { App } from '../src/app';
import type { Entities } from '../src/protocol/messages';
import { Store } from '../src/store/store';
import { writeCanvasPixels } from '../src/view/overlay';
import { Reality } from '../src/view/reality';
import type { Batch } from '../src/world/batch';
import { WorldScene } from '../src/world/world_scene';

type Seen = 'drawn' | 'only hides' | 'hidden';

/** How everything is drawn over pictures of a world, by name. */
function seenIn(change: (all: Entities) => Entities) {
  const world = new FakeWorld({ boxes: 2, pillars: 3 });
  const store = new Store();
  const scene = new WorldScene(store, true, () => {});
  store.receive(world.world(1));
  store.receive(change(world.all(1)));
  const poses = world.poses(0, true);
  store.receive({
    type: 'frame', full: true, epoch: 1, sequence: 1, count: poses.length, time_ns: 0n, sent_us: 0,
    pose_age_us: undefined, step_age_us: 0, ids: Uint32Array.from(poses, ({ id }) => id),
    poses: Float32Array.from(poses.flatMap(({ pose }) => pose)),
  });
  scene.update();
  const viewer = { root: new Group(), sky: { dome: new Object3D() } };
  const show = new Reality({ store, world: scene, viewer } as unknown as App).hide();
  const seen = seenOf(store, scene);
  show();
  return { seen, after: seenOf(store, scene) };
}

function seenOf(store: Store, scene: WorldScene): Record<string, Seen> {
  const seen: Record<string, Seen> = {};
  for (const object of [...scene.things.children, ...scene.robots.children]) {
    const mesh = object as InstancedMesh;
    const batch = mesh.userData.batch as Batch;
    const how = (mesh.material as MeshBasicMaterial).colorWrite ? 'drawn' : 'only hides';
    for (let i = 0; i < mesh.count; ++i)
      seen[store.entities.entity(batch.entityAt(i)!)!.name] = mesh.visible ? how : 'hidden';
  }
  return seen;
}

const onlyReal = (...names: string[]) => (all: Entities): Entities =>
  ({ ...all, add: all.add.map((it) => ({ ...it, real: names.includes(it.name) })) });

describe('what is laid over pictures', () => {
  it('is everything virtual, also what never moves, but the ground', () => {
    const { seen } = seenIn(onlyReal());
    expect(seen.floor).toBe('hidden');
    expect(seen)
      .toMatchObject({ pillar_0: 'drawn', box_0: 'drawn', can: 'drawn', emaros: 'drawn' });
  });

  it('is hidden behind what is real', () => {
    const { seen, after } = seenIn(onlyReal('pillar_1', 'emaros'));
    expect(seen).toMatchObject({ pillar_0: 'drawn', pillar_1: 'only hides', pillar_2: 'drawn' });
    expect(seen.emaros).toBe('only hides');
    expect(new Set(Object.values(after))).toEqual(new Set(['drawn']));
  });

  it('comes with the colours and rows of canvases', () => {
    // below, half transparent red of a GPU; above, nothing
    const canvas = new Uint8ClampedArray(8);
    writeCanvasPixels(Uint8Array.of(100, 0, 0, 128, 0, 0, 0, 0), canvas, 1, 2);
    expect([...canvas]).toEqual([0, 0, 0, 0, 199, 0, 0, 128]);
  });
});
