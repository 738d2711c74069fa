// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
// Hands without controllers: a pinch is all that they have.
import { Ray, Vector3 } from 'three';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { App } from '../../src/app';
import { throwArc } from '../../src/xr/geometry/arc';
import type { Headset } from './headset';
import { useHeadset } from './headset_run';
import { followPaint, paintAt } from './painted_floor';
import { STANDING } from './real_run';

// runs in the page
declare const tandem: App;

const shared = useHeadset('metaQuest3', 'push', undefined, STANDING);
let headset: Headset;
beforeAll(() => {
  headset = shared.headset;
});
beforeEach(() => headset.bareHands());

/** As the hand's ray is, which is not where the wrist is. */
const ray = () =>
  headset.page.evaluate(() => {
    const { origin, direction } = tandem.xr.hands[1].ray;
    return { origin: origin.toArray(), direction: direction.toArray() };
  });

describe('bare hands', () => {
  it('are seen as hands', async () => {
    const seen = await headset.page.evaluate(() =>
      tandem.xr.hands.map(({ isThere, isBare, joints }) => [isThere, isBare, joints?.count]),
    );
    expect(seen).toEqual([
      [true, true, 25],
      [true, true, 25],
    ]);
  });

  it('go where they pinch', async () => {
    const [x, y] = await headset.head();
    await headset.aim('right', [x + 0.5, y + 3, 0.9], { from: [x + 0.2, y + 0.3, 1.1] });
    await headset.pinch('right', true);
    const { origin, direction } = await ray();
    const { landing } = throwArc(
      new Ray(new Vector3(...origin), new Vector3(...direction)),
      () => 0,
    );
    await headset.pinch('right', false);
    const [x2, y2] = await headset.head();
    expect(Math.hypot(x2 - landing!.x, y2 - landing!.y)).toBeLessThan(0.3);
    expect(y2).toBeGreaterThan(y + 1);
  });

  it('paint by a pinch', async () => {
    await followPaint(headset.page);
    await headset.page.evaluate(() => {
      tandem.tools.choose(tandem.tools.all.find(({ id }) => id === 'paint'));
      tandem.settings.item('paint.color', '').set('#0b63ce');
    });
    const [x, y] = await headset.head();
    await headset.aim('right', [-0.2, -1.6, 0], { from: [x + 0.2, y + 0.3, 1.2] });
    await headset.pinch('right', true);
    const { origin, direction } = await ray();
    const far = -origin[2]! / direction[2]!;
    const at = origin.map((c, i) => c + far * direction[i]!);
    await headset.pinch('right', false);
    await headset.real
      .eventually(() => paintAt(headset.page, at[0]!, at[1]!))
      .toEqual([0x0b, 0x63, 0xce, 255]);
  });

  it('take things by a pinch, and let them fall', async () => {
    const thing = 'carton';
    const { real } = headset;
    await real.order({ do: 'spawn', thing, pose: [0.3, -1.9, 0, 0, 0, 0, 1] });
    await real.eventually(() => real.origin(thing)).toBeDefined();
    const height = async () => (await real.origin(thing))!.z;
    const { x, y, z } = (await real.origin(thing))!;
    const [hx, hy] = await headset.head();
    let aimed: [number, number, number] = [x, y, z];
    await headset.aim('right', aimed, { from: [hx + 0.2, hy + 0.4, 1.1] });
    // its ray begins beside the wrist: as a person would, point until it meets the thing
    for (let i = 0; i < 4; ++i) {
      const { origin, direction } = await ray();
      const far = (z - origin[2]!) / direction[2]!;
      const [dx, dy] = [0, 1].map((k) => origin[k]! + far * direction[k]! - [x, y][k]!);
      if (Math.hypot(dx!, dy!) < 0.05) break;
      aimed = [aimed[0] - dx!, aimed[1] - dy!, z];
      await headset.aim('right', aimed);
    }
    await headset.pinch('right', true);
    await real.eventually(height).toBeGreaterThan(0.5);
    expect((await real.of('hold')).at(-1)!.entity).toBe(thing);
    await headset.pinch('right', false);
    await real.eventually(height).toBeLessThan(z + 0.01);
  });

  it('give way to controllers that are taken up again', async () => {
    await headset.rest();
    await headset.holdHands();
    await headset.frames(3);
    expect(await headset.page.evaluate(() => tandem.xr.hands.map(({ isBare }) => isBare))).toEqual([
      false,
      false,
    ]);
  });
});
