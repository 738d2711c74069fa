// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
// What the world does by itself, told and read by people on the page.
import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '../../src/app';
import type { RealPage } from './real_page';
import { useRealRun } from './real_run';

// runs in the page
declare const tandem: App;

const shared = useRealRun('logistics');
let real: RealPage;
beforeAll(() => {
  real = shared.real;
});

/** Beside a thing, looking at it, from where most room is. */
async function putBefore(name: string): Promise<void> {
  const distance = 0.3;
  const at = await real.page.evaluate(([wanted, away]) => {
    const { entities, bodies } = tandem.store;
    const placeOf = (entity: { bodies: number[] }) => {
      const slot = bodies.slot(entity.bodies[0]!);
      return slot === undefined ? undefined : bodies.poses.slice(7 * slot, 7 * slot + 2);
    };
    const thing = entities.named(wanted as string)!;
    const [x, y] = placeOf(thing) as unknown as [number, number];
    const others = [...entities.all].filter((entity) => !entity.static && entity !== thing)
      .filter(({ name: other }) => other !== 'emaros').map(placeOf);
    const room = (px: number, py: number) => Math.min(2 - Math.abs(px), 1.5 - Math.abs(py),
      ...others.map((other) => (other ? Math.hypot(other[0]! - px, other[1]! - py) : 9)));
    return [...Array(16).keys()].map((i) => (i * Math.PI) / 8).map((angle) => {
      const px = x + (away as number) * Math.cos(angle);
      const py = y + (away as number) * Math.sin(angle);
      return { x: px, y: py, yaw: angle + Math.PI, room: room(px, py) };
    }).reduce((best, one) => (one.room > best.room ? one : best));
  }, [name, distance]);
  expect(await put(at.x, at.y, at.yaw)).toBe(true);
}

const answer = () => real.page.textContent('.tell + p');
async function tell(words: string): Promise<void> {
  await real.page.fill('.tell input', words);
  await real.page.keyboard.press('Enter');
}
const zone = (name: string) => real.page.textContent(`[data-rule=${name}_zone]`);
const put = async (x: number, y: number, yaw = 0) => real.order({
  do: 'move', entity: 'emaros', velocity: null,
  pose: [x, y, (await real.robot()).pose[2], 0, 0, Math.sin(yaw / 2), Math.cos(yaw / 2)],
});

describe('the world', () => {
  it('says what it cannot do, and why', async () => {
    await tell('fly');
    await real.eventually(answer).toMatch(/^fly: 'fly' is nothing that can be done here/);
    expect(await real.page.getAttribute('.tell + p', 'class')).toBe('error');
    await tell('detach');
    await real.eventually(answer).toBe('detach: emaros carries nothing');
    await tell('attach,red_box');
    await real.eventually(answer).toMatch(/^attach,red_box: nothing of type 'red_box' is within/);
  });

  it('takes a box that a robot brings', async () => {
    await real.eventually(() => zone('red')).toMatch(/0 delivered$/);
    await putBefore('red_boxes_1');
    await tell('attach,red_box');
    await real.eventually(answer).toMatch(/red_boxes_1/);
    await real.eventually(() => real.page.textContent('[data-robot=emaros] dl'))
      .toContain('Carriesred_box');
    await real.eventually(() => real.page.textContent('[data-carrier=emaros]'))
      .toBe('emarosred boxes 1Put down');
    // so that the box, before it, comes to lie in the red zone
    expect(await put(1.25, 1.1)).toBe(true);
    await real.page.click('[data-carrier=emaros] button:has-text("Put down")');
    await real.eventually(() => zone('red')).toMatch(/1 delivered$/);
    await real.eventually(() => real.page.textContent('[data-robot=emaros] dl'))
      .not.toContain('Carries');
    await real.eventually(() => real.page.textContent('.events')).toContain('red');
  });

  it('needs no words: a click takes what is nearest, another one draws the track', async () => {
    const { page } = real;
    await putBefore('red_boxes_1');
    // as people see it before they click
    await real.eventually(() => page.evaluate(() => {
      const { entities, bodies } = tandem.store;
      const [robot, box] = ['emaros', 'red_boxes_1'].map((name) =>
        bodies.poses.subarray(7 * bodies.slot(entities.named(name)!.bodies[0]!)!));
      return Math.hypot(robot![0]! - box![0]!, robot![1]! - box![1]!);
    })).toBeCloseTo(0.3, 2);
    await page.click('[data-carrier=emaros] button:has-text("Take the nearest thing")');
    await real.eventually(() => page.textContent('[data-carrier=emaros]'))
      .toBe('emarosred boxes 1Put down');
    const track = '[data-rule=track] button';
    expect(await page.textContent(track)).toBe('Draws nothing');
    await page.click(track);
    await real.eventually(() => page.textContent(track)).toBe('Draws its track');
    await page.click(track);
    await real.eventually(() => page.textContent(track)).toBe('Draws nothing');
  });

  it('brings back what was told before', async () => {
    const { page } = real;
    await tell('attach,red_box');
    await tell('detach');
    await page.keyboard.press('ArrowUp');
    expect(await page.inputValue('.tell input')).toBe('detach');
    await page.keyboard.press('ArrowUp');
    expect(await page.inputValue('.tell input')).toBe('attach,red_box');
    await page.keyboard.press('ArrowDown');
    expect(await page.inputValue('.tell input')).toBe('detach');
  });

  it('begins another episode', async () => {
    const before = (await real.status()).episode!;
    await real.page.locator('.tell input').blur();
    await real.page.keyboard.press('Shift+E');
    await real.eventually(async () => (await real.status()).episode).toBe(before + 1);
    await real.eventually(() => zone('red')).toMatch(/0 delivered$/);
  });

  it('has zones in the colours of their plates', async () => {
    const color = await real.page.evaluate(() => getComputedStyle(
      document.querySelector('[data-rule=red_zone] .dot')!).backgroundColor);
    expect(color).toBe('rgb(216, 32, 28)'); // #d8201c of the file
  });

  it('has the things of its catalog in the storage', async () => {
    await real.tool('place');
    await real.page.click('[data-thing=red_box]');
    await real.page.keyboard.press('Escape');
  });
});

describe('a field', () => {
  it('is shared by the states of its tiles, and a tool is switched on and off', async () => {
    const { page } = real;
    await real.beginAnew('farm');
    const state = () => page.locator('[data-rule=field] .stacked span').evaluateAll((parts) =>
      parts.map((part) => part.getAttribute('data-state')));
    await real.eventually(state).toEqual(['untouched']);
    await putBefore('plow');
    await tell('attach,plow');
    const carried = () => page.textContent('[data-carrier=emaros]');
    await real.eventually(carried).toMatch(/^emarosplow.*Tool is off/);
    await page.click('[data-carrier=emaros] button:has-text("Tool is off")');
    await real.eventually(carried).toContain('Tool is on');
    // where the tool meets the field
    expect(await put(0.5, -0.1)).toBe(true);
    await real.eventually(state).toEqual(['untouched', 'ploughed']);
    const tiles = await page.textContent('[data-rule=field] .legend');
    expect(tiles).toMatch(/untouched \d+ploughed \d+/);
  });
});

describe('a game', () => {
  it('has its score in large letters, as others see it', async () => {
    const { page } = real;
    await real.beginAnew('pong');
    await real.eventually(() => page.textContent('[data-score=left]')).toBe('0');
    // so fast that somebody misses the ball
    await page.selectOption('#panel-run select', 'max');
    const score = () => page.evaluate(() => ['left', 'right'].map((side) =>
      Number(document.querySelector(`[data-score=${side}]`)!.textContent)));
    await real.eventually(async () => Math.max(...await score())).toBeGreaterThan(0);
    await tell('score,reset');
    await real.page.selectOption('#panel-run select', '1');
  });
});
