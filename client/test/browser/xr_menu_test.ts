// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
// The menu at the wrist and what it switches: layers, the run, worlds, monitor, panels, figures.
import type { CanvasTexture, Mesh, MeshBasicMaterial, Object3D } from 'three';
import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '../../src/app';
import type { Budget } from '../../src/xr/budget';
import type { MenuItem } from '../../src/xr/menu/section';
import type { Headset } from './headset';
import { useHeadset } from './headset_run';
import { STANDING } from './real_run';

// runs in the page
declare const tandem: App;

type Place = [number, number, number];

const shared = useHeadset('metaQuest3', 'push', undefined, STANDING);
let headset: Headset;
beforeAll(() => {
  headset = shared.headset;
});

describe('the menu', () => {
  const isThere = async () => (await headset.sheet('menu')) !== undefined;

  it('is there while one looks at the hand, or when a button keeps it', async () => {
    expect(await isThere()).toBe(false);
    await headset.lookAtMenu();
    expect(await isThere()).toBe(true);
    await headset.holdHands();
    await headset.frames();
    expect(await isThere()).toBe(false);
    for (const isKept of [true, false]) {
      await headset.button('left', 'y-button', true);
      await headset.button('left', 'y-button', false);
      expect(await isThere()).toBe(isKept);
    }
  });

  it('shows and hides what FR-18 names', async () => {
    const layers = ['Robot body', 'Lights', 'Billboard', 'Camera plane'];
    const shown = () =>
      headset.page.evaluate(() => {
        const { root, lighting } = tandem.viewer;
        let light = 0;
        lighting.root.traverseVisible((each) => {
          light += (each as Object3D & { intensity?: number }).intensity ?? 0;
        });
        const isOn = (name: string) => root.children.find((each) => each.name === name)!.visible;
        return {
          body: tandem.world.robots.visible,
          light,
          billboard: isOn('billboard'),
          plane: isOn('camera plane'),
        };
      });
    const before = await shown();
    expect(before).toMatchObject({ body: true, billboard: true, plane: false });
    await headset.choose('layers', ...layers);
    const after = await shown();
    expect(after).toMatchObject({ body: false, billboard: false, plane: true });
    expect(after.light).not.toBe(before.light);
    await headset.choose('layers', ...layers);
    expect(await shown()).toEqual(before);
  });

  it('pauses the run, begins it anew, and puts one into another world', async () => {
    const { real } = headset;
    await headset.choose('run', 'Pause');
    await real.eventually(async () => (await real.status()).paused).toBe(true);
    await headset.choose('run', 'Go on');
    await real.eventually(async () => (await real.status()).paused).toBe(false);
    await real.order({ do: 'spawn', thing: 'carton', pose: [0.3, -2, 0, 0, 0, 0, 1] });
    await real.eventually(() => real.origin('carton')).toBeDefined();
    await headset.choose('run', 'Begin anew');
    await real.eventually(() => real.origin('carton')).toBeUndefined();

    // the world lies on a real floor, by two corners of the floor that is painted
    await headset.choose('person', 'Align with the room');
    const [cx, cy, , sx, sy] = await headset.page.evaluate(
      () => tandem.store.world.value!.paint!.area,
    );
    for (const side of [-1, 1]) {
      await headset.aim('right', [cx + (side * sx) / 2, cy - sy / 2, 0]);
      await headset.click();
    }
    const isWhereRoomIs = () => headset.page.evaluate(() => tandem.xr.isWhereRoomIs);
    expect(await isWhereRoomIs()).toBe(true);
    const said = headset.page.evaluate(
      () =>
        new Promise<string>((resolve) => {
          const end = tandem.notices.shown.on(({ text }) => {
            if (!text.includes('real floor')) return;
            end();
            resolve(text);
          });
        }),
    );
    await headset.choose('scenarios', 'empty');
    await real
      .eventually(() => headset.page.evaluate(() => tandem.store.world.value?.scenario.name))
      .toBe('empty');
    expect(await said).toMatch(/no longer lies on the real floor/);
    expect(await isWhereRoomIs()).toBe(false);
    await headset.frames(3);
    expect(await headset.page.evaluate(() => tandem.xr.isIn)).toBe(true);
    const { start } = await headset.plan();
    const [x, y] = await headset.head();
    expect([x, y]).toEqual([expect.closeTo(start![0], 3), expect.closeTo(start![1], 3)]);
  });

  it('lets things go wrong on purpose, says what does, and ends it', async () => {
    const { real } = headset;
    const faults = async () => (await real.status()).faults!.map(({ name }) => name);
    /** What is lit, and what is written behind it. */
    const lit = async () => {
      const [, items] = JSON.parse((await headset.sheet('menu')) ?? '[0, []]');
      return (items as MenuItem[]).filter(({ isOn }) => isOn).map((item) => [
        item.title, item.detail,
      ]);
    };
    await headset.choose('faults', 'wheel slip', 'motor stop');
    await real.eventually(faults).toEqual(['wheel_slip', 'motor_stop']);
    expect((await real.status()).faults![0]).toMatchObject({ robot: 'emaros', ends_in_s: null });
    await headset.lookAtMenu();
    expect(await lit()).toEqual([['wheel slip', 'on'], ['motor stop', 'on']]);
    await headset.choose('faults', 'wheel slip');
    await real.eventually(faults).toEqual(['motor_stop']);
    await headset.choose('faults', 'Clear all');
    await real.eventually(faults).toEqual([]);

    // those that end by themselves
    await headset.choose('faults', 'For 5 s', 'sensor dropout', 'For 5 s');
    await real.eventually(async () => (await real.status()).faults?.[0]?.ends_in_s)
      .toBeGreaterThan(0);
    // poses are those of real robots
    await headset.choose('faults', 'tracking loss');
    await real.eventually(() => headset.sheet('notices')).toMatch(/^error .*'emaros' is no twin/);
  });

  it('changes the hands', async () => {
    await headset.choose('person', 'Left-handed');
    const [, y] = await headset.head();
    await headset.stick('right', 0, 1);
    await headset.real.eventually(async () => (await headset.head())[1]).toBeGreaterThan(y + 0.1);
    await headset.stick('right', 0, 0);
    await headset.page.evaluate(() => tandem.xr.isLeftHanded.set(false));
  });
});

describe('what the menu opens', () => {
  /** Where in the world something of the panel that stands beside the person is drawn. */
  const placeOf = (panel: string, css: string) =>
    headset.page.evaluate(
      ([id, selector]) => {
        const mesh = tandem.viewer.root.getObjectByName('xr panel')!.children[0] as Mesh;
        const card = document.getElementById(`panel-${id}`)!.getBoundingClientRect();
        const box = document.querySelector(selector)!.getBoundingClientRect();
        mesh.geometry.computeBoundingBox();
        const { min, max } = mesh.geometry.boundingBox!;
        const u = (box.left + box.width / 2 - card.left) / card.width;
        const v = (box.top + box.height / 2 - card.top) / card.height;
        return min
          .clone()
          .set(min.x + u * (max.x - min.x), max.y - v * (max.y - min.y), 0)
          .applyMatrix4(mesh.matrix)
          .toArray() as Place;
      },
      [panel, css] as const,
    );

  it('is a large monitor behind the floor, with any picture there is', async () => {
    const { page, real } = headset;
    const names = () =>
      page.evaluate(() =>
        tandem.store.sources.value.filter(({ kind }) => kind === 'image').map(({ name }) => name),
      );
    await real.eventually(async () => (await names()).length).toBeGreaterThan(1);
    const [first, second] = await names();
    /** Of the picture on it: how many colours, and a sum that another picture would not have. */
    const picture = () =>
      page.evaluate(() => {
        const screen = tandem.viewer.root.getObjectByName('screen') as Mesh;
        const canvas = ((screen.material as MeshBasicMaterial).map as CanvasTexture | null)?.image;
        if (!(canvas instanceof HTMLCanvasElement)) return { colors: 0, sum: 0 };
        const { width, height } = canvas;
        const { data } = canvas.getContext('2d')!.getImageData(0, 0, width, height);
        const pixels = new Uint32Array(data.buffer);
        const sum = pixels.reduce((all, pixel) => (all * 31 + pixel) % 1_000_000_007, 0);
        return { colors: new Set(pixels).size, sum };
      });
    const colors = async () => (await picture()).colors;
    await headset.choose('monitor', first!);
    expect(await headset.sheet('monitor')).toBe(first);
    await real.eventually(colors).toBeGreaterThan(10);
    const shown = await picture();

    // by the ray, from where one stands, whatever is in between
    const [x, y] = await headset.head();
    await headset.aim('right', (await headset.spot('monitor', 'next'))!, {
      from: [x + 0.2, y + 0.3, 1.3],
    });
    await headset.click();
    expect(await headset.sheet('monitor')).toBe(second);
    await real.eventually(async () => (await picture()).sum).not.toBe(shown.sum);
    await real.eventually(colors).toBeGreaterThan(1);
    await headset.aim('right', (await headset.spot('monitor', 'before'))!);
    await headset.click();
    expect(await headset.sheet('monitor')).toBe(first);
    const watched = async () => (await real.watched()).at(-1);
    expect(await watched()).toContain(first);
    await headset.choose('monitor', 'Off');
    expect(await headset.sheet('monitor')).toBeUndefined();
    expect(await watched()).not.toContain(first);
  });

  it('is a panel of the page, whose switches work by the ray', async () => {
    const { page } = headset;
    await headset.choose('panels', 'Layers');
    const isOn = () =>
      page.evaluate(() => document.querySelector<HTMLInputElement>('input[name=grid]')!.checked);
    expect(await isOn()).toBe(false);
    await headset.aim('right', await placeOf('layers', 'input[name=grid]'));
    await headset.click();
    expect(await isOn()).toBe(true);
    await headset.click();
    expect(await isOn()).toBe(false);
    await headset.choose('panels', 'Layers');
  });

  it('is a panel whose lists go on by one for each click of the ray', async () => {
    const { page, real } = headset;
    await headset.choose('panels', 'Events');
    const list = '#panel-events select';
    const level = () => page.evaluate((css) => {
      const select = document.querySelector<HTMLSelectElement>(css)!;
      return { at: select.selectedIndex, of: select.options.length };
    }, list);
    const { at: first, of: count } = await level();
    expect(count).toBeGreaterThan(1);
    /** It is where it was, however long the list of events below it is. */
    const place = async () => {
      const [x, y, z] = await placeOf('events', list);
      return [x, y, z].map((c) => expect.closeTo(c, 2));
    };
    const before = await place();
    await headset.aim('right', await placeOf('events', list));
    for (let i = 1; i <= count; ++i) {
      await headset.click();
      await real.eventually(async () => (await level()).at).toBe((first + i) % count);
      await real.eventually(() => placeOf('events', list)).toEqual(before);
    }
    await headset.choose('panels', 'Events');
  });

  it('are figures of what drawing costs, beside what it may cost', async () => {
    await headset.choose('person', 'Figures of drawing');
    await headset.real
      .eventually(async () => JSON.parse((await headset.sheet('budget')) || '{}').calls)
      .toBeGreaterThan(5);
    const figures = await headset.page.evaluate(
      () =>
        (tandem.viewer.root.getObjectByName('xr budget')!.userData.budget as Budget).figures,
    );
    expect(figures.triangles).toBeGreaterThan(1000);
    expect(figures.workMs).toBeGreaterThan(0);
    await headset.choose('person', 'Figures of drawing');
    expect(await headset.sheet('budget')).toBeUndefined();
  });
});

it('controllers look as those that are held, from files of our own', async () => {
  await headset.real
    .eventually(() => headset.controllers())
    .toEqual(
      ['left', 'right'].map((side) => `controllers/meta-quest-touch-plus/${side}.glb`),
    );
});
