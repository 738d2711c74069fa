// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
// Into the world with a headset, and out again.
import { beforeAll, describe, expect, it } from 'vitest';
import type { XRDevice } from 'iwer';
import type { App } from '../../src/app';
import { countAttempts, isBackAtNextAttempt } from './attempts';
import { EYES, Headset } from './headset';
import { useHeadset } from './headset_run';
import { followPaint, paintAt } from './painted_floor';
import { STANDING } from './real_run';
import { Run } from './run';

// runs in the page
declare const tandem: App;
declare const device: XRDevice;

const shared = useHeadset('metaQuest3', 'push', undefined, STANDING);
let headset: Headset;
beforeAll(() => {
  headset = shared.headset;
});

describe('a person with a headset', () => {
  it('stands before the floor at full size, and sees it with both eyes', async () => {
    const { start } = await headset.plan();
    const [x, y, z] = await headset.head();
    expect([x, y]).toEqual([expect.closeTo(start![0], 5), expect.closeTo(start![1], 5)]);
    // a metre is a metre: the eyes are as high above the floor as in the room
    expect(z).toBeCloseTo(1.6, 5);
    const apart = await headset.page.evaluate(() => {
      const [left, right] = tandem.viewer.renderer.xr.getCamera().cameras;
      return left!.position
        .clone()
        .setFromMatrixPosition(left!.matrixWorld)
        .distanceTo(right!.position.clone().setFromMatrixPosition(right!.matrixWorld));
    });
    expect(apart).toBeCloseTo(0.063, 3);
    const [left, right] = await headset.eyes();
    expect(left!.colors).toBeGreaterThan(20);
    expect(right!.colors).toBeGreaterThan(20);
    expect(left!.sum).not.toBe(right!.sum);
  });

  it('sees what moves while it moves', async () => {
    const before = await headset.eyes();
    expect(
      await headset.real.order({ do: 'spawn', thing: 'carton', pose: [0, -2, 0, 0, 0, 0, 1] }),
    ).toBe(true);
    await headset.real
      .eventually(async () => (await headset.eyes())[0]!.sum)
      .not.toBe(before[0]!.sum);
  });

  it('is out again by the menu, by the headset, and comes back', async () => {
    const { page } = headset;
    await headset.choose('person', 'Leave');
    await page.waitForFunction(() => !tandem.xr.isIn);
    expect(await page.evaluate(() => tandem.viewer.canvas.parentElement?.className)).toBe(
      'picture',
    );
    // the page is as it was: the mouse turns the camera, nothing of the headset is left
    const left = await page.evaluate(
      () => tandem.viewer.root.children.filter(({ name }) => name.startsWith('xr ')).length,
    );
    expect(left).toBe(0);
    await headset.enter();
    // the headset was taken off, or its battery is empty
    await page.evaluate(() => device.activeSession!.end());
    await page.waitForFunction(() => !tandem.xr.isIn);
    await headset.enter();
    expect((await headset.eyes())[0]!.colors).toBeGreaterThan(20);
  });

  it('is in once, however often the button is pressed before that', async () => {
    const { page } = headset;
    await headset.leave();
    const said = await page.evaluate(async () => {
      const all: string[] = [];
      const end = tandem.notices.shown.on(({ text }) => void all.push(text));
      await Promise.all([tandem.xr.enter('vr'), tandem.xr.enter('vr')]);
      end();
      return all;
    });
    expect(said).toEqual([]);
    await page.waitForFunction(() => tandem.viewer.renderer.xr.isPresenting);
    await headset.frames(3);
    expect(await headset.isIn()).toBe(true);
  });

  it('lets go of everything while the headset shows its own menu', async () => {
    const { page } = headset;
    await headset.button('right', 'trigger', true);
    expect(await page.evaluate(() => tandem.xr.hands[1].trigger.isDown)).toBe(true);
    await page.evaluate(() => device.updateVisibilityState('visible-blurred'));
    await headset.frames(3);
    expect(await page.evaluate(() => tandem.xr.hands[1].trigger.isDown)).toBe(false);
    await page.evaluate(() => device.updateVisibilityState('visible'));
    await headset.button('right', 'trigger', false);
  });

  /** Takes a carton by the right hand, and waits until it is up there. */
  async function takeCarton(): Promise<void> {
    const { real } = headset;
    const order = { do: 'spawn', thing: 'carton', pose: [0.3, -1.9, 0, 0, 0, 0, 1] } as const;
    expect(await real.order({ ...order, pose: [...order.pose] })).toBe(true);
    await real.eventually(() => real.origin('carton')).toBeDefined();
    const { x, y, z } = (await real.origin('carton'))!;
    const [hx, hy] = await headset.head();
    await headset.aim('right', [x, y, z], { from: [hx + 0.2, hy + 0.4, 1.1] });
    await headset.button('right', 'squeeze', true);
    await real.eventually(async () => (await real.origin('carton'))!.z).toBeGreaterThan(0.5);
  }
  const expectCartonFalls = () =>
    headset.real
      .eventually(async () => (await headset.real.origin('carton'))!.z)
      .toBeLessThan(0.3);

  it('lets go of what it holds when the headset is taken off', async () => {
    const { page, real } = headset;
    await takeCarton();
    // no pictures are asked for then
    await page.evaluate(() => {
      tandem.viewer.renderer.setAnimationLoop(null);
      device.updateVisibilityState('hidden');
    });
    const held = (await real.of('hold')).length;
    // longer than a hold lasts
    await page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          let left = 10;
          const end = tandem.store.status.onChange(() => {
            if (--left > 0) return;
            end();
            resolve();
          });
        }),
    );
    expect((await real.of('hold')).length).toBe(held);
    await page.evaluate(() => {
      device.updateVisibilityState('visible');
      tandem.viewer.start();
    });
    await expectCartonFalls();
    await headset.button('right', 'squeeze', false);
    await headset.frames(3);
    expect(await real.of('move')).toEqual([]);
  });

  it('leaves nothing behind when the session is lost while it holds or paints', async () => {
    const { page, real } = headset;
    const lose = async () => {
      await page.evaluate(() => device.activeSession!.end());
      await page.waitForFunction(() => !tandem.xr.isIn);
    };
    await page.evaluate(() => tandem.xr.align({
      place: tandem.viewer.root.position.clone().set(0, 0, 0), turn: 0,
    }));
    await lose();
    await headset.enter();
    expect(await page.evaluate(() => tandem.xr.aligned.value)).toBeUndefined();

    await takeCarton();
    await lose();
    await expectCartonFalls();
    const held = (await real.of('hold')).length;
    await headset.rest();
    await headset.enter();

    await page.evaluate(() =>
      tandem.tools.choose(tandem.tools.all.find(({ id }) => id === 'paint')),
    );
    const [x, y] = await headset.head();
    await headset.aim('right', [-0.4, -1.6, 0], { from: [x + 0.2, y + 0.3, 1.2] });
    await headset.button('right', 'trigger', true);
    await headset.aim('right', [-0.2, -1.6, 0]);
    await real.eventually(async () => (await real.of('paint')).length).toBeGreaterThan(0);
    await lose();
    expect((await real.of('hold')).length).toBe(held);
    expect(await real.of('move')).toEqual([]);
  });

  it('stays when Tandem is started anew, is told, and sees the new world', async () => {
    const { page, real } = headset;
    await takeCarton();
    await countAttempts(page);
    const { port } = shared.run;
    const place = await headset.head();
    await shared.run.stop();
    await page.waitForFunction(() => tandem.connection.state.value.is !== 'live');
    await headset.frames(3);
    const isTold = await page.evaluate(
      () => tandem.viewer.root.getObjectByName('xr notices')!.children[0]!.visible,
    );
    expect(isTold).toBe(true);
    shared.run = await Run.start('push', port, STANDING);
    await isBackAtNextAttempt(page);
    await page.waitForFunction(
      () => tandem.store.entities.size > 3 && tandem.store.bodies.size > 3,
    );
    expect(await page.evaluate(() => tandem.xr.isIn)).toBe(true);
    expect(await headset.head()).toEqual(place);
    expect((await headset.eyes())[0]!.colors).toBeGreaterThan(20);
    // what was held is not there, and nobody asks for it
    const held = (await real.of('hold')).length;
    await headset.frames(5);
    expect((await real.of('hold')).length).toBe(held);
    await headset.button('right', 'squeeze', false);
    expect(await real.of('move')).toEqual([]);
    headset.real.complaints = []; // the browser notes each attempt
  });
});

describe('a Quest Pro', () => {
  it('enters, looks as it is, and paints by the menu and the ray, too', async () => {
    await headset.leave();
    const context = await shared.browser.newContext(EYES);
    const other = await Headset.open(context, shared.run.link, 'metaQuestPro');
    await other.enter();
    const [left, right] = await other.eyes();
    expect(Math.min(left!.colors, right!.colors)).toBeGreaterThan(20);
    expect(left!.sum).not.toBe(right!.sum);
    await other.real.eventually(() => other.controllers()).toEqual(
      ['left', 'right'].map((side) => `controllers/meta-quest-touch-pro/${side}.glb`));

    await followPaint(other.page);
    await other.choose('tools', 'Paint');
    await other.choose('tools', 'blue', '10 cm');
    const [x, y] = await other.head();
    await other.aim('right', [0.2, -1.6, 0], { from: [x + 0.2, y + 0.3, 1.2] });
    await other.button('right', 'trigger', true);
    await other.aim('right', [0.4, -1.6, 0]);
    await other.button('right', 'trigger', false);
    // #0b63ce
    await other.real
      .eventually(() => paintAt(other.page, 0.3, -1.6))
      .toEqual([0x0b, 0x63, 0xce, 255]);
    expect(other.real.complaints).toEqual([]);
    await context.close();
  });
});
