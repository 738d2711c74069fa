// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { openBrowser } from './open';
import { DOMAIN, Program } from './program';
import { Run } from './run';

/** What a file of tests shares. */
export interface TwinRun {
  browser: Browser;
  run: Run;
  gate: Program;
  /** stands in for the robot */
  plant: Program;
  /** Another robot in its place. */
  startPlant(): void;
  /** Goes on, whether it hangs or was ended: where it was. */
  revive(): Promise<void>;
}

/**
 * The world `empty` with the twin of a robot in a laboratory of processes. The room of the robot
 * may be another one than the others are told of.
 */
export function useTwin(settings: readonly string[], room = settings): TwinRun {
  const words = (from: readonly string[]) => from.flatMap((setting) => ['--set', setting]);
  const shared = {
    startPlant() {
      this.plant = new Program('TANDEM', ['plant', 'empty', ...words(room)]);
    },
    async revive() {
      if (this.run.hasEnded) this.run = await start(this.run.port);
      else this.run.goOn();
    },
  } as TwinRun;
  const start = (port = 0) => Run.start('empty', port, words(settings), DOMAIN);
  beforeAll(async () => {
    shared.gate = new Program('TANDEM', ['gate', 'empty', ...words(settings)]);
    shared.startPlant();
    [shared.browser, shared.run] = await Promise.all([openBrowser(), start()]);
  });
  afterAll(async () => {
    await shared.browser?.close();
    await Promise.all([shared.run?.stop(), shared.gate?.stop(), shared.plant?.stop()]);
  });
  return shared;
}
