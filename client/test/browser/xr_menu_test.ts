// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
// The menu at the wrist, the monitor, panels and billboards in the headset.
import type { Mesh, Sprite } from 'three';
import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '../../src/app';
import { type Headset, useHeadset } from './headset';
import { STANDING } from './real_run';

// runs in the page
declare const tandem: App;

const shared = useHeadset('metaQuestPro', 'push', undefined, STANDING);
let headset: Headset;
beforeAll(() => {
  headset = shared.headset;
});

describe('the menu at the wrist', () => {
  const isShown = () =>
    headset.page.evaluate(
      () => tandem.viewer.root.getObjectByName('xr menu')!.children[0]!.visible,
    );

  it('is there while one looks at the hand, or when a button says so', async () => {
    expect(await isShown()).toBe(false);
    await headset.lookAtMenu();
    expect(await isShown()).toBe(true);
    await headset.holdHands();
    await headset.frames();
    expect(await isShown()).toBe(false);
    await headset.button('left', 'y-button', true);
    await headset.button('left', 'y-button', false);
    expect(await isShown()).toBe(true);
    await headset.button('left', 'y-button', true);
    await headset.button('left', 'y-button', false);
    expect(await isShown()).toBe(false);
  });

  it('shows and hides bodies, lights, billboards and pictures', async () => {
    const seen = () =>
      headset.page.evaluate(() => ({
        body: tandem.world.robots.visible,
        lights: tandem.viewer.lighting.lamps.visible,
        billboard: tandem.viewer.root.getObjectByName('billboard')!.visible,
        plane: tandem.viewer.root.getObjectByName('camera plane')!.visible,
      }));
    const before = await seen();
    await headset.choose('layers', 'Robot body', 'Lights', 'Billboard', 'Camera plane');
    expect(await seen()).toEqual({
      body: !before.body,
      lights: !before.lights,
      billboard: !before.billboard,
      plane: !before.plane,
    });
    await headset.choose('layers', 'Robot body', 'Lights', 'Billboard', 'Camera plane');
    expect(await seen()).toEqual(before);
  });

  it('pauses, goes on and begins anew', async () => {
    await headset.choose('run', 'Pause');
    await headset.real.eventually(async () => (await headset.real.status()).paused).toBe(true);
    await headset.choose('run', 'Go on');
    await headset.real.eventually(async () => (await headset.real.status()).paused).toBe(false);
    const epoch = await headset.page.evaluate(() => tandem.store.epoch!);
    await headset.choose('run', 'Begin anew');
    await headset.real
      .eventually(() => headset.page.evaluate(() => tandem.store.epoch!))
      .toBeGreaterThan(epoch);
    expect((await headset.real.of('reset')).length).toBe(1);
  });

  it('changes the scenario, and puts the person before its floor', async () => {
    await headset.choose('scenarios');
    await headset.choose('scenarios', 'arena');
    await headset.real
      .eventually(() => headset.page.evaluate(() => tandem.store.world.value!.scenario.name))
      .toBe('arena');
    await headset.page.waitForFunction(() => tandem.store.bodies.size > 3);
    await headset.frames(3);
    expect(await headset.page.evaluate(() => tandem.xr.isIn)).toBe(true);
    const { start } = await headset.plan();
    const [x, y] = await headset.head();
    expect(Math.hypot(x - start![0], y - start![1])).toBeLessThan(0.05);
  });

  it('has a place for faults, which say where they cannot be', async () => {
    await headset.choose('faults', 'Twin stands still');
    expect(await headset.page.textContent('.notice')).toBe(
      'There is no twin of a real robot here.',
    );
    const isTold = await headset.page.evaluate(
      () => tandem.viewer.root.getObjectByName('xr notices')!.children[0]!.visible,
    );
    expect(isTold).toBe(true);
  });
});

describe('the monitor behind the floor', () => {
  const screen = () =>
    headset.page.evaluate(() => {
      const mesh = tandem.viewer.root.getObjectByName('xr monitor')!.children[0]!
        .children[0] as Mesh;
      const { map } = mesh.material as { map?: { image: HTMLCanvasElement } };
      return map ? map.image.width : 0;
    });
  const shownName = () => headset.page.evaluate(() => tandem.settings.item('xr.monitor', '').value);
  const images = () =>
    headset.page.evaluate(() =>
      tandem.store.sources.value.filter(({ kind }) => kind === 'image').map(({ name }) => name),
    );

  it('shows a picture, and another one by its keys', async () => {
    await headset.real.eventually(screen).toBeGreaterThan(0);
    const names = await images();
    const { monitor } = await headset.plan();
    await headset.look([monitor![0], monitor![1] - 3, 1.6], monitor as [number, number, number]);
    await headset.aim('right', (await headset.spot('monitor', 'next'))!, {
      from: [monitor![0] + 0.2, monitor![1] - 2.6, 1.2],
    });
    await headset.click();
    expect(await shownName()).toBe(names[1 % names.length]);
    await headset.real.eventually(screen).toBeGreaterThan(0);
  });
});

describe('panels of the page', () => {
  it('stand beside the person, and their switches work by the ray', async () => {
    await headset.choose('panels', 'Layers');
    await headset.frames(3);
    // the switch of the grid, as the page lays it out
    const at = await headset.page.evaluate(() => {
      const panel = tandem.viewer.root.getObjectByName('xr panel')!.children[0] as Mesh;
      const card = document.getElementById('panel-layers')!;
      const label = [...card.querySelectorAll('label')].find(({ textContent }) =>
        textContent!.includes('Grid'),
      )!;
      const [outer, inner] = [card.getBoundingClientRect(), label.getBoundingClientRect()];
      const { image } = (panel.material as unknown as { map: { image: HTMLCanvasElement } }).map;
      const u = (inner.left + inner.width / 2 - outer.left) / outer.width;
      const v = (inner.top + inner.height / 2 - outer.top) / outer.height;
      const place = panel.position
        .clone()
        .set((u - 0.5) * image.width * 0.001, (0.5 - v) * image.height * 0.001, 0);
      return place.applyMatrix4(panel.matrix).toArray() as [number, number, number];
    });
    const isOn = () => headset.page.evaluate(() => tandem.settings.item('layer.grid', false).value);
    const before = await isOn();
    await headset.aim('right', at);
    await headset.click();
    expect(await isOn()).toBe(!before);
    await headset.click();
    expect(await isOn()).toBe(before);
    await headset.choose('panels', 'Layers');
  });
});

describe('billboards', () => {
  it('face the person and can be read from 0.5 to 5 m', async () => {
    await headset.page.evaluate(() =>
      tandem.store.board.set([
        {
          label: 'battery',
          topic: '/b',
          robot: 'emaros',
          text: '11.9',
          unit: 'V',
          level: 'ok',
          problem: '',
        },
        {
          label: 'CPU',
          topic: '/c',
          robot: 'emaros',
          text: '71',
          unit: '°C',
          level: 'warning',
          problem: '',
        },
      ]),
    );
    const { pose } = await headset.real.robot();
    for (const far of [0.5, 1, 2.5, 5]) {
      await headset.look([pose[0], pose[1] - far, 0.5], [pose[0], pose[1], 0.4]);
      const { line, distance } = await headset.page.evaluate(() => {
        const sprite = tandem.viewer.root.getObjectByName('billboard')!.children[0] as Sprite;
        const eye = tandem.viewer
          .cameraView!.camera.position.clone()
          .setFromMatrixPosition(tandem.viewer.cameraView!.camera.matrixWorld);
        const place = sprite.position.clone().setFromMatrixPosition(sprite.matrixWorld);
        const { image } = sprite.material.map as unknown as { image: HTMLCanvasElement };
        // letters of 19 pixels on lines of 30
        return { line: (sprite.scale.y * 19) / image.height, distance: eye.distanceTo(place) };
      });
      // signs are read from 200 times the height of their letters; here it is 80 times at most
      expect(line / distance).toBeGreaterThan(1 / 80);
    }
  });
});
