// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
// What the page shows and does in a ROS 2 network that is really there.
import type { Mesh } from 'three';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { App } from '../../src/app';
import { DOMAIN, Program } from './program';
import type { RealPage } from './real_page';
import { STANDING, useRealRun } from './real_run';

// runs in the page
declare const tandem: App;

const shared = useRealRun('push', DOMAIN, STANDING);
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

  it('is stopped by who steers the robot, and told of', async () => {
    const { page } = real;
    const peer = start('PAGE_PEER', '/emaros');
    await real.eventually(async () => peer.lines).toContain('ready');
    tellOf('work/plough', 0, '');
    await real.eventually(lit).toEqual(['work state running', 'work/plough state running']);
    const stops = () => peer.lines.filter((line) => line === 'mission stop ').length;
    await real.tool('drive');
    await page.keyboard.down('w');
    await real.eventually(async () => stops()).toBe(1);
    await page.waitForSelector('.notice:has-text("smart farming has stopped")');
    // it is asked once, however long somebody drives
    await real.forgetSent();
    await real.eventually(async () => (await real.of('drive')).length).toBeGreaterThan(5);
    await page.keyboard.up('w');
    expect(stops()).toBe(1);
    await real.tool('goal');
    const { x, y } = await real.aim(0.2, -0.2);
    await page.mouse.click(x, y);
    await real.eventually(async () => stops()).toBe(2);
    await real.eventually(async () => (await real.of('goal')).length).toBe(1);
  });
});

const [WIDTH, HEIGHT] = [32, 16];

/** Again and again the same. */
function publish(topic: string, type: string, message: unknown, ...options: string[]): void {
  start('TANDEM', 'topic', 'pub', '--rate', '5', ...options, topic, type, JSON.stringify(message));
}

/** An image whose left half is red and whose right half is blue. */
function publishImage(topic: string, encoding: string, frame: string): void {
  const data = Array.from({ length: WIDTH * HEIGHT }, (_, i) =>
    (i % WIDTH < WIDTH / 2 ? [255, 0, 0] : [0, 0, 255])).flat();
  publish(topic, 'sensor_msgs/msg/Image', {
    header: { frame_id: frame }, height: HEIGHT, width: WIDTH, encoding, step: 3 * WIDTH, data,
  });
}

describe('an image of a topic', () => {
  const view = '.image-view';

  it('is shown when it is chosen, and what is none is told', async () => {
    const { page } = real;
    publishImage('/debug/image', 'rgb8', 'map');
    publishImage('/debug/strange', 'x_rays', 'map');
    await real.openPanel('images');
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

  it('of a camera above the floor is augmented, and stands in the world', async () => {
    const { page } = real;
    const said = () => page.textContent(`${view} span.soft`);
    publishImage('/overhead/image_raw', 'rgb8', 'overhead');
    await real.openPanel('images');
    await page.waitForSelector(`${view} option[value="/overhead/image_raw"]`,
      { state: 'attached' });
    await page.selectOption(`${view} select`, '/overhead/image_raw');
    await page.waitForSelector(`${view} canvas:not([hidden])`);
    await page.click(`${view} button:has-text("AR")`);
    await real.eventually(said)
      .toBe('Nobody knows where this camera stands: nobody publishes /overhead/camera_info.');

    // 2 m above a carton it sees 2 m by 1 m of the floor; its axis is left of its middle
    const { x, y } = await real.spot();
    const spawned = await real.order({ do: 'spawn', thing: 'carton', pose: [x, y, 0, 0, 0, 0, 1] });
    expect(spawned).toBe(true);
    const [fx, cx, cy] = [WIDTH, 7.5, HEIGHT / 2 - 0.5];
    publish('/overhead/camera_info', 'sensor_msgs/msg/CameraInfo', {
      header: { frame_id: 'overhead' }, width: WIDTH, height: HEIGHT,
      distortion_model: 'plumb_bob', d: [0, 0, 0, 0, 0], k: [fx, 0, cx, 0, fx, cy, 0, 0, 1],
    });
    await real.eventually(said).toContain(
      "no transforms lead from 'overhead' to map or to the base of a robot");

    // it looks down: its x is the world's, its y the other way
    publish('/tf_static', 'tf2_msgs/msg/TFMessage', {
      transforms: [{
        header: { frame_id: 'map' }, child_frame_id: 'overhead',
        transform: { translation: { x, y, z: 2 }, rotation: { x: 1, y: 0, z: 0, w: 0 } },
      }],
    }, '--qos-durability', 'transient_local');
    await real.eventually(said).toBe('');
    // cardboard is neither red nor blue: it is over the picture below the camera alone
    const isOver = () => page.evaluate(() => {
      const canvas = document.querySelector<HTMLCanvasElement>('.image-view canvas')!;
      const at = (px: number) => canvas.getContext('2d')!.getImageData(px, 8, 1, 1).data;
      return [2, 7, 13, 28].map((px) => at(px)[1]! > 40);
    });
    await real.eventually(isOver).toEqual([false, true, false, false]);

    await page.click('input[name="av view"]');
    const corners = () => page.evaluate(() => {
      const { children } = tandem.viewer.root;
      const planes = children.find(({ name }) => name === 'camera plane')!.children as Mesh[];
      // the robot's own camera has another
      const plane = planes.find(({ matrix }) => matrix.elements[14] === 2);
      if (!plane?.visible) return undefined;
      const { position } = plane.geometry.attributes;
      return [0, 3].map((i) => {
        const corner = tandem.viewer.root.position.clone()
          .set(position!.getX(i), position!.getY(i), position!.getZ(i)).applyMatrix4(plane.matrix);
        return [corner.x, corner.y, corner.z];
      });
    });
    // 0.8 m before the camera: 8 of 32 pixels to the left of its axis, 24 to its right
    await real.eventually(async () => (await corners())?.flat().map((value) => value.toFixed(3)))
      .toEqual([x - 0.2, y + 0.2, 1.2, x + 0.6, y - 0.2, 1.2].map((value) => value.toFixed(3)));
  });
});
