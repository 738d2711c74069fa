// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { Box3, type BufferGeometry, DoubleSide, FrontSide, Matrix4, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import type { MaterialInfo, Shape } from '../src/protocol/messages';
import { matrixOfPose, writeProduct } from '../src/world/affine';
import { areaMatrix, cornersOf } from '../src/world/area';
import { DEFAULT_MATERIAL, MaterialLibrary } from '../src/world/materials';
import { sharedShape } from '../src/world/shapes';

function extent(shape: Shape): number[] {
  const shared = sharedShape(shape)!;
  const geometry: BufferGeometry = shared.make().applyMatrix4(shared.visualFromGeometry);
  geometry.computeBoundingBox();
  return (geometry.boundingBox as Box3).getSize(new Vector3()).toArray();
}

describe('shapes', () => {
  it.each<[Shape, number[]]>([
    [{ box: [0.1, 0.2, 0.3] }, [0.1, 0.2, 0.3]],
    [{ sphere: 0.5 }, [1, 1, 1]],
    [{ ellipsoid: [0.1, 0.2, 0.3] }, [0.2, 0.4, 0.6]],
    [{ cylinder: [0.1, 0.7] }, [0.2, 0.2, 0.7]],
    // its length is without the round ends
    [{ capsule: [0.1, 0.4] }, [0.2, 0.2, 0.6]],
    [{ plane: [0, 0, 1, 10, 20] }, [10, 20, 0]],
  ])('%j has its size, with what is long along z', (shape, size) => {
    extent(shape).forEach((value, axis) => expect(value).toBeCloseTo(size[axis]!, 5));
  });

  it('have their middle in their origin', () => {
    for (const shape of [{ cylinder: [1, 2] }, { capsule: [1, 2] }] as Shape[]) {
      const { make } = sharedShape(shape)!;
      const geometry = make();
      geometry.computeBoundingBox();
      expect(geometry.boundingBox!.getCenter(new Vector3()).length()).toBeCloseTo(0, 6);
    }
  });

  it('of the same kind share a geometry whatever their size', () => {
    const key = (shape: Shape) => sharedShape(shape)!.key;
    expect(key({ box: [1, 2, 3] })).toBe(key({ box: [3, 4, 5] }));
    expect(key({ sphere: 1 })).toBe(key({ ellipsoid: [1, 2, 3] }));
    expect(key({ capsule: [1, 2] })).toBe(key({ capsule: [2, 4] }));
    expect(key({ capsule: [1, 2] })).not.toBe(key({ capsule: [1, 3] }));
  });

  it('that are thin or clear have fewer sides where a processor draws', () => {
    const triangles = (shape: Shape, isHigh: boolean, isClear = false) =>
      sharedShape(shape, { isHigh, isClear, level: 0 })!.make().index!.count / 3;
    const limbs: Shape[] = [{ capsule: [0.05, 0.3] }, { sphere: 0.1 }, { cylinder: [0.1, 2] }];
    for (const limb of limbs)
      expect(triangles(limb, false)).toBeLessThan(triangles(limb, true) / 2);
    expect(triangles({ capsule: [0.05, 0.3] }, false)).toBeLessThan(120);
    expect(triangles({ sphere: 0.5 }, false)).toBe(triangles({ sphere: 0.5 }, true));
    expect(triangles({ sphere: 0.5 }, false, true)).toBeLessThan(200);
    expect(triangles({ sphere: 0.5 }, true, true)).toBe(triangles({ sphere: 0.5 }, true));
  });

  it('that are thin capsules are drawn together by a processor, each as long as it is', () => {
    const low = { isHigh: false, isClear: false, level: 0 };
    const [upper, lower] = [
      sharedShape({ capsule: [0.05, 0.3] }, low)!, sharedShape({ capsule: [0.06, 0.2] }, low)!,
    ];
    expect(upper.key).toBe(lower.key);
    const geometry = lower.make().applyMatrix4(lower.visualFromGeometry);
    geometry.computeBoundingBox();
    const box = geometry.boundingBox!;
    expect(box.max.z - box.min.z).toBeCloseTo(0.2 + 2 * 0.06, 6);
    expect(box.max.x).toBeCloseTo(0.06, 6);
  });

  it('that are planes face their normal', () => {
    const { visualFromGeometry } = sharedShape({ plane: [1, 0, 0, 2, 3] })!;
    const normal = new Vector3(0, 0, 1).transformDirection(visualFromGeometry);
    expect(normal.toArray().map((v) => Math.round(v * 1e6) / 1e6)).toEqual([1, 0, 0]);
  });

  it('that are assets have none', () => {
    expect(sharedShape({ mesh: '/asset/1.mesh', scale: [1, 1, 1] })).toBeUndefined();
    expect(sharedShape({ heightfield: '/asset/1.field' })).toBeUndefined();
  });
});

describe('a product of a pose and a part', () => {
  it('is what matrices give', () => {
    const pose = [1, -2, 3, 0.1, -0.3, 0.5, 0.8] as const;
    const length = Math.hypot(...pose.slice(3));
    const poses = new Float32Array(14);
    poses.set([...pose.slice(0, 3), ...pose.slice(3).map((v) => v / length)], 7);
    const part = matrixOfPose([0.5, 0, 1, 0, 0, 0.6, 0.8]).scale(new Vector3(2, 3, 4));
    const out = new Float32Array(32);
    writeProduct(poses, 1, part.elements, out, 16);
    const expected = matrixOfPose([...pose]).multiply(part);
    expected.elements.forEach((value, i) => expect(out[16 + i]).toBeCloseTo(value, 5));
  });
});

describe('materials', () => {
  const info = (more: Partial<MaterialInfo>): MaterialInfo => ({ ...DEFAULT_MATERIAL, ...more });

  it('that differ by colour alone are one', () => {
    const library = new MaterialLibrary(true, () => {});
    const red = library.share(info({ color: [1, 0, 0, 1] }));
    const grey = library.share(info({ color: [0.5, 0.5, 0.5, 1] }));
    expect(grey.material).toBe(red.material);
    expect(red.color.toArray()).toEqual([1, 0, 0]);
    // sRGB 0.5 is 0.214 of the light
    expect(grey.color.r).toBeCloseTo(0.2140, 4);
  });

  it('that differ otherwise are not', () => {
    const library = new MaterialLibrary(true, () => {});
    const plain = library.share(info({})).material;
    expect(library.share(info({ roughness: 0.2 })).material).not.toBe(plain);
    const glass = library.share(info({ color: [1, 1, 1, 0.3] })).material;
    expect(glass).not.toBe(plain);
    expect(glass.transparent).toBe(true);
    expect(glass.opacity).toBe(0.3);
    expect(plain.transparent).toBe(false);
  });

  it('of closed things are thicker where a processor draws the near sides alone', () => {
    const library = new MaterialLibrary(false, () => {});
    const smoke = info({ color: [1, 1, 1, 0.3] });
    expect(library.share(smoke).material).toMatchObject({ side: DoubleSide, opacity: 0.3 });
    const { material } = library.share(smoke, true);
    expect(material.side).toBe(FrontSide);
    // what comes through both sides: 0.7 of 0.7
    expect(material.opacity).toBeCloseTo(0.51, 9);
    expect(library.share(info({}), true).material.side).toBe(DoubleSide);
    const high = new MaterialLibrary(true, () => {});
    expect(high.share(smoke, true).material).toMatchObject({ side: DoubleSide, opacity: 0.3 });
  });

  it('that differ by gloss alone are one where none is drawn', () => {
    const library = new MaterialLibrary(false, () => {});
    const plain = library.share(info({})).material;
    expect(library.share(info({ roughness: 0.2, metalness: 1 })).material).toBe(plain);
    expect(library.share(info({ emissive: [1, 0, 0] })).material).not.toBe(plain);
  });

  it('that can be seen through are drawn in one go', () => {
    for (const isHigh of [true, false]) {
      const library = new MaterialLibrary(isHigh, () => {});
      const { material } = library.share(info({ color: [1, 1, 1, 0.3] }));
      expect(material.forceSinglePass).toBe(true);
    }
  });

  it('take textures from this server alone', () => {
    const library = new MaterialLibrary(true, () => {});
    expect(library.share(info({ texture: 'http://elsewhere/a.png' })).material.map).toBeNull();
    expect(library.share(info({ texture: '//elsewhere/a.png' })).material.map).toBeNull();
  });
});

describe('an area', () => {
  it('has its corners around its middle, turned by its yaw', () => {
    const corners = cornersOf([1, 2, Math.PI / 2, 4, 2]);
    const expected = [[2, 0], [2, 4], [0, 4], [0, 0]];
    corners.flat().forEach((value, i) => expect(value).toBeCloseTo(expected.flat()[i]!, 6));
  });

  it('is covered by a plane of 1 × 1', () => {
    const matrix: Matrix4 = areaMatrix([1, 2, Math.PI / 2, 4, 2], 0.5);
    const corner = new Vector3(-0.5, -0.5, 0).applyMatrix4(matrix);
    expect(corner.distanceTo(new Vector3(2, 0, 0.5))).toBeLessThan(1e-6);
  });
});
