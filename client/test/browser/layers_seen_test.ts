// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
// What layers show of a run in a ROS 2 network, and what its scenario observes.
import type {
  BufferGeometry, Mesh, MeshBasicMaterial, Object3D, Points, Sprite,
} from 'three';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { App } from '../../src/app';
import { DOMAIN, Program } from './program';
import type { RealPage } from './real_page';
import { useRealRun } from './real_run';

// runs in the page
declare const tandem: App;

const OBSERVED = '[{topic: /emaros/telemetry, label: CPU, pattern: "cpu: (\\\\d+)", unit: "%", '
  + 'warn_above: 80, error_above: 95}]';
const shared = useRealRun('push', DOMAIN, ['--set', `observe=${OBSERVED}`]);
let real: RealPage;
beforeAll(() => {
  real = shared.real;
});

const programs: Program[] = [];
afterEach(async () => {
  await Promise.all(programs.splice(0).map((program) => program.stop()));
});
function publish(topic: string, type: string, message: unknown): Program {
  const program = new Program('TANDEM',
    ['topic', 'pub', '--rate', '5', topic, type, JSON.stringify(message)]);
  programs.push(program);
  return program;
}

const isOn = (layer: string) => real.page.isChecked(`input[name="${layer}"]`);
async function setOn(layer: string, on: boolean): Promise<void> {
  if ((await isOn(layer)) !== on) await real.page.click(`input[name="${layer}"]`);
}

/** What a layer has in the scene, and whether that is seen. */
const root = (layer: string) => real.page.evaluate((name) => {
  const found = tandem.viewer.root.children.find((child) => child.name === name)!;
  const parts = found.children.filter(({ visible, children }) =>
    visible && (children.length === 0 || children.some((child) => child.visible)));
  return { isVisible: found.visible, parts: parts.length };
}, layer);

describe('layers', () => {
  it('by the names of FR-18 are shown and hidden, by click and by key', async () => {
    const { page } = real;
    const brightness = () => page.evaluate(() => {
      let sum = 0;
      tandem.viewer.lighting.root.traverseVisible((light) => {
        sum += (light as Object3D & { intensity?: number }).intensity ?? 0;
      });
      return sum;
    });
    const lit = await brightness();
    for (const [layer, key, isShown] of [
      ['robot body', 'b', () => page.evaluate(() => tandem.world.robots.visible)],
      ['lights', 'l', async () => (await brightness()) === lit],
      ['billboard', 'i', async () => (await root('billboard')).isVisible],
      ['camera plane', 'm', async () => (await root('camera plane')).isVisible],
    ] as const) {
      const before = await isOn(layer);
      expect(await isShown(), layer).toBe(before);
      await page.click(`input[name="${layer}"]`);
      await real.eventually(isShown).toBe(!before);
      await page.locator(`input[name="${layer}"]`).blur();
      await page.keyboard.press(key);
      await real.eventually(isShown).toBe(before);
      expect(await isOn(layer)).toBe(before);
    }
  });

  it('show what a lidar measures, where robots were, and their frames', async () => {
    const { page } = real;
    await setOn('lidar points', true);
    await real.eventually(() => page.evaluate(() => {
      const layer = tandem.viewer.root.children.find(({ name }) => name === 'lidar points')!;
      const cloud = layer.children[0] as Points | undefined;
      return layer.visible ? cloud?.geometry.drawRange.count : 0;
    })).toBeGreaterThan(10);
    // the robot of this scenario drives by itself
    await setOn('trajectories', true);
    await real.eventually(async () => (await root('trajectories')).parts).toBeGreaterThan(0);
    await setOn('frames', true);
    const links = await page.evaluate(() => {
      const { entities } = tandem.store;
      return entities.links(entities.entity(entities.robots[0]!.entity)!).length;
    });
    await real.eventually(() => root('frames')).toEqual({ isVisible: true, parts: 1 + links });
    await setOn('trajectories', false);
    await setOn('frames', false);
    expect((await root('frames')).isVisible).toBe(false);
  });

  it('show the map', async () => {
    const { page } = real;
    await setOn('costmap', true);
    // the run itself publishes /map
    await real.eventually(() => page.evaluate(() => {
      const layer = tandem.viewer.root.children.find(({ name }) => name === 'costmap')!;
      return (layer.children as Mesh[])
        .some(({ visible, matrix }) => visible && matrix.elements[0]! > 1);
    })).toBe(true);
    // walls of the colour of what is occupied, and clear floor between them
    const cells = await page.evaluate(() => {
      const layer = tandem.viewer.root.children.find(({ name }) => name === 'costmap')!;
      const { material } = layer.children.find(({ visible }) => visible) as
        Mesh<BufferGeometry, MeshBasicMaterial>;
      const { data } = material.map!.image as { data: Uint8Array };
      const count = new Map<string, number>();
      for (let i = 0; i < data.length; i += 4) {
        const color = data.subarray(i, i + 4).join();
        count.set(color, (count.get(color) ?? 0) + 1);
      }
      return { walls: count.get('200,30,200,220') ?? 0, floor: count.get('0,0,0,0') ?? 0 };
    });
    expect(cells.walls).toBeGreaterThan(100);
    expect(cells.floor).toBeGreaterThan(cells.walls);
    await setOn('costmap', false);
  });

  it('are there after a reset, too, though a map is told only once', async () => {
    const { page } = real;
    const isShown = () => page.evaluate(() => {
      const layer = tandem.viewer.root.children.find(({ name }) => name === 'costmap')!;
      return (layer.children as Mesh[])
        .some(({ visible, matrix }) => visible && matrix.elements[0]! > 1);
    });
    await setOn('costmap', true);
    await real.eventually(isShown).toBe(true);
    const epoch = () => page.evaluate(() => tandem.store.epoch!);
    const before = await epoch();
    expect(await real.order({ do: 'reset' })).toBe(true);
    await real.eventually(epoch).toBeGreaterThan(before);
    await real.eventually(isShown).toBe(true);
    await setOn('costmap', false);
  });

  it('show what topics say of paths and goals', async () => {
    const { page } = real;
    const header = { frame_id: 'map' };
    const pose = (x: number) =>
      ({ header, pose: { position: { x, y: 0.5 }, orientation: { w: 1 } } });
    const before = (await root('path')).parts;
    publish('/emaros/plan', 'nav_msgs/msg/Path', { header, poses: [pose(0), pose(1)] });
    await real.eventually(async () => (await root('path')).parts).toBeGreaterThan(before);
    publish('/emaros/aim', 'geometry_msgs/msg/PoseStamped', pose(0.75));
    await real.eventually(() => page.evaluate(() => {
      const layer = tandem.viewer.root.children.find(({ name }) => name === 'goal')!;
      return layer.children.filter(({ visible }) => visible)
        .map(({ position: { x, y } }) => [x, y].map((value) => value.toFixed(3)));
    })).toContainEqual(['0.750', '0.500']);
  });
});

describe('what a scenario observes', () => {
  it('is picked out of text, has its unit, and the colour of its limits', async () => {
    const { page } = real;
    const said = () => page.evaluate(() => {
      const value = document.querySelector('#panel-telemetry dd');
      return [value?.textContent, value?.className.trim()];
    });
    const calm = publish('/emaros/telemetry', 'std_msgs/msg/String', { data: 'ram: 99 cpu: 42' });
    await real.eventually(said).toEqual(['42 %', 'number']);
    expect(await page.textContent('#panel-telemetry dt')).toBe('CPU');
    await setOn('billboard', true);
    await real.eventually(() => root('billboard')).toEqual({ isVisible: true, parts: 1 });
    // of letters in that colour on the board at the robot
    const letters = (red: number, green: number, blue: number) => page.evaluate((rgb) => {
      const layer = tandem.viewer.root.children.find(({ name }) => name === 'billboard')!;
      const canvas = (layer.children[0] as Sprite).material.map!.image as HTMLCanvasElement;
      const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
      let count = 0;
      for (let i = 0; i < data.length; i += 4)
        if (rgb.every((value, k) => Math.abs(data[i + k]! - value) < 8)) ++count;
      return count;
    }, [red, green, blue]);
    await real.eventually(() => letters(0xe8, 0xed, 0xf4)).toBeGreaterThan(20);
    expect(await letters(0xff, 0xc8, 0x57)).toBe(0);
    await calm.stop();
    const busy = publish('/emaros/telemetry', 'std_msgs/msg/String', { data: 'cpu: 85' });
    await real.eventually(said).toEqual(['85 %', 'number warning']);
    await real.eventually(() => letters(0xff, 0xc8, 0x57)).toBeGreaterThan(20);
    await busy.stop();
    publish('/emaros/telemetry', 'std_msgs/msg/String', { data: 'cpu: 97' });
    await real.eventually(said).toEqual(['97 %', 'number error']);
    await real.eventually(() => letters(0xff, 0x81, 0x78)).toBeGreaterThan(20);
  });
});
