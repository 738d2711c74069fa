// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
// Two people in the same world, with headsets of two kinds; one of them may only look.
import type { InstancedMesh } from 'three';
import { beforeAll, expect, it } from 'vitest';
import type { App } from '../../src/app';
import { EYES, Headset } from './headset';
import { useHeadset } from './headset_run';
import { RealPage } from './real_page';
import { STANDING } from './real_run';

// runs in the page
declare const tandem: App;

const shared = useHeadset('metaQuest3', 'push', undefined, STANDING);
let anna: Headset;
beforeAll(() => {
  anna = shared.headset;
});

/** What somebody sees of others: where heads are, and how many heads and hands are drawn. */
const othersOf = ({ page }: Pick<Headset, 'page'>) =>
  page.evaluate(() => {
    const layer = tandem.viewer.root.children.find(({ name }) => name === 'people')!;
    const [heads, hands] = layer.children as InstancedMesh[];
    const at = tandem.store.people.value.map(({ head }) => head?.slice(0, 3) ?? []);
    return { at, heads: heads!.count, hands: hands!.count };
  });
const near = (place: readonly number[]) => place.map((value) => expect.closeTo(value, 2));

it('people see each other as head and hands, and who only looks can do nothing', async () => {
  const context = await shared.browser.newContext(EYES);
  const link = shared.run.link.replace(/#.*/, '');
  const berta = await Headset.open(context, link, 'metaQuestPro');
  await berta.enter();
  const { eventually } = anna.real;
  // each where the other says to be
  await anna.look([-1, -3, 1.7], [0, 0, 0]);
  await berta.look([1, -2.5, 1.5], [0, 0, 0]);
  const parts = { heads: 1, hands: 2 };
  await eventually(() => othersOf(anna)).toEqual({ at: [near([1, -2.5, 1.5])], ...parts });
  await eventually(() => othersOf(berta)).toEqual({ at: [near([-1, -3, 1.7])], ...parts });
  // who sits at a desk sees both
  const desk = await shared.browser.newContext(EYES);
  const seated = await RealPage.open(desk, link);
  await eventually(async () => {
    const { at, heads, hands } = await othersOf(seated);
    return { at: at.sort(([a], [b]) => a! - b!), heads, hands };
  }).toEqual({ at: [near([-1, -3, 1.7]), near([1, -2.5, 1.5])], heads: 2, hands: 4 });
  expect(seated.complaints).toEqual([]);
  await desk.close();
  await berta.look([1.2, -2, 1.5], [0, 0, 0]);
  await eventually(async () => (await othersOf(anna)).at).toEqual([near([1.2, -2, 1.5])]);
  // in the picture, too: before the eyes, where nothing else is
  await anna.look([1.2, -3.2, 1.5], [1.2, -2, 1.5]);
  const withHer = await anna.colorAt([1.2, -2, 1.48]);

  // a thing before her that anybody else would take
  await anna.real.order({ do: 'spawn', thing: 'carton', pose: [1.2, -1.4, 0, 0, 0, 0, 1] });
  await eventually(() => berta.real.origin('carton')).toBeDefined();
  await berta.aim('right', [1.2, -1.4, 0.1], { from: [1.3, -1.8, 1.1] });
  await berta.button('right', 'squeeze', true);
  expect(await berta.sheet('notices')).toMatch(/look/);
  await berta.button('right', 'squeeze', false);
  expect(await berta.real.of('hold')).toEqual([]);
  expect(await berta.real.of('move')).toEqual([]);

  await berta.leave();
  await eventually(async () => (await othersOf(anna)).heads).toBe(0);
  expect(await anna.colorAt([1.2, -2, 1.48])).not.toEqual(withHer);
  await berta.enter();
  await eventually(async () => (await othersOf(anna)).heads).toBe(1);
  // the headset is gone without a word
  await context.close();
  await eventually(async () => (await othersOf(anna)).heads).toBe(0);
});
