// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { Group, type InstancedMesh, Matrix4, type Object3D, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { FakeWorld } from '../dev/fake_world';
import { CELL, PaintCells } from '../src/layers/paint_cells';
import type { Frame, Pose } from '../src/protocol/messages';
import { Store } from '../src/store/store';
import { hideOthers } from '../src/view/backdrop';
import { WorldScene } from '../src/world/world_scene';

function frame(poses: { id: number; pose: Pose }[], full: boolean): Frame {
  return {
    type: 'frame', full, epoch: 1, sequence: 1, count: poses.length, time_ns: 0n, sent_us: 0,
    pose_age_us: undefined, step_age_us: 0, ids: Uint32Array.from(poses, ({ id }) => id),
    poses: Float32Array.from(poses.flatMap(({ pose }) => pose)),
  };
}

class LowPage {
  readonly world = new FakeWorld({ boxes: 12, pillars: 4 });
  readonly store = new Store();
  changes = 0;
  readonly scene: WorldScene;

  constructor(isHigh = false) {
    this.scene = new WorldScene(this.store, isHigh, () => void ++this.changes);
    this.store.receive(this.world.world(1));
    this.store.receive(this.world.all(1));
    this.store.receive(frame(this.world.poses(0, true), true));
    this.scene.update(0);
  }

  move(name: string, x: number): void {
    const id = this.store.entities.named(name)!.bodies[0]!;
    this.store.receive(frame([{ id, pose: [x, 0, 0.0625, 0, 0, 0, 1] }], false));
  }

  /** Whether each drawn part of an entity is still, and where it is. */
  parts(name: string): { isStill: boolean; place: Vector3 }[] {
    const id = this.store.entities.named(name)!.id;
    const parts: { isStill: boolean; place: Vector3 }[] = [];
    this.scene.root.traverse((object) => {
      const mesh = object as InstancedMesh;
      if (!mesh.isInstancedMesh) return;
      for (let i = 0; i < mesh.count; ++i) {
        if (mesh.userData.batch.entityAt(i) !== id) continue;
        const matrix = new Matrix4();
        mesh.getMatrixAt(i, matrix);
        const place = new Vector3().setFromMatrixPosition(matrix);
        parts.push({ isStill: mesh.userData.isStill, place });
      }
    });
    return parts;
  }

  isStill(name: string): boolean[] {
    return this.parts(name).map(({ isStill }) => isStill);
  }
}

describe('the backdrop', () => {
  it('has what never moves, and what has not moved for a while', () => {
    const page = new LowPage();
    expect(page.isStill('pillar_0')).toEqual([true]);
    expect(page.isStill('box_0')).toEqual([false]);
    page.scene.update(1400);
    expect(page.isStill('box_0')).toEqual([false]);
    page.move('box_1', 3);
    page.scene.update(1450);
    page.scene.update(2000);
    expect(page.isStill('box_0')).toEqual([true]);
    expect(page.isStill('box_1')).toEqual([false]);
    expect(page.parts('box_1')[0]!.place.x).toBe(3);
  });

  it('loses what begins to move, which is where it moved to', () => {
    const page = new LowPage();
    page.scene.update(2000);
    const others = ['box_3', 'box_6'].map((name) => page.parts(name)[0]!.place);
    const before = page.changes;
    page.move('box_0', 2);
    page.scene.update(2016);
    expect(page.parts('box_0')).toEqual([{ isStill: false, place: new Vector3(2, 0, 0.0625) }]);
    expect(page.changes).toBeGreaterThan(before);
    // those of the same batch did not move
    expect(['box_3', 'box_6'].map((name) => page.parts(name)[0]!.place)).toEqual(others);
    expect(page.isStill('box_3')).toEqual([true]);

    // from then on only it moves, and what is kept stays good
    const kept = page.changes;
    page.move('box_0', 2.1);
    page.scene.update(2032);
    expect(page.changes).toBe(kept);
  });

  it('is not used where a GPU draws', () => {
    const page = new LowPage(true);
    page.scene.update(5000);
    expect(page.isStill('box_0')).toEqual([false]);
  });

  it('and the rest are all there is, each thing in one of them', () => {
    const page = new LowPage();
    page.scene.update(2000);
    page.move('box_0', 2);
    page.scene.update(2016);
    const top = new Group();
    const layer = new Group();
    top.add(page.scene.root, layer);
    const shown = (still: boolean) => {
      const hidden: Object3D[] = [];
      hideOthers(top, still, hidden);
      const seen = new Set<Object3D>();
      top.traverseVisible((object) => {
        if ((object as InstancedMesh).isInstancedMesh || object === layer) seen.add(object);
      });
      for (const object of hidden) object.visible = true;
      return seen;
    };
    const [still, moving] = [shown(true), shown(false)];
    expect([...still].filter((object) => moving.has(object))).toEqual([]);
    expect(moving.has(layer)).toBe(true);
    const all = new Set<Object3D>();
    top.traverseVisible((object) => {
      if ((object as InstancedMesh).isInstancedMesh || object === layer) all.add(object);
    });
    expect(still.size + moving.size).toBe(all.size);
  });
});

describe('a painted floor', () => {
  const [width, height] = [3 * CELL, 2 * CELL + 10];
  const pixels = () => new Uint8Array(4 * width * height);
  const all = { column: 0, row: 0, width, height };

  it('is drawn only where there is paint', () => {
    const cells = new PaintCells(width, height);
    const image = pixels();
    cells.look(all, image);
    expect(cells.paintedCells).toBe(0);
    image[4 * (5 * width + CELL + 20) + 3] = 255;
    cells.look({ column: CELL + 20, row: 5, width: 1, height: 1 }, image);
    expect(cells.paintedCells).toBe(1);
    // the second cell of the first row: x from 1/3 to 2/3 of a sheet from -1/2 to 1/2
    const { index, attributes } = cells.geometry;
    const xs = [...index!.array].map((i) => attributes.position!.getX(i));
    expect(Math.min(...xs)).toBeCloseTo(1 / 3 - 1 / 2);
    expect(Math.max(...xs)).toBeCloseTo(2 / 3 - 1 / 2);
    const ys = [...index!.array].map((i) => attributes.position!.getY(i));
    expect(Math.max(...ys)).toBe(0.5);
    expect(Math.min(...ys)).toBeCloseTo(0.5 - CELL / height);
  });

  it('is drawn in both cells at a border, as pixels there are mixed', () => {
    const cells = new PaintCells(width, height);
    const image = pixels();
    image[4 * CELL + 3] = 1;
    cells.look(all, image);
    expect(cells.paintedCells).toBe(2);
  });

  it('is not drawn any more when it was erased or cleared', () => {
    const cells = new PaintCells(width, height);
    const image = pixels().fill(255);
    cells.look(all, image);
    expect(cells.paintedCells).toBe(9);
    cells.look(all, pixels());
    expect(cells.paintedCells).toBe(0);
    cells.look(all, image);
    cells.clear();
    expect(cells.paintedCells).toBe(0);
  });
});
