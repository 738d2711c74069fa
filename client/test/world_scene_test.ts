// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { type InstancedMesh, Matrix4, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { FakeWorld } from '../dev/fake_world';
import type { Frame, Pose } from '../src/protocol/messages';
import { Store } from '../src/store/store';
import { WorldScene } from '../src/world/world_scene';

function makeScene(world: FakeWorld) {
  const store = new Store();
  const scene = new WorldScene(store, true, () => {});
  store.receive(world.world(1));
  store.receive(world.all(1));
  return { store, scene };
}

function frame(poses: { id: number; pose: Pose }[], full: boolean): Frame {
  return {
    type: 'frame', full, epoch: 1, sequence: 1, count: poses.length, time_ns: 0n, sent_us: 0,
    pose_age_us: undefined, step_age_us: 0, ids: Uint32Array.from(poses, ({ id }) => id),
    poses: Float32Array.from(poses.flatMap(({ pose }) => pose)),
  };
}

/** Where every drawn part of an entity is. */
function placesOf(scene: WorldScene, name: string, store: Store): Vector3[] {
  const id = store.entities.named(name)!.id;
  const places: Vector3[] = [];
  scene.root.traverse((object) => {
    const mesh = object as InstancedMesh;
    if (!mesh.isInstancedMesh) return;
    for (let i = 0; i < mesh.count; ++i) {
      if (mesh.userData.batch.entityAt(i) !== id) continue;
      const matrix = new Matrix4();
      mesh.getMatrixAt(i, matrix);
      places.push(new Vector3().setFromMatrixPosition(matrix));
    }
  });
  return places;
}

describe('the drawn world', () => {
  it('draws 30,000 still and 3,000 moving boxes with few calls, and moves them at once', () => {
    const world = new FakeWorld({ boxes: 3000, pillars: 30_000 });
    const { store, scene } = makeScene(world);
    store.receive(frame(world.poses(0, true), true));
    scene.update();
    expect(scene.drawCalls).toBeLessThan(20);

    let quickest = Infinity;
    for (let round = 1; round <= 40; ++round) {
      const moved = frame(world.poses(round * 0.1, false), false);
      const begin = performance.now();
      store.receive(moved);
      scene.update();
      quickest = Math.min(quickest, performance.now() - begin);
    }
    // so much that only something wrong takes longer, also on a busy machine
    expect(quickest).toBeLessThan(10);
  });

  it('puts things where their bodies are', () => {
    const world = new FakeWorld({ boxes: 5, pillars: 0 });
    const { store, scene } = makeScene(world);
    store.receive(frame(world.poses(0, true), true));
    scene.update();
    const [can] = placesOf(scene, 'can', store);
    expect(can!.distanceTo(new Vector3(0.7, -0.5, 0.07))).toBeLessThan(1e-6);
    // base, three parts on it, two wheels
    const parts = placesOf(scene, 'emaros', store);
    expect(parts).toHaveLength(6);
    const [x, y] = world.robotPose(0);
    for (const part of parts) expect(Math.hypot(part.x - x, part.y - y)).toBeLessThan(0.12);
    const base = scene.robotMatrix('emaros', new Matrix4())!;
    const basePlace = new Vector3().setFromMatrixPosition(base);
    expect(basePlace.distanceTo(new Vector3(x, y, 0))).toBeLessThan(1e-6);
  });

  it('keeps everything in its place when others go and come', () => {
    const world = new FakeWorld({ boxes: 12, pillars: 0 });
    const { store, scene } = makeScene(world);
    store.receive(frame(world.poses(0, true), true));
    scene.update();
    const removed = store.entities.named('box_0')!;
    const others = ['box_3', 'box_6', 'box_9'].map((name) => placesOf(scene, name, store)[0]!);
    const change = { ...world.all(1), full: false, materials: [], models: [], add: [], remove: [] };
    store.receive({ ...change, remove: [removed.id] });
    scene.update();
    ['box_3', 'box_6', 'box_9'].forEach((name, i) => {
      expect(placesOf(scene, name, store)).toEqual([others[i]]);
    });
    store.receive({ ...change, add: [{ ...removed, id: 500, name: 'new', bodies: [900] }] });
    store.receive(frame([{ id: 900, pose: [5, 6, 7, 0, 0, 0, 1] }], false));
    scene.update();
    expect(placesOf(scene, 'new', store)[0]!.toArray()).toEqual([5, 6, 7]);
    expect(placesOf(scene, 'box_9', store)).toEqual([others[2]]);
  });

  it('has fewer triangles for who cannot draw all, and all of them again', () => {
    const world = new FakeWorld({ boxes: 5, pillars: 5 });
    const { store, scene } = makeScene(world);
    store.receive(frame(world.poses(0, true), true));
    scene.update();
    const triangles = () => {
      let sum = 0;
      scene.root.traverse((object) => {
        const { isInstancedMesh, geometry, count } = object as InstancedMesh;
        if (isInstancedMesh) sum += (geometry.index!.count / 3) * count;
      });
      return sum;
    };
    const whole = triangles();
    scene.detail.setLevel(1);
    const coarse = triangles();
    scene.detail.setLevel(2);
    const coarsest = triangles();
    expect(coarse).toBeLessThan(whole);
    expect(coarsest).toBeLessThan(coarse);
    scene.detail.setLevel(0);
    expect(triangles()).toBe(whole);
  });

  it('leaves out what is still, small and far, never what moves or stands near', () => {
    const world = new FakeWorld({ boxes: 5, pillars: 5 });
    const { store, scene } = makeScene(world);
    store.receive(frame(world.poses(0, true), true));
    scene.update();
    const drawn = () => {
      const meshes: InstancedMesh[] = [];
      scene.root.traverse((object) => {
        const mesh = object as InstancedMesh;
        if (mesh.isInstancedMesh && mesh.visible) meshes.push(mesh);
      });
      return meshes;
    };
    const all = drawn();
    scene.detail.leaveOut(100, new Vector3(0, 0, 1));
    expect(drawn()).toEqual(all);
    scene.detail.leaveOut(100, new Vector3(5000, 0, 1));
    const left = drawn();
    expect(left.length).toBeLessThan(all.length);
    expect(left).toEqual(all.filter(({ userData }) => !userData.batch.isStatic));
    scene.detail.leaveOut(0, new Vector3(5000, 0, 1));
    expect(drawn()).toEqual(all);
  });

  it('is drawn by fewer calls where gloss alone differs, where it was, and apart again', () => {
    const world = new FakeWorld({ boxes: 8, pillars: 5 });
    const plain = makeScene(world).scene.drawCalls;
    // every other material is a little glossier, which has a call of its own for each shape
    const roughness = world.materials.map((material, i) => (i % 2 ? 0.5 : material.roughness));
    world.materials.forEach((material, i) => (material.roughness = roughness[i]!));
    const { store, scene } = makeScene(world);
    store.receive(frame(world.poses(0, true), true));
    scene.update();
    const names = [...store.entities.all].map(({ name }) => name);
    const places = () => names.map((name) => [name, placesOf(scene, name, store)]);
    const [before, apart] = [places(), scene.drawCalls];
    expect(apart).toBeGreaterThan(plain);
    scene.detail.merge();
    expect(scene.drawCalls).toBe(plain);
    expect(places()).toEqual(before);
    // what goes meanwhile does not come back
    const gone = store.entities.named('pillar_2');
    store.receive({
      type: 'entities', epoch: 1, full: false, materials: [], models: [], add: [],
      remove: [gone!.id], robots: [],
    });
    scene.detail.part();
    expect(scene.drawCalls).toBe(apart);
    names.splice(names.indexOf('pillar_2'), 1);
    expect(places()).toEqual(before.filter(([name]) => name !== 'pillar_2'));
  });

  it('leaves out each of what is still that is too small to be seen, for as long as it is', () => {
    const world = new FakeWorld({ boxes: 5, pillars: 5 });
    const { store, scene } = makeScene(world);
    store.receive(frame(world.poses(0, true), true));
    scene.update();
    const pillars = [...store.entities.all].filter(({ name }) => name.startsWith('pillar'));
    const drawn = () => pillars.filter(({ name }) => placesOf(scene, name, store).length > 0);
    const [first] = pillars;
    const [place] = placesOf(scene, first!.name, store);
    const far = new Vector3(1e4, 0, 0);
    // all of it is drawn at the finest level
    scene.detail.drawFrom(far);
    expect(drawn()).toEqual(pillars);
    scene.detail.setLevel(1);
    scene.detail.drawFrom(far);
    expect(drawn()).toEqual([]);
    // a ball around the pillar, as if that were as wide as it is high: 0.3 m * sqrt(3) / 2 is a
    // thousandth of 260 m
    for (const [away, isSeen] of [[255, true], [265, false]] as const) {
      scene.detail.drawFrom(place!.clone().add(new Vector3(0, away, 0)));
      expect(drawn().includes(first!)).toBe(isSeen);
    }
    scene.detail.setLevel(0);
    scene.detail.drawFrom(far);
    expect(drawn()).toEqual(pillars);
  });

  it('is empty after another world began', () => {
    const world = new FakeWorld({ boxes: 3, pillars: 3 });
    const { store, scene } = makeScene(world);
    store.receive(world.world(2));
    expect(scene.drawCalls).toBe(0);
    expect(scene.things.children).toEqual([]);
    expect(scene.robots.children).toEqual([]);
  });
});
