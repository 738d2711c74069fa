// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type { BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { App } from '../../src/app';
import { decodePageMessage } from '../../src/protocol/codec';
import type { Command, Order, PageMessage } from '../../src/protocol/messages';

// runs in the page
declare const tandem: App;

export type Sent = Command & { ms: number };
type Place = { x: number; y: number };
/** a whole pixel of the window, as mice have them, and what is under its middle */
type Aim = Place & { on: Place };

/** Keeps what the page sends, with the moment by the page's clock. */
function keepSent(): void {
  const sent: { ms: number; bytes: number[] }[] = [];
  Object.assign(window, { sent });
  const { send } = WebSocket.prototype;
  WebSocket.prototype.send = function keep(bytes) {
    // of credits there are many, and nobody asks for them
    if (bytes instanceof Uint8Array && bytes[0] !== 128)
      sent.push({ ms: performance.now(), bytes: [...bytes] });
    send.call(this, bytes);
  };
}

/** A page of a Tandem that runs: what it asked for, what it sent, and where its floor is. */
export class RealPage {
  readonly asked: string[] = [];
  complaints: string[] = [];
  private forgotten = 0;

  private constructor(readonly page: Page) {}

  static async open(context: BrowserContext, link: string): Promise<RealPage> {
    const page = await context.newPage();
    await page.addInitScript(keepSent);
    const real = new RealPage(page);
    page.on('request', (request) => real.asked.push(request.url()));
    page.on('pageerror', (error) => real.complaints.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') real.complaints.push(message.text());
    });
    await page.goto(link);
    await real.isLive();
    return real;
  }

  async isLive(): Promise<void> {
    await this.page.waitForSelector('[data-state=live]');
    await this.page.waitForFunction(() =>
      (tandem.store.status.value?.robots.length ?? 0) > 0
      && tandem.viewer.renderer.info.render.triangles > 100);
  }

  /** Nothing of what was done to a world, to how it runs, or with the page's tools is left. */
  async beginAnew(scenario: string): Promise<void> {
    await this.page.evaluate(async (name) => {
      const { store, viewer, tools, cameras } = tandem;
      for (const dialog of document.querySelectorAll('dialog')) dialog.close();
      for (const notice of document.querySelectorAll('.notice')) notice.remove();
      (document.activeElement as HTMLElement | null)?.blur();
      tools.choose(undefined);
      cameras.home();
      const { epoch } = store;
      const isThere = store.world.value?.scenario.name === name;
      const orders: Order[] = [
        { do: 'resume' }, { do: 'speed', value: 1 },
        isThere ? { do: 'reset' } : { do: 'load', scenario: name },
      ];
      for (const order of orders) {
        const { ok, reason } = await tandem.order(order);
        if (!ok) throw new Error(reason);
      }
      const next = (what: { onChange(call: () => void): () => void }) =>
        new Promise<void>((resolve) => {
          const end = what.onChange(() => {
            end();
            resolve();
          });
        });
      while (!isThere && store.epoch === epoch) await next(store.world);
      // the first one may have been on the way before
      await next(store.status);
      await next(store.status);
      const drawn = viewer.renderer.info.render.frame;
      viewer.invalidate();
      while (viewer.renderer.info.render.frame === drawn) await next(store.status);
    }, scenario);
    await this.forgetSent();
  }

  /** What was chosen is not kept for the next page. */
  async close(): Promise<void> {
    await this.page.evaluate(() => localStorage.clear());
    await this.page.close();
  }

  async of<D extends Order['do']>(what: D): Promise<Extract<Sent, { do: D }>[]> {
    return (await this.sent()).flatMap((message) =>
      (message.type === 'command' && message.do === what ? [message] : [])) as
      Extract<Sent, { do: D }>[];
  }

  /** Each of the times that the page said what it watches: the names. */
  async watched(): Promise<string[][]> {
    return (await this.sent()).flatMap((message) =>
      (message.type === 'watch' ? [message.names] : []));
  }

  async forgetSent(): Promise<void> {
    this.forgotten = await this.page.evaluate(() =>
      (window as unknown as { sent: unknown[] }).sent.length);
  }

  order(order: Order): Promise<boolean> {
    return this.page.evaluate(async (it) => (await tandem.order(it)).ok, order);
  }

  status() {
    return this.page.evaluate(() => tandem.store.status.value!);
  }

  async robot() {
    return (await this.status()).robots[0]!;
  }

  tool(id: string): Promise<void> {
    return this.page.click(`[data-tool=${id}]`);
  }

  /** As it may be from an earlier test. */
  async openPanel(id: string): Promise<void> {
    const card = this.page.locator(`#panel-${id}`);
    if (!await card.evaluate((element) => (element as HTMLDetailsElement).open))
      await card.locator('summary').click();
  }

  /** The whole pixel nearest to a place, and the place on that level under its middle. */
  async aim(x: number, y: number, z = 0): Promise<Aim> {
    return this.page.evaluate(([px, py, pz]) => {
      const { viewer } = tandem;
      const { camera } = viewer.cameraView!;
      const { left, top, width, height } = viewer.canvas.getBoundingClientRect();
      const v = viewer.root.position.clone().set(px!, py!, pz!);
      v.applyMatrix4(viewer.root.matrixWorld).project(camera);
      const at = {
        x: Math.round(left + ((v.x + 1) / 2) * width),
        y: Math.round(top + ((1 - v.y) / 2) * height),
      };
      const [across, down] = [(at.x - left) / width, (at.y - top) / height];
      const [far, near] = [0.5, -0.5].map((depth) =>
        v.clone().set(2 * across - 1, 1 - 2 * down, depth).unproject(camera));
      const share = (pz! - near!.y) / (far!.y - near!.y);
      const on = near!.lerp(far!, share);
      return { ...at, on: { x: on.x, y: -on.z } };
    }, [x, y, z]);
  }

  /** What a pixel shows first. */
  hit({ x, y }: Place): Promise<Place & { z: number }> {
    return this.page.evaluate(([px, py]) => {
      const { viewer, world } = tandem;
      const { point } = viewer.pick(px!, py!, world.root)!;
      return { x: point.x, y: -point.z, z: point.y };
    }, [x, y]);
  }

  /** A place of the floor, at about x = 0.3, that can be clicked and where nothing stands. */
  spot(): Promise<Place> {
    return this.page.evaluate(() => {
      const { viewer, world, store } = tandem;
      const box = viewer.canvas.getBoundingClientRect();
      for (let y = 0.9; y > -0.9; y -= 0.15) {
        const v = viewer.root.position.clone().set(0.3, y, 0.1);
        v.applyMatrix4(viewer.root.matrixWorld).project(viewer.cameraView!.camera);
        const px = box.left + ((v.x + 1) / 2) * box.width;
        const py = box.top + ((1 - v.y) / 2) * box.height;
        if (document.elementFromPoint(px, py) !== viewer.canvas) continue;
        const hit = viewer.pick(px, py, world.root);
        if (hit && !world.entityOf(hit)?.static) continue;
        const isFree = [...store.entities.all].every((entity) => {
          const slot = store.bodies.slot(entity.bodies[0]!);
          if (entity.static || slot === undefined) return true;
          const [ex, ey] = store.bodies.poses.subarray(7 * slot);
          return Math.hypot(ex! - 0.3, ey! - y) > 0.5;
        });
        if (isFree) return { x: 0.3, y };
      }
      throw new Error('there is no free place');
    });
  }

  /** Where an entity's model is; undefined if there is none of that name. */
  origin(name: string) {
    return this.page.evaluate((wanted) => {
      const { entities, bodies } = tandem.store;
      const entity = entities.named(wanted);
      const slot = entity && bodies.slot(entity.bodies[0]!);
      if (slot === undefined) return undefined;
      const [x, y, z, qx, qy, qz, qw] = bodies.poses.slice(7 * slot, 7 * slot + 7) as unknown as
        [number, number, number, number, number, number, number];
      const yaw = Math.atan2(2 * (qw * qz + qx * qy), 1 - 2 * (qy * qy + qz * qz));
      return { x, y, z, yaw };
    }, name);
  }

  /** Drags over the floor, `ms` long. */
  async drag(from: Place, to: Place, ms = 0, steps = 12): Promise<void> {
    const { mouse } = this.page;
    await mouse.move(from.x, from.y);
    await mouse.down();
    const begin = Date.now();
    for (let i = 1; i <= steps; ++i) {
      await mouse.move(from.x + ((to.x - from.x) * i) / steps,
        from.y + ((to.y - from.y) * i) / steps);
      await until(begin + (ms * i) / steps);
    }
  }

  /** A drag of the mouse as fast as that, whatever the machine has to do beside it. */
  flick(from: Place, to: Place, ms: number): Promise<void> {
    return this.page.evaluate(({ a, b, lastsMs }) => {
      const send = (type: string, share: number, buttons: number) =>
        tandem.viewer.canvas.dispatchEvent(new PointerEvent(type, {
          pointerId: 1, pointerType: 'mouse', isPrimary: true, bubbles: true, button: 0, buttons,
          clientX: a.x + (b.x - a.x) * share, clientY: a.y + (b.y - a.y) * share,
        }));
      send('pointerdown', 0, 1);
      const begin = performance.now();
      for (let now = begin; now < begin + lastsMs; now = performance.now())
        if (now - begin > 0) send('pointermove', (now - begin) / lastsMs, 1);
      send('pointermove', 1, 1);
      send('pointerup', 1, 0);
    }, { a: from, b: to, lastsMs: ms });
  }

  private async sent(): Promise<(PageMessage & { ms: number })[]> {
    const kept = await this.page.evaluate(() =>
      (window as unknown as { sent: { ms: number; bytes: number[] }[] }).sent);
    return kept.slice(this.forgotten).map(({ ms, bytes }) =>
      ({ ...decodePageMessage(Uint8Array.from(bytes)), ms }));
  }

  /** Polls what the page knows until it is so. */
  eventually<T>(ask: () => Promise<T>) {
    return expect.poll(ask);
  }
}

/** What lasts on purpose, as a hand that draws: until a moment. */
export function until(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, ms - Date.now())));
}
