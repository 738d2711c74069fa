// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
// What the page shows and does in a ROS 2 network that is really there.
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DOMAIN, Program } from './program';
import type { RealPage } from './real_page';
import { useRealRun } from './real_run';

const shared = useRealRun('push', DOMAIN);
let real: RealPage;
beforeAll(() => {
  real = shared.real;
});

const programs: Program[] = [];

function start(variable: 'TANDEM' | 'PAGE_PEER', ...words: string[]): Program {
  const program = new Program(variable, words);
  programs.push(program);
  return program;
}

afterEach(async () => {
  await Promise.all(programs.splice(0).map((program) => program.stop()));
});

describe('a navigator', () => {
  const said = () => real.page.textContent('.tool-options [role=status]');
  const shownOfRobot = () => real.page.textContent('[data-robot=emaros] dl');
  const goals = (navigator: Program) =>
    navigator.lines.filter((line) => line.startsWith('goal')).map((line) => {
      const [, frame, x, y, yaw] = line.split(' ');
      return { frame, x: Number(x), y: Number(y), yaw: Number(yaw) };
    });

  /** By a press at one place, a drag to another one, and a release. */
  async function send(x: number, y: number, toX: number, toY: number) {
    const [from, to] = [await real.aim(x, y), await real.aim(toX, toY)];
    await real.drag(from, to);
    await real.page.mouse.up();
    return { ...from.on, yaw: Math.atan2(to.on.y - from.on.y, to.on.x - from.on.x) };
  }

  async function startNavigator(): Promise<Program> {
    const navigator = start('PAGE_PEER', '/emaros');
    await real.eventually(async () => navigator.lines).toContain('ready');
    return navigator;
  }

  /** Sends goals until the navigator, which is new in the network, has heard of one. */
  async function sendUntilHeard(navigator: Program) {
    for (;;) {
      const goal = await send(0.2, -0.2, 0.2, 0.4);
      await real.eventually(said).not.toMatch(/Asking|Press on/);
      if (goals(navigator).length > 0) return goal;
    }
  }

  it('that is not there is missed', async () => {
    await real.tool('goal');
    expect(await said()).toMatch(/Press on the floor/);
    await send(0.2, -0.2, 0.2, 0.4);
    await real.eventually(said).toBe('No navigator answers for emaros.');
    await real.eventually(shownOfRobot).toContain('no navigator');
    expect(await real.page.isHidden('.tool-options button:has-text("Cancel the goal")')).toBe(true);
  });

  it('gets the place that was pressed and the heading of the drag, and tells its way', async () => {
    await real.tool('goal');
    const navigator = await startNavigator();
    const goal = await sendUntilHeard(navigator);
    const heard = goals(navigator).at(-1);
    expect(heard!.frame).toBe('map');
    for (const part of ['x', 'y', 'yaw'] as const) expect(heard![part]).toBeCloseTo(goal[part], 6);
    navigator.tell('1.25');
    await real.eventually(said).toBe('Driving, 1.25 m to go');
    await real.eventually(shownOfRobot).toContain('driving, 1.25 m to go');
    navigator.tell('0.5');
    await real.eventually(said).toBe('Driving, 0.50 m to go');
    navigator.tell('arrive');
    await real.eventually(said).toBe('Arrived.');
    // it is asked again, and says why it cannot
    await send(-0.2, -0.2, 0.4, -0.2);
    await real.eventually(async () => goals(navigator).at(-1)!.yaw).toBeCloseTo(0, 1);
    await real.eventually(said).toMatch(/^Driving/);
    navigator.tell('fail');
    await real.eventually(said).toBe('The navigator failed: the door is shut');
  });

  it('gives up a goal that is cancelled', async () => {
    await real.tool('goal');
    const navigator = await startNavigator();
    await sendUntilHeard(navigator);
    await real.eventually(said).toMatch(/^Driving/);
    await real.page.click('.tool-options button:has-text("Cancel the goal")');
    await real.eventually(async () => navigator.lines).toContain('cancelled');
    await real.eventually(said).toBe('Cancelled.');
    expect(await real.page.isHidden('.tool-options button:has-text("Cancel the goal")')).toBe(true);
  });
});

describe('the program of a robot', () => {
  /** As a program does that is in a state. */
  function tellOf(active: string, status: number, message: string): Program {
    const state = (path: string, outcome: string, next: string) =>
      ({ path, outcomes: [outcome], next: [next] });
    const mission = {
      program: 'smart_farming', status, active, outcome: 'found', message,
      states: [
        state('find_field', 'found', 'work/plough'), state('work/plough', 'done', 'work/harvest'),
        state('work/harvest', 'done', 'succeeded'),
      ],
      blackboard: [{ key: 'corners_found', value: '4' }],
    };
    return start('TANDEM', 'topic', 'pub', '--rate', '5', '--qos-durability', 'transient_local',
      '/emaros/mission', 'tandem_msgs/msg/Mission', JSON.stringify(mission));
  }
  const lit = () => real.page.locator('.state[aria-current]').evaluateAll((states) =>
    states.map((state) => `${state.getAttribute('data-state')} ${state.className}`));
  const said = () => real.page.textContent('.mission p');

  it('is shown as its states, is stopped, and begins again at one of them', async () => {
    const { page } = real;
    expect(await page.isVisible('#panel-missions')).toBe(false);
    const peer = start('PAGE_PEER', '/emaros');
    await real.eventually(async () => peer.lines).toContain('ready');
    const program = tellOf('work/plough', 0, 'ploughs lane 3 of 8');
    await real.eventually(lit).toEqual(['work state running', 'work/plough state running']);
    expect(await said()).toBe('running: ploughs lane 3 of 8');
    expect(await page.textContent('.mission dl')).toBe('corners found4');
    expect(await page.isDisabled('[data-command=resume]')).toBe(true);
    // who is about to click on a state still can, whatever the program says meanwhile
    const button = (await page.$('[data-state=find_field]'))!;
    const goesOn = tellOf('work/plough', 0, 'ploughs lane 4 of 8');
    await real.eventually(said).toContain('lane 4');
    expect(await button.evaluate((element) => element.isConnected)).toBe(true);
    await goesOn.stop();
    await page.click('[data-command=stop]');
    await real.eventually(async () => peer.lines).toContain('mission stop ');

    await program.stop();
    await real.eventually(said).toContain('the program is gone');
    expect(await page.isDisabled('[data-command=stop]')).toBe(true);
    tellOf('work/plough', 1, '');
    await real.eventually(lit).toEqual(['work state stopped', 'work/plough state stopped']);
    await page.click('[data-command=resume]');
    await real.eventually(async () => peer.lines).toContain('mission resume ');
    await page.click('[data-state=find_field]');
    await page.click('[data-command=restart]:has-text("Restart at find field")');
    await real.eventually(async () => peer.lines).toContain('mission restart find_field');
    // what it cannot do is told
    await page.click('[data-state="work/harvest"]');
    await page.click('[data-command=restart]');
    await page.waitForSelector('.notice.error:has-text("nothing is ripe")');
  });
});

const [WIDTH, HEIGHT] = [32, 16];

/** Again and again an image whose left half is red and whose right half is blue. */
function publish(topic: string, encoding: string): void {
  const data = Array.from({ length: WIDTH * HEIGHT }, (_, i) =>
    (i % WIDTH < WIDTH / 2 ? [255, 0, 0] : [0, 0, 255])).flat();
  const message = JSON.stringify({
    header: { frame_id: 'map' }, height: HEIGHT, width: WIDTH, encoding, step: 3 * WIDTH, data,
  });
  start('TANDEM', 'topic', 'pub', '--rate', '5', topic, 'sensor_msgs/msg/Image', message);
}

describe('an image of a topic', () => {
  const view = '.image-view';

  it('is shown when it is chosen, and what is none is told', async () => {
    const { page } = real;
    publish('/debug/image', 'rgb8');
    publish('/debug/strange', 'x_rays');
    await page.click('#panel-images summary');
    await page.waitForSelector(`${view} option[value="/debug/image"]`, { state: 'attached' });
    await page.selectOption(`${view} select`, '/debug/image');
    await page.waitForSelector(`${view} canvas:not([hidden])`);
    const { size, left, right } = await page.evaluate(() => {
      const canvas = document.querySelector<HTMLCanvasElement>('.image-view canvas')!;
      const at = (x: number) => [...canvas.getContext('2d')!.getImageData(x, 8, 1, 1).data];
      return { size: [canvas.width, canvas.height], left: at(4), right: at(28) };
    });
    expect(size).toEqual([WIDTH, HEIGHT]);
    // off by what JPEG leaves of saturated colours
    [[left, [255, 0, 0]] as const, [right, [0, 0, 255]] as const].forEach(([seen, sent]) =>
      sent.forEach((value, i) => expect(Math.abs(seen[i]! - value)).toBeLessThan(16)));

    await page.waitForSelector(`${view} option[value="/debug/strange"]`, { state: 'attached' });
    await page.selectOption(`${view} select`, '/debug/strange');
    await real.eventually(() => page.textContent(view))
      .toMatch(/\/debug\/strange cannot be shown: .*x_rays/);
    expect(await page.isHidden(`${view} canvas`)).toBe(true);
  });
});
