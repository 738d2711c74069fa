// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
// A person with an emulated headset, whose head and hands a test moves.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Browser, BrowserContext } from 'playwright-core';
import { expect } from 'vitest';
import type { Matrix4, Vector3 } from 'three';
import type { XRDevice } from 'iwer';
import type { App } from '../../src/app';
import type { Surface } from '../../src/xr/surfaces/surface';
import { type EyeSum, seenBy } from './eyes';
import { PATIENCE_MS } from './launch';
import { RealPage } from './real_page';

// runs in the page
declare const tandem: App;
declare const IWER: typeof import('iwer');
declare const device: XRDevice;
/** Resolves when so many pictures were drawn, and rejects when they do not come. */
declare const pictures: (count: number) => Promise<void>;

const EMULATOR = readFileSync(
  createRequire(import.meta.url)
    .resolve('iwer')
    .replace(/lib\/index\.js$/, 'build/iwer.min.js'),
  'utf-8',
);

/** Both eyes side by side, each a square: small, as a processor draws it. */
export const EYES = { viewport: { width: 384, height: 192 }, deviceScaleFactor: 1 };
/** For people to look at. */
const LARGE_EYES = { viewport: { width: 800, height: 400 }, deviceScaleFactor: 1 };
/** Where tests leave pictures of both eyes, if anywhere. */
const PICTURES = process.env.TANDEM_VR_PICTURES;
/** What all that is near shows: letters, edges and shades. */
const FEWEST_COLORS = 20;

export type Side = 'left' | 'right';
export type DeviceName = 'metaQuest3' | 'metaQuestPro';
export type Place = [x: number, y: number, z: number];

/** Before the page's own scripts: the browser has a headset. */
async function install(context: BrowserContext, name: DeviceName): Promise<void> {
  await context.addInitScript(EMULATOR);
  await context.addInitScript(([kind, patienceMs]) => {
    const made = new IWER.XRDevice(IWER[kind], {
      stereoEnabled: true,
      fovy: Math.PI / 2,
    });
    made.installRuntime({ forceInstall: true });
    made.position.set(0, 1.6, 0);
    const pictures = (count: number) =>
      new Promise<void>((resolve, reject) => {
        let left = count;
        const timer = setTimeout(() => {
          end();
          reject(new Error(`${left} of ${count} pictures did not come in ${patienceMs} ms`));
        }, patienceMs);
        const end = tandem.viewer.afterTurn.on(() => {
          if (--left > 0) return;
          clearTimeout(timer);
          end();
          resolve();
        });
      });
    Object.assign(window, { device: made, pictures });
  }, [name, PATIENCE_MS] as const);
}

/** Pictures of cameras take the time of the processor that draws; who tests the monitor has it. */
export const withoutMonitor = (context: BrowserContext): Promise<void> =>
  withSettings(context, { 'xr.monitor_off': true });

/** What the person chose before. */
export function withSettings(
  context: BrowserContext,
  settings: Record<string, unknown>,
): Promise<void> {
  return context.addInitScript((chosen) => {
    // frames without an address have no storage
    if (!location.protocol.startsWith('http')) return;
    for (const [name, value] of Object.entries(chosen))
      localStorage.setItem(`tandem.${name}`, JSON.stringify(value));
  }, settings);
}

export class Headset {
  private constructor(readonly real: RealPage) {}

  static async open(context: BrowserContext, link: string, name: DeviceName): Promise<Headset> {
    await install(context, name);
    return new Headset(await RealPage.open(context, link));
  }

  /** Of which pictures are taken, if people want them: so large that they see something. */
  static async openForPictures(
    browser: Browser, link: string, settings: Record<string, unknown>,
  ): Promise<Headset> {
    const context = await browser.newContext(PICTURES ? LARGE_EYES : EYES);
    await withSettings(context, settings);
    const headset = await Headset.open(context, link, 'metaQuest3');
    // both eyes have the whole window, whatever the page has beside its picture
    await headset.page.addStyleTag({
      content: 'body > div > canvas { width: 100vw !important; height: 100vh !important }',
    });
    return headset;
  }

  get page() {
    return this.real.page;
  }

  isIn(): Promise<boolean> {
    return this.page.evaluate(() => tandem.xr.isIn);
  }

  /**
   * By the button of the page, and until the first pictures are drawn; from outside, where a test
   * before may not have left.
   */
  async enter(mode: 'vr' | 'ar' = 'vr'): Promise<void> {
    if (await this.isIn()) {
      await this.leave();
      await this.rest();
    }
    await this.page.click(`[data-xr=${mode}]`);
    await this.page.waitForFunction(() => tandem.xr.isIn && tandem.viewer.renderer.xr.isPresenting);
    await this.holdHands();
    await this.frames(3);
  }

  /** The device as it was at first, with controllers that nobody presses. */
  rest(): Promise<void> {
    return this.page.evaluate(() => {
      device.primaryInputMode = 'controller';
      device.position.set(0, 1.6, 0);
      device.quaternion.set(0, 0, 0, 1);
      for (const side of ['left', 'right'] as const) {
        for (const id of ['trigger', 'squeeze']) device.controllers[side]!.updateButtonValue(id, 0);
        device.controllers[side]!.updateAxes('thumbstick', 0, 0);
        device.hands[side]!.updatePinchValue(0);
      }
    });
  }

  async leave(): Promise<void> {
    await this.page.evaluate(() => tandem.xr.leave());
    await this.page.waitForFunction(() => !tandem.xr.isIn);
  }

  /** Where hands are that do nothing: before the body, and the menu is not looked at. */
  holdHands(): Promise<void> {
    return this.page.evaluate(() => {
      for (const [side, x] of [
        ['left', -0.25],
        ['right', 0.25],
      ] as const) {
        for (const input of [device.controllers[side], device.hands[side]]) {
          const { x: hx, y: hy, z: hz } = device.position;
          input!.position.set(hx + x, hy - 0.5, hz - 0.3);
          input!.quaternion.set(0, 0, 0, 1);
        }
      }
    });
  }

  /** So many pictures later. */
  async frames(count = 2): Promise<void> {
    await this.page.evaluate((wanted) => pictures(wanted), count);
  }

  /** Puts the head there and lets it look at a place, both in the world. */
  async look(from: Place, at: Place): Promise<void> {
    await this.page.evaluate(
      ([head, target]) => {
        const { xr, viewer } = tandem;
        const vector = (p: Place) => viewer.root.position.clone().set(...p);
        const [eye, there] = [xr.roomOf(vector(head)), xr.roomOf(vector(target))];
        const camera = viewer.cameraView!.camera;
        const matrix = camera.matrix.clone().lookAt(eye, there, vector([0, 1, 0]));
        const q = camera.quaternion.clone().setFromRotationMatrix(matrix);
        device.position.set(eye.x, eye.y, eye.z);
        device.quaternion.set(q.x, q.y, q.z, q.w);
        return pictures(2);
      },
      [from, at] as const,
    );
  }

  /**
   * Lets a hand point at a place of the world from where it is, or from another one; `roll` is
   * clockwise as the person sees it.
   */
  async aim(
    side: Side,
    at: Place,
    { from, roll = 0 }: { from?: Place; roll?: number } = {},
  ): Promise<void> {
    await this.page.evaluate(
      ([hand, target, origin, twist]) => {
        const { xr, viewer } = tandem;
        const vector = (p: Place) => viewer.root.position.clone().set(...p);
        const isBare = device.primaryInputMode === 'hand';
        const input = (isBare ? device.hands : device.controllers)[hand]!;
        if (origin) {
          const { x, y, z } = xr.roomOf(vector(origin));
          input.position.set(x, y, z);
        }
        const eye = vector([input.position.x, input.position.y, input.position.z]);
        const there = xr.roomOf(vector(target));
        const camera = viewer.cameraView!.camera;
        const matrix: Matrix4 = camera.matrix.clone().lookAt(eye, there, vector([0, 1, 0]));
        const q = camera.quaternion.clone().setFromRotationMatrix(matrix);
        // about its own -z, clockwise
        q.multiply(camera.quaternion.clone().setFromAxisAngle(vector([0, 0, 1]), -twist));
        input.quaternion.set(q.x, q.y, q.z, q.w);
        return pictures(2);
      },
      [side, at, from, roll] as const,
    );
  }

  async button(
    side: Side,
    id: 'trigger' | 'squeeze' | 'x-button' | 'y-button' | 'a-button' | 'b-button',
    isDown: boolean,
  ): Promise<void> {
    await this.page.evaluate(
      ([hand, name, value]) => {
        device.controllers[hand]!.updateButtonValue(name, value);
        return pictures(2);
      },
      [side, id, isDown ? 1 : 0] as const,
    );
  }

  async click(side: Side = 'right'): Promise<void> {
    await this.page.evaluate(async (hand) => {
      for (const value of [1, 0]) {
        device.controllers[hand]!.updateButtonValue('trigger', value);
        await pictures(2);
      }
    }, side);
  }

  async stick(side: Side, x: number, y: number): Promise<void> {
    await this.page.evaluate(
      ([hand, right, ahead]) => {
        device.controllers[hand]!.updateAxes('thumbstick', right, -ahead);
        return pictures(2);
      },
      [side, x, y] as const,
    );
  }

  /** Moves a hand for some pictures, as fast as that in the world, and opens it while it moves. */
  async throwBy(side: Side, velocity: Place, pictures = 4): Promise<void> {
    await this.page.evaluate(
      ([hand, speed, count]) =>
        new Promise<void>((resolve) => {
          const { xr, viewer } = tandem;
          const controller = device.controllers[hand]!;
          const vector = (p: Place) => viewer.root.position.clone().set(...p);
          const way = xr.roomOf(vector(speed)).sub(xr.roomOf(vector([0, 0, 0])));
          let [left, lastMs] = [count, performance.now()];
          const end = viewer.afterTurn.on(() => {
            const ms = performance.now();
            const { x, y, z } = controller.position;
            const by = way.clone().multiplyScalar((ms - lastMs) / 1000);
            controller.position.set(x + by.x, y + by.y, z + by.z);
            lastMs = ms;
            if (--left > 0) return;
            controller.updateButtonValue('squeeze', 0);
            end();
            resolve();
          });
        }),
      [side, velocity, pictures] as const,
    );
    await this.frames();
  }

  async bareHands(): Promise<void> {
    await this.page.evaluate(() => {
      device.primaryInputMode = 'hand';
    });
    await this.holdHands();
    await this.frames(3);
  }

  async pinch(side: Side, isPinched: boolean): Promise<void> {
    await this.page.evaluate(
      ([hand, value]) => {
        device.hands[hand]!.updatePinchValue(value);
        return pictures(2);
      },
      [side, isPinched ? 1 : 0] as const,
    );
  }

  /** Where the head is in the world. */
  head(): Promise<Place> {
    return this.page.evaluate(() => {
      const { xr, viewer } = tandem;
      const { x, y, z } = device.position;
      return xr.worldOf(viewer.root.position.clone().set(x, y, z)).toArray() as Place;
    });
  }

  /** Where in the world something to press of a sheet is. */
  spot(sheet: string, id: string): Promise<Place | undefined> {
    return this.page.evaluate(
      ([name, wanted]) => {
        const mesh = tandem.viewer.root.getObjectByName(`sheet ${name}`);
        const surface = mesh?.userData.surface as Surface | undefined;
        return surface?.placeOf(wanted)?.toArray() as Place | undefined;
      },
      [sheet, id] as const,
    );
  }

  /** What is on a sheet; undefined while it is not seen. */
  sheet(name: string): Promise<string | undefined> {
    return this.page.evaluate((wanted) => {
      const mesh = tandem.viewer.root.getObjectByName(`sheet ${wanted}`);
      return mesh?.visible ? (mesh.userData.surface as Surface).content : undefined;
    }, name);
  }

  /** Looks at the left hand, as at a watch, and presses something of the menu. */
  async choose(section: string, ...items: string[]): Promise<void> {
    await this.lookAtMenu();
    for (const id of [`section ${section}`, ...items]) {
      await this.real.eventually(() => this.spot('menu', id)).toBeDefined();
      await this.aim('right', (await this.spot('menu', id))!);
      await this.click();
    }
    await this.holdHands();
    await this.frames();
  }

  async lookAtMenu(): Promise<void> {
    await this.page.evaluate(() => {
      const ahead = tandem.viewer.root.position.clone().set(0, -0.12, -0.45);
      const { x, y, z, w } = device.quaternion;
      const place = ahead.applyQuaternion(
        tandem.viewer.cameraView!.camera.quaternion.clone().set(x, y, z, w),
      );
      device.controllers.left!.position.set(
        device.position.x + place.x,
        device.position.y + place.y,
        device.position.z + place.z,
      );
      return pictures(3);
    });
  }

  /** What each eye sees: how many colours, and a sum that another picture would not have. */
  async eyes(): Promise<EyeSum[]> {
    return (await seenBy(this.page)).eyes;
  }

  /** What the left eye sees at a place of the world: red, green, blue. */
  async colorAt(place: Place): Promise<number[]> {
    return (await seenBy(this.page, place)).color;
  }

  /**
   * Both eyes see something, each from its own place, and a picture of it is left for people who
   * want one.
   */
  async expectSeen(picture: string): Promise<void> {
    await this.frames(3);
    if (PICTURES)
      await this.page.screenshot({ path: join(PICTURES, `${picture}.jpg`), quality: 65 });
    const [left, right] = await this.eyes();
    expect(Math.min(left!.colors, right!.colors)).toBeGreaterThan(FEWEST_COLORS);
    expect(left!.sum).not.toBe(right!.sum);
  }

  /** The files of the models of controllers that are seen. */
  controllers(): Promise<string[]> {
    return this.page.evaluate(() =>
      tandem.viewer.root
        .getObjectByName('xr hands')!
        .children.filter(({ visible, name }) => visible && name.startsWith('controllers'))
        .map(({ name }) => name),
    );
  }

  /** What is there before anything is drawn: red, green, blue, and how much that covers. */
  clearColor(): Promise<number[]> {
    return this.page.evaluate(
      () =>
        new Promise((resolve) => {
          const end = tandem.viewer.afterTurn.on(() => {
            end();
            const context = tandem.viewer.renderer.getContext();
            resolve([...(context.getParameter(context.COLOR_CLEAR_VALUE) as Float32Array)]);
          });
        }),
    );
  }

  plan(): Promise<Record<string, Place>> {
    return this.page.evaluate(() => {
      const { start, monitor, storage } = tandem.xr.plan;
      const list = (v: Vector3) => v.toArray() as Place;
      return { start: list(start), monitor: list(monitor), storage: list(storage) };
    });
  }
}
