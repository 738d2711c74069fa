// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { FakeServer } from '../../dev/fake_server';
import type { App } from '../../src/app';
import type { Backdrop } from '../../src/view/backdrop';
import { openBrowser } from './open';

// runs in the page
declare const tandem: App;

const FOLDER =
  process.env.TANDEM_PAGE ?? fileURLToPath(new URL('../../../build/client', import.meta.url));

/** Calls `use` with a page that shows a world in which things move and some stand still. */
async function onPage(use: (page: Page) => Promise<void>): Promise<void> {
  const server = new FakeServer({ boxes: 30, pillars: 30 }, FOLDER);
  const port = await server.listen(0);
  const browser = await openBrowser();
  const page = await browser.newPage({ viewport: { width: 640, height: 400 } });
  await page.goto(`http://127.0.0.1:${port}/#token=secret`);
  await page.waitForSelector('[data-state=live]');
  await page.waitForFunction(() => tandem.world.things.children
    .some(({ userData, visible }) => userData.isStill && visible));
  await use(page);
  await browser.close();
  await server.close();
}

it('a picture with a backdrop is the same as one without', () => onPage(async (page) => {
  const compared = await page.evaluate(() => {
    const { viewer } = tandem;
    const { renderer, scene, root, canvas } = viewer;
    const { backdrop } = viewer as unknown as { backdrop: Backdrop };
    const { camera } = viewer.cameraView!;
    const gl = renderer.getContext();
    const read = (draw: () => void) => {
      draw();
      const pixels = new Uint8Array(4 * canvas.width * canvas.height);
      gl.readPixels(0, 0, canvas.width, canvas.height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
      return pixels;
    };
    const direct = read(() => renderer.render(scene, camera));
    backdrop.invalidate();
    backdrop.draw(scene, root, camera);
    renderer.info.reset();
    const withBackdrop = read(() => backdrop.draw(scene, root, camera));
    const { calls } = renderer.info.render;
    renderer.info.reset();
    renderer.render(scene, camera);
    const most = direct.reduce((far, value, i) =>
      Math.max(far, Math.abs(value - withBackdrop[i]!)), 0);
    const colors = new Set(new Uint32Array(direct.buffer)).size;
    return { most, colors, calls, allCalls: renderer.info.render.calls };
  });
  // it is a picture of something, and its colours went through 8 bits once more
  expect(compared.colors).toBeGreaterThan(50);
  expect(compared.most).toBeLessThanOrEqual(2);
  expect(compared.calls).toBeLessThan(compared.allCalls);
}));

it('pictures that go on in the one before are the same as whole', () => onPage(async (page) => {
  // points of a lidar are everywhere in this little picture
  await page.evaluate(() => {
    const points = tandem.layers.all.find(({ name }) => name === 'lidar points')!;
    tandem.layers.isOn(points).set(false);
  });
  // while the page draws pictures of its own in between, in which things move
  const moments = [];
  for (let i = 0; i < 8; ++i) {
    moments.push(await page.evaluate(async () => {
      const { viewer } = tandem;
      const { renderer, scene, root, canvas } = viewer;
      const { backdrop } = viewer as unknown as { backdrop: Backdrop };
      const { camera } = viewer.cameraView!;
      const gl = renderer.getContext();
      const read = (draw: () => void) => {
        draw();
        const pixels = new Uint8Array(4 * canvas.width * canvas.height);
        gl.readPixels(0, 0, canvas.width, canvas.height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
        return pixels;
      };
      const picture = () => new Promise<void>((resolve) => {
        const stop = viewer.beforeDraw.on(() => {
          stop();
          requestAnimationFrame(() => resolve());
        });
      });
      for (let n = 0; n < 4; ++n) await picture();
      const goneOn = read(() => backdrop.draw(scene, root, camera));
      const direct = read(() => renderer.render(scene, camera));
      backdrop.invalidate();
      const most = direct.reduce((far, value, i) =>
        Math.max(far, Math.abs(value - goneOn[i]!)), 0);
      return { most, restored: backdrop.restored };
    }));
  }
  for (const { most, restored } of moments) {
    expect(most).toBeLessThanOrEqual(2);
    expect(restored).toBeGreaterThan(0);
    expect(restored).toBeLessThan(0.8);
  }
}));
