// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
// Two people with headsets in one world, and one who only looks.
import type { InstancedMesh } from 'three';
import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '../../src/app';
import { EYES, Headset, useHeadset } from './headset';
import { STANDING } from './real_run';

// runs in the page
declare const tandem: App;

const shared = useHeadset('metaQuest3', 'push', undefined, STANDING);
let headset: Headset;
beforeAll(() => {
  headset = shared.headset;
});

describe('people', () => {
  it('see each other as head and hands, and who only looks is seen too', async () => {
    const context = await shared.browser.newContext(EYES);
    // without its end the link only shows
    const other = await Headset.open(context, shared.run.link.replace(/#.*/, ''), 'metaQuestPro');
    expect(await other.page.evaluate(() => tandem.store.mayControl)).toBe(false);
    await other.enter();
    await other.look([0.5, -2, 1.7], [0.5, -5, 1.7]);
    const seen = () =>
      headset.page.evaluate(() => {
        const [person] = tandem.store.people.value;
        const [heads, hands] = tandem.viewer.root.getObjectByName('people')!
          .children as InstancedMesh[];
        return { head: person?.head, heads: heads!.count, hands: hands!.count };
      });
    await headset.real
      .eventually(async () => (await seen()).head?.slice(0, 3).map((c) => Number(c.toFixed(3))))
      .toEqual([0.5, -2, 1.7]);
    expect(await seen()).toMatchObject({ heads: 1, hands: 2 });
    // and the other way round; nobody sees themselves
    await other.real
      .eventually(() => other.page.evaluate(() => tandem.store.people.value.length))
      .toBe(1);
    const mine = await headset.head();
    const theirs = await other.page.evaluate(() => tandem.store.people.value[0]!.head!.slice(0, 3));
    theirs.forEach((value, i) => expect(value).toBeCloseTo(mine[i]!, 3));
    if (process.env.TANDEM_VR_PICTURES) {
      await headset.look([0.5, -3.2, 1.6], [0.5, -2, 1.5]);
      await headset.screenshot(`${process.env.TANDEM_VR_PICTURES}/vr_people.png`);
    }
    await other.leave();
    await headset.real.eventually(async () => (await seen()).heads).toBe(0);
    // who may only look cannot do what changes the world
    await other.enter();
    const { x, y, z } = (await other.real.origin('box_light')) ?? { x: 0, y: 0, z: 0.1 };
    await other.aim('right', [x, y, z]);
    await other.button('right', 'squeeze', true);
    await other.button('right', 'squeeze', false);
    expect(await other.real.of('hold')).toEqual([]);
    await context.close();
    await headset.real.eventually(async () => (await seen()).heads).toBe(0);
  });
});
