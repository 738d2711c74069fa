// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
// How people with headsets get about: walking, turning, teleporting.
import { Ray, Vector3 } from 'three';
import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '../../src/app';
import { throwArc } from '../../src/xr/geometry/arc';
import type { Headset } from './headset';
import { useHeadset } from './headset_run';
import { STANDING } from './real_run';

// runs in the page
declare const tandem: App;

const shared = useHeadset('metaQuest3', 'push', undefined, STANDING);
let headset: Headset;
beforeAll(() => {
  headset = shared.headset;
});

const vignette = () =>
  headset.page.evaluate(
    () => tandem.viewer.root.getObjectByName('xr walking')!.children[0]!.visible,
  );
/** How bright the edge of what the left eye sees is, at 45° from its middle. */
const edge = async () => {
  const place = await headset.page.evaluate(() => {
    // so far away that walking does not change where it is seen
    const at = tandem.viewer.root.position.clone().set(800, -600, -1000);
    const { matrixWorld } = tandem.viewer.cameraView!.camera;
    at.applyMatrix4(matrixWorld).applyMatrix4(tandem.viewer.root.matrixWorld.clone().invert());
    return at.toArray() as [number, number, number];
  });
  return Math.max(...(await headset.colorAt(place)));
};
/** Which way the head looks in the world. */
const heading = () =>
  headset.page.evaluate(() => {
    const { matrixWorld } = tandem.viewer.cameraView!.camera;
    const [x, , z] = matrixWorld.elements.slice(8, 11);
    return Math.atan2(z!, -x!);
  });

describe('moving', () => {
  it('goes by the left stick where the head looks, and narrows the view if wanted', async () => {
    const [x, y, z] = await headset.head();
    await headset.look([x, y, z], [x + 5, y, z]);
    expect(await vignette()).toBe(false);
    expect(await edge()).toBeGreaterThan(40);
    await headset.stick('left', 0, 1);
    await headset.real.eventually(async () => (await headset.head())[0]).toBeGreaterThan(x + 0.2);
    expect(await vignette()).toBe(true);
    await headset.real.eventually(edge).toBeLessThan(5);
    await headset.stick('left', 0, 0);
    const [, y2, z2] = await headset.head();
    expect(y2).toBeCloseTo(y, 3);
    expect(z2).toBeCloseTo(z, 3);
    await headset.real.eventually(vignette).toBe(false);
    const rests = await headset.head();
    await headset.frames(5);
    expect(await headset.head()).toEqual(rests);

    await headset.choose('person', 'Narrow view while moving');
    await headset.stick('left', 0, -1);
    await headset.real
      .eventually(async () => (await headset.head())[0])
      .toBeLessThan(rests[0] - 0.1);
    expect(await vignette()).toBe(false);
    expect(await edge()).toBeGreaterThan(40);
    await headset.stick('left', 0, 0);
    await headset.choose('person', 'Narrow view while moving');
  });

  it('turns by steps of 30° about the head by the right stick', async () => {
    const place = await headset.head();
    expect(await heading()).toBeCloseTo(Math.PI / 2, 5);
    await headset.stick('right', 0.9, 0);
    await headset.frames(10);
    await headset.stick('right', 0, 0);
    expect(await heading()).toBeCloseTo(Math.PI / 3, 5);
    await headset.stick('right', -0.9, 0);
    await headset.stick('right', 0, 0);
    await headset.stick('right', -0.9, 0);
    await headset.stick('right', 0, 0);
    expect(await heading()).toBeCloseTo((2 * Math.PI) / 3, 5);
    const after = await headset.head();
    after.forEach((value, i) => expect(value).toBeCloseTo(place[i]!, 5));
  });

  it('walks by feet as in the room', async () => {
    const [x, y] = await headset.head();
    await headset.look([x + 0.7, y + 0.3, 1.5], [x, y + 4, 1]);
    const [x2, y2, z2] = await headset.head();
    expect([x2 - x, y2 - y, z2]).toEqual([
      expect.closeTo(0.7, 5),
      expect.closeTo(0.3, 5),
      expect.closeTo(1.5, 5),
    ]);
  });

  for (const how of ['the stick ahead', 'the trigger without a tool'] as const) {
    it(`teleports to where the arc of ${how} lands`, async () => {
      const [x, y] = await headset.head();
      const from: [number, number, number] = [x + 0.2, y + 0.3, 1.1];
      const at: [number, number, number] = [x + 0.6, y + 3, 0.9];
      await headset.aim('right', at, { from });
      if (how === 'the stick ahead') {
        await headset.stick('right', 0, 1);
        await headset.frames();
        await headset.stick('right', 0, 0);
      } else {
        await headset.click();
      }
      const origin = new Vector3(...from);
      const ray = new Ray(origin, new Vector3(...at).sub(origin).normalize());
      const { landing } = throwArc(ray, () => 0);
      const [x2, y2, z2] = await headset.head();
      expect(x2).toBeCloseTo(landing!.x, 3);
      expect(y2).toBeCloseTo(landing!.y, 3);
      expect(z2).toBeCloseTo(1.6, 3);
    });
  }

  it('goes back to the start', async () => {
    const start = await headset.head();
    await headset.stick('left', 0, 1);
    await headset.real
      .eventually(async () => (await headset.head())[1])
      .toBeGreaterThan(start[1] + 0.1);
    await headset.stick('left', 0, 0);
    await headset.choose('person', 'Back to the start');
    (await headset.head()).forEach((value, i) => expect(value).toBeCloseTo(start[i]!, 5));
  });
});
