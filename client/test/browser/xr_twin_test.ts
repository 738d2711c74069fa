// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
// A person with a headset beside a real robot: what is always seen of it, and what is warned of.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Sprite } from 'three';
import type { App } from '../../src/app';
import type { Surface } from '../../src/xr/surfaces/surface';
import type { Headset, Place } from './headset';
import { ALARM, CALM, type Laboratory, useLaboratory } from './headset_twin';

// runs in the page
declare const tandem: App;

const shared = useLaboratory('metaQuestPro');
let lab: Laboratory;
let headset: Headset;
beforeAll(() => {
  lab = shared.laboratory;
  headset = lab.headset;
});
beforeEach(() => headset.enter());

describe('a real robot', () => {
  it('is seen with its stop state, and so is the border, whatever layers are off', async () => {
    const { real, page } = headset;
    await page.evaluate(() => {
      for (const layer of tandem.layers.all) tandem.layers.isOn(layer).set(false);
    });
    // gates open for who drives
    await real.eventually(lab.sign).toMatch(/^error stopped \(closed/);
    // in its own room it looks to the right: that is turned to the left
    const [, , , qx, qy, qz, qw] = (await real.robot()).pose;
    expect(Math.atan2(2 * (qw * qz + qx * qy), 1 - 2 * (qy * qy + qz * qz))).toBeCloseTo(0, 1);
    await real.eventually(lab.border).toBe(CALM);
    // with half of the band's width
    expect(await lab.bordered()).toEqual(
      [-2.02, -1.52, 2.02, 1.52].map((at) => expect.closeTo(at, 6)),
    );
    expect(await lab.warning()).toBeUndefined();
    // on the spot: how long it lasts is the machine's
    await lab.drive(0, 0.5);
    await real.eventually(lab.sign).toMatch(/^ok /);
    await lab.expectMarkAtRobot();
    await lab.stopDriving();
    await real.eventually(lab.sign).toMatch(/^error stopped \(closed/);
  });

  it('has a board that faces the person and is read from half a metre to five', async () => {
    const { real, page } = headset;
    const board = () =>
      page.evaluate(() => {
        const layer = tandem.viewer.root.children.find(({ name }) => name === 'billboard')!;
        const sprite = layer.children[0] as Sprite | undefined;
        if (!sprite?.visible) return undefined;
        const lines = (sprite.material.map!.image as HTMLCanvasElement).height / 30;
        return { height: sprite.scale.y, lines, at: sprite.position.toArray() as Place };
      });
    await real.eventually(board).toBeDefined();
    for (const far of [0.5, 5]) {
      const [x, y, z] = (await board())!.at;
      await headset.look([x, y - far, z], [x, y, z]);
      await headset.frames(2);
      const { height, lines } = (await board())!;
      // letters are 19 of the 30 pixels of a line, and seven tenths of that are above its foot
      const letter = ((0.7 * 19) / 30) * (height / lines);
      expect((Math.atan2(letter, far) * 180 * 60) / Math.PI).toBeGreaterThan(40);
      expect(height / far).toBeLessThan(1);
    }
  });

  it('and its area are missed by who leaves it, until they are back', async () => {
    const { real } = headset;
    await headset.look([0, 1.4, 1.6], [0.5, 3, 0]);
    expect(await lab.warning()).toBeUndefined();
    await headset.look([0, 1.6, 1.6], [0.5, 3, 0]);
    await real.eventually(lab.warning).toBe('You have left the tracked area.');
    await real.eventually(lab.border).toBe(ALARM);
    await headset.frames(20);
    expect(await lab.warning()).toBe('You have left the tracked area.');
    await headset.look([0, 0, 1.6], [0.5, 1, 0]);
    await real.eventually(lab.warning).toBeUndefined();
    await real.eventually(lab.border).toBe(CALM);
    await real.eventually(lab.sign).toBeDefined();
  });

  it('stands still by the menu while its robot moves on', async () => {
    const { real } = headset;
    await headset.choose('faults', 'emaros stands still');
    await real.eventually(async () => (await real.robot()).paused).toBe(true);
    await real.eventually(lab.sign).toMatch(/^error seen here, twin paused: stopped/);
    await headset.choose('faults', 'emaros stands still');
    await real.eventually(async () => (await real.robot()).paused).toBe(false);
  });
});

describe('a robot that is lost', () => {
  it('has left the tracked area: everybody is warned as long as it is outside', async () => {
    const { real } = headset;
    await lab.drive(1, 0);
    await real.eventually(lab.warning).toBe('emaros has left the tracked area.');
    await real.eventually(lab.sign).toMatch(/^error has left the tracked area/);
    await real.eventually(lab.border).toBe(ALARM);
    // its gate stops it there, whoever drives on
    await real.eventually(async () => {
      const { gate, gate_reason: reason, inside } = await real.robot();
      return { gate, reason, inside };
    }).toEqual({
      gate: 'closed', reason: expect.stringMatching(/outside of the tracked area/), inside: false,
    });
    await lab.stopDriving();
    await headset.frames(20);
    await real.eventually(lab.warning).toBe('emaros has left the tracked area.');
  });

  it('is unknown a second after Tandem hangs, and known again when that goes on', async () => {
    const { real, page } = headset;
    const { run } = lab.twin;
    await lab.drive(0, 0.5);
    await real.eventually(lab.sign).toMatch(/^ok /);
    /** From the last status to the first picture that no longer believes it. */
    const noticed = page.evaluate(
      () =>
        new Promise<{ afterMs: number; connection: string }>((resolve) => {
          const { store, viewer, connection } = tandem;
          let heardMs = performance.now();
          const ends = [
            store.status.onChange(() => {
              heardMs = performance.now();
            }),
            viewer.afterTurn.on(() => {
              const sheet = viewer.root.getObjectByName('sheet robot emaros')!;
              const { content } = sheet.userData.surface as Surface;
              if (content !== 'error unknown: Tandem does not answer') return;
              for (const end of ends) end();
              const afterMs = performance.now() - heardMs;
              resolve({ afterMs, connection: connection.state.value.is });
            }),
          ];
        }),
    );
    run.hang();
    // the connection itself is believed for three seconds
    const { afterMs, connection } = await noticed;
    expect(connection).toBe('live');
    expect(afterMs).toBeGreaterThan(900);
    expect(afterMs).toBeLessThan(3000);
    run.goOn();
    await real.eventually(lab.sign).toMatch(/^ok /);
  });

  it('is not tracked, or unknown when Tandem is gone: both are said', async () => {
    const { real } = headset;
    await real.eventually(lab.sign).toMatch(/^error stopped/);
    await real.eventually(lab.warning).toBeUndefined();
    await lab.twin.plant.kill();
    await real.eventually(lab.sign).toMatch(/^error not tracked/);
    await lab.twin.run.stop();
    await real.eventually(lab.sign).toBe('error unknown: Tandem does not answer');
    real.complaints = []; // the browser notes each attempt
  });
});
