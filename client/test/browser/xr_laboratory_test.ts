// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
// A headset beside a real robot: what is always seen, pass-through, alignment with the room.
import { Vector3 } from 'three';
import type { XRDevice } from 'iwer';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { App } from '../../src/app';
import type { Vec2 } from '../../src/protocol/messages';
import { cornersOf } from '../../src/world/area';
import { matrixOf } from '../../src/xr/geometry/standing';
import type { Warning } from '../../src/xr/parts/warning';
import { EYES, Headset } from './headset';
import { openBrowser } from './open';
import { DOMAIN, Program } from './program';
import { Run } from './run';

// runs in the page
declare const tandem: App;
declare const device: XRDevice;

const TWIN = [
  '--set',
  'robots.emaros.mode=twin',
  '--set',
  'tracking={area: {size_x_m: 4, size_y_m: 3}}',
];

let browser: Browser;
let run: Run;
let headset: Headset;
let gate: Program;
let plant: Program;

beforeAll(async () => {
  gate = new Program('TANDEM', ['gate', 'empty', ...TWIN]);
  plant = new Program('TANDEM', ['plant', 'empty', ...TWIN]);
  [browser, run] = await Promise.all([openBrowser(), Run.start('empty', 0, TWIN, DOMAIN)]);
  headset = await Headset.open(await browser.newContext(EYES), run.link, 'metaQuest3');
});
afterAll(async () => {
  await browser?.close();
  await Promise.all([run?.stop(), gate?.stop(), plant?.stop()]);
});
beforeEach(async () => {
  if (await headset.page.evaluate(() => tandem.xr.isIn)) await headset.leave();
  await headset.rest();
  await headset.real.eventually(async () => (await headset.real.robot()).tracking).toBe('tracking');
});

const warning = () =>
  headset.page.evaluate(
    () => (tandem.viewer.root.getObjectByName('xr safety')!.userData.warning as Warning).words,
  );
/** The border, then a mark and a sign for each real robot. */
const safety = () =>
  headset.page.evaluate(() => {
    const [border, , mark, sign] = tandem.viewer.root.getObjectByName('xr safety')!.children;
    const color = (mark?.children[0] as { material?: { color: { getHexString(): string } } })
      ?.material?.color;
    return {
      border: border!.visible,
      mark: mark?.position.toArray(),
      sign: sign?.visible,
      color: color?.getHexString(),
    };
  });
const area = () => headset.page.evaluate(() => tandem.store.world.value!.tracked_area);

describe('beside a real robot', () => {
  it('its place, its stop state and the border are seen whatever layers are off', async () => {
    await headset.enter();
    for (const layer of ['robot body', 'tracked area', 'billboard'])
      await headset.page.evaluate(
        (name) => tandem.settings.item(`layer.${name}`, true).set(false),
        layer,
      );
    await headset.frames(3);
    const { pose } = await headset.real.robot();
    const seen = await safety();
    expect(seen).toMatchObject({ border: true, sign: true });
    expect(Math.hypot(seen.mark![0]! - pose[0], seen.mark![1]! - pose[1])).toBeLessThan(0.02);
    // nobody drives it: its gate is closed, which is red
    await headset.real.eventually(async () => (await headset.real.robot()).gate).toBe('closed');
    await headset.real.eventually(async () => (await safety()).color).toBe('d3302f');
    // gates open for who drives
    await headset.page.evaluate(() => {
      const drive = () =>
        void tandem.connection.command({
          do: 'drive',
          robot: 'emaros',
          linear_mps: 0,
          angular_radps: 0.3,
        });
      Object.assign(window, { driving: setInterval(drive, 100) });
    });
    await headset.real.eventually(async () => (await safety()).color).toBe('1a9d5c');
    await headset.page.evaluate(() =>
      clearInterval((window as unknown as { driving: number }).driving),
    );
    await headset.real.eventually(async () => (await safety()).color).toBe('d3302f');
    await headset.page.evaluate(() => localStorage.clear());
  });

  it('leaving the tracked area warns', async () => {
    await headset.enter();
    const [x, y, , , height] = (await area())!;
    expect(await warning()).toBe('');
    await headset.look([x, y, 1.6], [x, y + 1, 1.6]);
    expect(await warning()).toBe('');
    await headset.look([x, y - height / 2 - 0.2, 1.6], [x, y, 1.6]);
    expect(await warning()).toBe('You have left the tracked area.');
    await headset.look([x, y - height / 2 + 0.2, 1.6], [x, y, 1.6]);
    expect(await warning()).toBe('');
  });
});

describe('pass-through', () => {
  it('draws neither ground nor what is real, and brings both back', async () => {
    await headset.enter('ar');
    const groundIs = () =>
      headset.page.evaluate(
        () =>
          new Promise<boolean>((resolve) => {
            // while a picture is drawn, and not before or after
            const end = tandem.viewer.beforeDraw.on(() => {
              end();
              resolve(
                tandem.world.things.children.some(
                  ({ visible, userData }) => visible && userData.batch?.isStatic,
                ),
              );
            });
          }),
      );
    expect(await groundIs()).toBe(false);
    await headset.leave();
    await headset.enter('vr');
    expect(await groundIs()).toBe(true);
  });

  it('lays the world onto the room by two corners of its floor', async () => {
    await headset.enter('ar');
    const tracked = (await area())!;
    const corners = cornersOf(tracked).slice(0, 2) as [Vec2, Vec2];
    // where the room really stands in the laboratory: marks of the floor are seen there
    const truth = { place: new Vector3(0.8, 0, 1.1), turn: 0.6 };
    const roomFromScene = matrixOf(truth).invert();
    const marks = corners.map(([x, y]) => new Vector3(x, 0, -y).applyMatrix4(roomFromScene));
    await headset.choose('person', 'Align with the room');
    for (const mark of marks) {
      await headset.page.evaluate(
        ([x, z]) => {
          // the hand is over the mark, and points down at it
          const { right } = device.controllers;
          right!.position.set(x!, 1, z! + 0.4);
          const down = tandem.viewer.root.position.clone().set(0, -1, -0.4).normalize();
          const ahead = down.clone().set(0, 0, -1);
          const q = tandem.viewer
            .cameraView!.camera.quaternion.clone()
            .setFromUnitVectors(ahead, down);
          right!.quaternion.set(q.x, q.y, q.z, q.w);
        },
        [mark.x, mark.z],
      );
      await headset.frames();
      await headset.click();
    }
    const aligned = await headset.page.evaluate(() => {
      const standing = tandem.xr.aligned.value;
      return standing && { place: standing.place.toArray(), turn: standing.turn };
    });
    expect(aligned!.turn).toBeCloseTo(truth.turn, 3);
    aligned!.place.forEach((value, i) => expect(value).toBeCloseTo(truth.place.toArray()[i]!, 3));
    // a corner of the world is where its mark is
    const back = await headset.page.evaluate(
      ([x, y]) => tandem.xr.roomOf(tandem.viewer.root.position.clone().set(x!, y!, 0)).toArray(),
      corners[1],
    );
    expect(back[0]).toBeCloseTo(marks[1]!.x, 3);
    expect(back[2]).toBeCloseTo(marks[1]!.z, 3);
    expect(headset.real.complaints).toEqual([]);
  });
});
