// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import {
  BoxGeometry, BufferAttribute, BufferGeometry, type Camera, InstancedMesh, Line, Matrix4, Mesh,
  MeshBasicMaterial, type Object3D, OrthographicCamera, PerspectiveCamera, Points, PointsMaterial,
  Sprite, Vector3,
} from 'three';
import { Line2 } from 'three/examples/jsm/lines/Line2.js';
import { LineGeometry } from 'three/examples/jsm/lines/LineGeometry.js';
import { LineMaterial } from 'three/examples/jsm/lines/LineMaterial.js';
import { describe, expect, it } from 'vitest';
import { TILE, Tiles } from '../src/view/tiles';
import { Touched } from '../src/view/touched';

const [WIDTH, HEIGHT] = [10 * TILE, 6 * TILE];

function taken(tiles: Tiles): string[] {
  const count = tiles.take();
  return Array.from({ length: count }, (_, i) => tiles.places.slice(2 * i, 2 * i + 2).join());
}

/** The picture before this one showed nothing that moves. */
function freshTiles(): Tiles {
  const tiles = new Tiles();
  tiles.resize(WIDTH, HEIGHT);
  tiles.take();
  return tiles;
}

describe('tiles', () => {
  it('are all restored in the first picture of a size, and when nothing of it is good', () => {
    const tiles = new Tiles();
    tiles.resize(WIDTH - 5, HEIGHT - 1);
    expect(taken(tiles)).toHaveLength(60);
    expect(taken(tiles)).toEqual([]);
    tiles.forget();
    expect(taken(tiles)).toHaveLength(60);
  });

  it('are restored where something is, and once more when it has gone', () => {
    const tiles = freshTiles();
    // in the middle of the tile in the third column from the left, second row from below
    tiles.mark(-0.51, -0.51, -0.49, -0.49);
    expect(taken(tiles)).toEqual(['2,1']);
    tiles.mark(-0.31, -0.51, -0.29, -0.49);
    expect(taken(tiles)).toEqual(['2,1', '3,1']);
    expect(taken(tiles)).toEqual(['3,1']);
    expect(taken(tiles)).toEqual([]);
  });

  it('beside the picture are none', () => {
    const tiles = freshTiles();
    tiles.mark(1.2, -3, 5, 3);
    tiles.mark(-3, -5, 3, -1.2);
    expect(taken(tiles)).toEqual([]);
    tiles.mark(0.9, 0.9, 7, 7);
    expect(taken(tiles)).toEqual(['9,5']);
    tiles.markAll();
    expect(tiles.areAllMarked).toBe(true);
    expect(taken(tiles)).toHaveLength(60);
    expect(tiles.areAllMarked).toBe(false);
  });
});

describe('what moves', () => {
  const straight = new PerspectiveCamera(70, WIDTH / HEIGHT, 0.05, 100);
  straight.position.set(1, -4, 2);
  straight.up.set(0, 0, 1);
  straight.lookAt(0, 0, 0.3);
  const aside = straight.clone();
  aside.setViewOffset(WIDTH, HEIGHT, 60, -30, WIDTH, HEIGHT);
  const above = new OrthographicCamera(-5, 5, 3, -3, 0, 20);
  above.position.set(0.5, 0.2, 10);
  const cameras: [string, Camera][] = [['straight', straight], ['aside', aside], ['above', above]];
  for (const [, camera] of cameras) camera.updateMatrixWorld();

  function marked(camera: Camera, object: Object3D): Set<string> {
    const tiles = freshTiles();
    object.updateMatrixWorld(true);
    new Touched(tiles, camera).mark(object);
    return new Set(taken(tiles));
  }

  function tileOf(camera: Camera, place: Vector3): string | undefined {
    if (place.clone().applyMatrix4(camera.matrixWorldInverse).z >= 0) return undefined;
    const { x, y } = place.clone().project(camera);
    if (Math.abs(x) >= 1 || Math.abs(y) >= 1) return undefined;
    return [((x + 1) / 2) * WIDTH, ((y + 1) / 2) * HEIGHT].map((v) => Math.floor(v / TILE)).join();
  }

  // the same numbers each time
  function* numbers(): Generator<number, never> {
    for (let state = 7; ; ) {
      state = (state * 48271) % 0x7fffffff;
      yield state / 0x7fffffff;
    }
  }
  const source = numbers();
  const between = (low: number, high: number) => low + (high - low) * source.next().value;
  const anywhere = () => new Vector3(between(-4, 4), between(-6, 4), between(-1, 4));
  const turned = (size: number) =>
    new Matrix4().makeRotationAxis(anywhere().normalize(), between(0, 3))
      .setPosition(anywhere()).scale(new Vector3(size, between(0.1, 1), between(0.1, 1)));
  const corners = [-0.5, 0, 0.5].flatMap((x) => [-0.5, 0, 0.5].flatMap((y) =>
    [-0.5, 0, 0.5].map((z) => new Vector3(x, y, z))));

  it.each(cameras)('is nowhere but in its tiles: boxes, camera %s', (_, camera) => {
    let seen = 0;
    let missed = 0;
    for (let i = 0; i < 300; ++i) {
      const matrix = turned(between(0.05, 1.5));
      const single = new Mesh(new BoxGeometry(), new MeshBasicMaterial());
      single.matrixAutoUpdate = false;
      single.matrix.copy(matrix);
      const one = new InstancedMesh(single.geometry, single.material, 1);
      one.setMatrixAt(0, matrix);
      const tiles = [marked(camera, single), marked(camera, one)];
      for (const corner of corners) {
        const tile = tileOf(camera, corner.clone().applyMatrix4(matrix));
        if (tile === undefined) continue;
        ++seen;
        for (const among of tiles) if (!among.has(tile)) ++missed;
      }
    }
    expect(seen).toBeGreaterThan(1000);
    expect(missed).toBe(0);
  });

  it.each(cameras)('is nowhere but in its tiles: points and lines, camera %s', (_, camera) => {
    let missed = 0;
    const look = (camera: Camera, place: Vector3, among: Set<string>) => {
      const tile = tileOf(camera, place);
      if (tile !== undefined && !among.has(tile)) ++missed;
    };
    for (let i = 0; i < 100; ++i) {
      const [from, to] = [anywhere(), anywhere()];
      const geometry = new BufferGeometry().setFromPoints([from, to, new Vector3(99, 0, 0)]);
      geometry.setDrawRange(0, 2);
      const points = marked(camera, new Points(geometry, new PointsMaterial({ size: 4 })));
      const line = new Line2(new LineGeometry(), new LineMaterial({ linewidth: 3 }));
      line.geometry.setPositions([...from, ...to]);
      const along = marked(camera, line);
      look(camera, from, points);
      look(camera, to, points);
      for (let share = 0; share <= 1; share += 0.1)
        look(camera, from.clone().lerp(to, share), along);
    }
    expect(missed).toBe(0);
  });

  it('far away takes few tiles', () => {
    const box = new Mesh(new BoxGeometry(0.2, 0.2, 0.2), new MeshBasicMaterial());
    box.position.set(0, 6, 0);
    expect(marked(straight, box).size).toBeGreaterThan(0);
    expect(marked(straight, box).size).toBeLessThanOrEqual(4);
    // behind the camera
    box.position.set(2, -9, 3.5);
    expect(marked(straight, box).size).toBe(0);
    // around it
    box.position.copy(straight.position);
    expect(marked(straight, box).size).toBe(60);
  });

  it('takes all tiles when it cannot be told where it is', () => {
    const many = new BufferGeometry();
    many.setAttribute('position', new BufferAttribute(new Float32Array(3 * 5000), 3));
    expect(marked(above, new Mesh(many, new MeshBasicMaterial())).size).toBe(60);
    expect(marked(above, new Points(many, new PointsMaterial())).size).toBe(60);
    expect(marked(above, new Line(many)).size).toBe(60);
  });

  it('has tiles around a sprite, wherever its middle is', () => {
    const sprite = new Sprite();
    sprite.position.set(0.5, 0.2, 0);
    sprite.scale.set(1, 0.5, 1);
    sprite.center.set(1, 0);
    // from straight above a metre is a tile: from 0.5 to -0.5 and from 0.2 to 0.7
    const tiles = marked(above, sprite);
    for (const [x, y] of [[-0.45, 0.25], [0.45, 0.65]] as const)
      expect(tiles).toContain(tileOf(above, new Vector3(x, y, 0)));
    expect(tiles.size).toBeLessThanOrEqual(9);
  });

  it('that has not been placed takes none', () => {
    const one = new InstancedMesh(new BoxGeometry(), new MeshBasicMaterial(), 1);
    one.setMatrixAt(0, new Matrix4().makeScale(0, 0, 0));
    expect(marked(above, one).size).toBe(0);
  });
});
