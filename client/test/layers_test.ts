// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { OrthographicCamera, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { centerFromAbove } from '../src/layers/billboard';
import { pictureOfEach } from '../src/layers/camera_plane';
import { cellColor, pixelsOf } from '../src/layers/costmap';
import { premultiply, thin } from '../src/layers/paint_pixels';
import { extendTrail } from '../src/layers/trajectories';
import { wordsFor } from '../src/panels/connection_state';
import { imageChoices } from '../src/panels/image_choice';

describe('paint', () => {
  it('is multiplied with its alpha as light', () => {
    const out = premultiply(new Uint8Array([255, 0, 10, 255, 255, 255, 0, 128, 9, 9, 9, 0]));
    expect([...out.slice(0, 4)]).toEqual([255, 0, 10, 255]);
    // 128 of 255 of white light is byte 188
    expect([...out.slice(4, 8)]).toEqual([188, 188, 0, 128]);
    expect([...out.slice(8)]).toEqual([0, 0, 0, 0]);
  });

  it('of areas that are too large keeps the pixels of whole steps', () => {
    const pixels = new Uint8Array(4 * 16).map((_, i) => Math.floor(i / 4));
    const all = thin(pixels, { column: 0, row: 0, width: 4, height: 4 }, 2);
    expect(all.region).toEqual({ column: 0, row: 0, width: 2, height: 2 });
    expect([...all.pixels].filter((_, i) => i % 4 === 0)).toEqual([0, 2, 8, 10]);
    const odd = thin(pixels, { column: 3, row: 5, width: 4, height: 4 }, 2);
    expect(odd.region).toEqual({ column: 2, row: 3, width: 2, height: 2 });
    expect([...odd.pixels].filter((_, i) => i % 4 === 0)).toEqual([5, 7, 13, 15]);
  });
});

describe('a costmap', () => {
  it('is clear where it is free, and tells unknown from occupied', () => {
    expect(cellColor(0)[3]).toBe(0);
    const pixels = pixelsOf(new Int8Array([0, -1, 100, 50]));
    const alpha = [...pixels].filter((_, i) => i % 4 === 3);
    expect(alpha[0]).toBe(0);
    expect(new Set(alpha).size).toBe(4);
    expect([...pixels.slice(8, 12)]).toEqual(cellColor(100));
  });
});

describe('a board from straight above', () => {
  // 4 by 3 m from 5 m above
  const camera = new OrthographicCamera(-2, 2, 1.5, -1.5, 0, 10);
  camera.position.set(0, 0, 5);
  camera.updateMatrixWorld();
  const center = (x: number, y: number) =>
    centerFromAbove(camera, new Vector3(x, y, 0), 1, 0.5, 0.2);

  it('is above its robot, so far that it does not lie on it', () => {
    expect(center(0.5, 0)).toEqual([0.5, -0.4]);
  });

  it('is not cut at the edges', () => {
    // 0.2 m and 0.5 m above 1 m would be 1.7 m
    expect(center(0, 1)).toEqual([0.5, 1.4]);
    // half of its metre would be 0.4 m beyond 2 m
    expect(center(1.9, 0)[0]).toBeCloseTo(0.9, 9);
    expect(center(-1.9, 0)[0]).toBeCloseTo(0.1, 9);
  });
});

describe('a trail', () => {
  it('grows by steps, begins anew after a leap, and has an end', () => {
    const trail: number[] = [];
    expect(extendTrail(trail, 0, 0, 0)).toBe(true);
    expect(extendTrail(trail, 0.01, 0, 0)).toBe(false);
    expect(extendTrail(trail, 0.03, 0, 0)).toBe(true);
    expect(trail).toHaveLength(6);
    extendTrail(trail, 5, 0, 0);
    expect(trail).toEqual([5, 0, 0]);
    for (let i = 1; i < 5000; ++i) extendTrail(trail, 5 + 0.03 * i, 0, 0);
    expect(trail).toHaveLength(6000);
  });
});

describe('the plane of a camera', () => {
  it('has the picture that was chosen, or else the first of the robot', () => {
    const source = (name: string, robot: string, kind: 'image' | 'points' = 'image') =>
      ({ name, kind, robot, from: 'sensor' as const });
    const sources = [
      source('emaros/lidar', 'emaros', 'points'), source('emaros/front', 'emaros'),
      source('jackal/front', 'jackal'), source('/emaros/real/image_raw', 'emaros'),
      source('/debug/image', ''),
    ];
    const shown = (...chosen: string[]) => Object.fromEntries(pictureOfEach(sources, chosen));
    expect(shown()).toEqual({ emaros: 'emaros/front', jackal: 'jackal/front' });
    expect(shown('', '/debug/image', 'gone', '/emaros/real/image_raw', 'emaros/front'))
      .toEqual({
        emaros: '/emaros/real/image_raw', jackal: 'jackal/front', '/debug/image': '/debug/image',
      });
  });
});

describe('what a browser kept of pictures', () => {
  it('is taken if it makes sense', () => {
    const good = { source: 'emaros/front', isAugmented: true };
    expect(imageChoices([good, null, 7, {}, { source: 1 }])).toEqual([good]);
    expect(imageChoices(null)).toEqual([]);
    expect(imageChoices({})).toEqual([]);
  });
});

describe('the banner', () => {
  it('is silent while a page opens, and speaks when something is lost', () => {
    expect(wordsFor({ is: 'connecting', attempt: 1 }, false).banner).toBeUndefined();
    expect(wordsFor({ is: 'live' }, false).banner).toBeUndefined();
    const lost = { is: 'lost', reason: '', attempt: 1, retryMs: 100, isRefused: false } as const;
    expect(wordsFor(lost, true).banner?.title).toMatch(/lost/);
    expect(wordsFor({ is: 'connecting', attempt: 2 }, true).banner?.text).toMatch(/by itself/);
    expect(wordsFor({ is: 'outdated', reason: 'x' }, false).level).toBe('error');
  });

  it('says why a page was refused, also while it tries again', () => {
    const reason = 'a message is no JSON object';
    expect(wordsFor({ is: 'lost', reason, attempt: 1, retryMs: 10_000, isRefused: true }, true)
      .banner).toEqual({
      title: 'Tandem closed the connection',
      text: 'a message is no JSON object. Trying again in 10 s.',
    });
    expect(wordsFor({ is: 'connecting', attempt: 2, reason }, true).banner?.text)
      .toBe('a message is no JSON object. Trying again by itself.');
  });
});
