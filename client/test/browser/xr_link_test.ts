// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
// How a headset of the same network comes here: a link over https, and its QR code in the terminal
// and on the page.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import jsQR from 'jsqr';
import { expect, it } from 'vitest';
import type { App } from '../../src/app';
import { EYES, Headset } from './headset';
import { PATIENCE_MS } from './launch';
import { DESK, openBrowser } from './open';

// runs in the page
declare const tandem: App;

const SQUARE_PX = 4;

/** What a camera would read from a terminal: two squares a character, dark on light. */
function readTerminal(text: string): string | undefined {
  const rows = [...text.matchAll(/\x1b\[30;107m([ █▀▄]+)\x1b\[0m/g)].map(([, row]) => [...row!]);
  const squares = rows.flatMap((row) => [
    row.map((letter) => letter === '█' || letter === '▀'),
    row.map((letter) => letter === '█' || letter === '▄'),
  ]);
  if (squares.length === 0) return undefined;
  const [width, height] = [squares[0]!.length * SQUARE_PX, squares.length * SQUARE_PX];
  const pixels = new Uint8ClampedArray(4 * width * height);
  for (let y = 0; y < height; ++y)
    for (let x = 0; x < width; ++x) {
      const isDark = squares[Math.floor(y / SQUARE_PX)]![Math.floor(x / SQUARE_PX)];
      pixels.set(isDark ? [0, 0, 0, 255] : [255, 255, 255, 255], 4 * (y * width + x));
    }
  return jsQR(pixels, width, height)?.data;
}

/** `tandem run` as in somebody's terminal, with nothing of an earlier one. */
class Terminal {
  said = '';
  private readonly home = mkdtempSync(join(tmpdir(), 'tandem-link-'));
  private readonly process;

  constructor(...words: string[]) {
    const command = [process.env.TANDEM!, ...words].map((word) => `'${word}'`).join(' ');
    // which gives it a terminal
    this.process = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
      env: { ...process.env, XDG_DATA_HOME: this.home },
    });
    this.process.stdout.on('data', (text: Buffer) => (this.said += text.toString()));
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.process.once('exit', resolve));
    // as ctrl+c, which a terminal passes on
    this.process.stdin.write('\x03');
    await ended;
    rmSync(this.home, { recursive: true });
  }
}

it('a headset gets its link by QR codes of terminal and page, and enters by https', async () => {
  const terminal = new Terminal('run', 'empty', '--headless', '--no-program', '--no-ros',
    '--port', '0', '--tls-port', '0');
  const browser = await openBrowser();
  try {
    const link = () => /page for headsets: (https:\S+#token=\w+)/.exec(terminal.said)?.[1];
    await expect.poll(link, { timeout: PATIENCE_MS }).toBeDefined();
    await expect.poll(() => readTerminal(terminal.said), { timeout: PATIENCE_MS }).toBe(link());

    // on a desk, the same
    const desk = await (await browser.newContext(DESK)).newPage();
    await desk.goto(/page: (http:\S+#token=\w+)/.exec(terminal.said)![1]!);
    await desk.click('[data-xr=link]');
    const { data, width, height } = await desk.evaluate(() => {
      const canvas = document.querySelector<HTMLCanvasElement>('[data-qr]')!;
      const picture = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
      return { data: [...picture.data], width: picture.width, height: picture.height };
    });
    expect(jsQR(Uint8ClampedArray.from(data), width, height)?.data).toBe(link());
    expect(await desk.textContent('dialog.headset-link a')).toBe(link());
    await desk.context().close();

    // who goes on where the browser warns of the certificate is in, and may act
    const context = await browser.newContext({ ...EYES, ignoreHTTPSErrors: true });
    const headset = await Headset.open(context, link()!, 'metaQuest3');
    expect(await headset.page.evaluate(() => isSecureContext && location.protocol)).toBe('https:');
    await headset.enter();
    expect((await headset.eyes())[0]!.colors).toBeGreaterThan(20);
    expect(await headset.page.evaluate(() => tandem.store.mayControl)).toBe(true);
    expect(headset.real.complaints).toEqual([]);
  } finally {
    await browser.close();
    await terminal.stop();
  }
});
