// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
// What is dangerous, and who touched it: nobody but who is put there, so the robot stands.
import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '../../src/app';
import type { RealPage } from './real_page';
import { STANDING, useRealRun } from './real_run';

// runs in the page
declare const tandem: App;

const shared = useRealRun('hazard', undefined, STANDING);
let real: RealPage;
beforeAll(() => {
  real = shared.real;
});

describe('dangers', () => {
  it('are listed with who touched them', async () => {
    const { page } = real;
    await real.eventually(() => page.textContent('[data-rule=fire_1]')).toMatch(/fire 1burns/);
    await real.eventually(() => page.textContent('[data-rule=hazards] li')).toBe('emaros0');
    const barrel = await page.evaluate(() =>
      [...tandem.store.entities.all].find(({ name }) => name.startsWith('barrel'))!.name);
    const { x, y } = (await real.origin(barrel))!;
    const z = (await real.robot()).pose[2];
    expect(await real.order({
      do: 'move', entity: 'emaros', velocity: null, pose: [x, y, z, 0, 0, 0, 1],
    })).toBe(true);
    await real.eventually(() => page.textContent('[data-rule=hazards] li')).toBe('emaros1');
    expect(await page.getAttribute('[data-rule=hazards] li strong', 'class')).toContain('error');
  });
});
