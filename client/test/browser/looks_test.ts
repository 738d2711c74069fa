// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
// How the page looks: from where, in which colours, and on screens of which size.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { InstancedMesh } from 'three';
import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '../../src/app';
import { DESK } from './open';
import { RealPage } from './real_page';
import { STANDING, useRealRun } from './real_run';
import { Run } from './run';

// runs in the page
declare const tandem: App;

const shared = useRealRun('push', undefined, STANDING);
let real: RealPage;
beforeAll(() => {
  real = shared.real;
});

describe('cameras', () => {
  /** The eye and where it looks, in the world, and where the robot is. */
  const look = () => real.page.evaluate(() => {
    const { camera } = tandem.viewer.cameraView!;
    camera.updateMatrixWorld();
    const e = camera.matrixWorld.elements;
    const [x, y, z, , , , ] = tandem.store.status.value!.robots[0]!.pose;
    const radius = tandem.store.entities.robots[0]!.radius_m;
    return {
      eye: [e[12]! - x, -e[14]! - y, e[13]! - z], ahead: [-e[8]!, e[10]!, -e[9]!], radius,
      isOrthographic: 'isOrthographicCamera' in camera,
    };
  });
  const by = async (key: string) => {
    await real.page.keyboard.press(key);
    await real.page.evaluate(() => new Promise<void>((resolve) =>
      requestAnimationFrame(() => requestAnimationFrame(() => resolve()))));
    return look();
  };

  // the robot of this world stands at its beginning and looks along x
  it('are behind the robot, in its eyes and straight above', async () => {
    const follow = await by('2');
    expect(follow.eye[0]).toBeCloseTo(-Math.max(9 * follow.radius, 0.8), 1);
    expect(follow.eye[1]).toBeCloseTo(0, 2);
    expect(follow.ahead[0]).toBeGreaterThan(0.7);
    const eyes = await by('3');
    expect(eyes.eye[0]).toBeCloseTo(0.9 * eyes.radius, 2);
    expect(eyes.eye[1]).toBeCloseTo(0, 2);
    expect(eyes.ahead[0]).toBeCloseTo(1, 3);
    const above = await by('4');
    expect(above.isOrthographic).toBe(true);
    expect(above.ahead[2]).toBeCloseTo(-1, 9);
  });

  it('follow the robot when it turns', async () => {
    await real.page.keyboard.press('2');
    const before = await look();
    const entity = await real.page.evaluate(() => {
      const { robots, entity: find } = tandem.store.entities;
      return find.call(tandem.store.entities, robots[0]!.entity)!.name;
    });
    const { x, y } = (await real.origin(entity))!;
    const half = Math.SQRT1_2;
    const pose: [number, number, number, number, number, number, number] =
      [x, y, 0, 0, 0, half, half];
    expect(await real.order({ do: 'move', entity, pose, velocity: null })).toBe(true);
    // behind one that looks along y is below it
    await real.eventually(async () => (await look()).eye[1]! / before.eye[0]!).toBeCloseTo(1, 1);
    await real.eventually(async () => (await look()).eye[0]!).toBeCloseTo(0, 1);
  });

  it('stand fast at the corners of what is interesting', async () => {
    const middle = await real.page.evaluate(() => {
      const [x, y] = tandem.store.status.value!.robots[0]!.pose;
      const [cx, cy] = tandem.store.world.value!.paint?.area ?? [0, 0];
      return [cx - x, cy - y];
    });
    const corners = [['5', -1, -1], ['6', 1, -1], ['7', 1, 1], ['8', -1, 1]] as const;
    for (const [key, west, south] of corners) {
      const { eye, ahead } = await by(key);
      expect(Math.sign(eye[0]! - middle[0]!), key).toBe(west);
      expect(Math.sign(eye[1]! - middle[1]!), key).toBe(south);
      // towards the middle, from above
      expect(Math.sign(ahead[0]!), key).toBe(-west);
      expect(Math.sign(ahead[1]!), key).toBe(-south);
      expect(ahead[2], key).toBeLessThan(-0.3);
    }
  });
});

describe('keys and buttons of tools', () => {
  it('make the brush wider and narrower, and it paints so wide', async () => {
    const { page } = real;
    await real.tool('paint');
    const width = () => page.inputValue('[aria-label="Width of the brush"]').then(Number);
    await page.locator('[aria-label="Width of the brush"]').fill('0.2');
    await page.keyboard.press(']');
    expect(await width()).toBeCloseTo(0.25, 6);
    await page.keyboard.press('[');
    await page.keyboard.press('[');
    expect(await width()).toBeCloseTo(0.16, 6);
    await page.keyboard.press('x');
    expect(await page.getAttribute('.tool-options button:has-text("Erase")', 'aria-pressed'))
      .toBe('true');
    await real.drag(await real.aim(-0.2, -0.3), await real.aim(0.2, -0.3));
    await page.mouse.up();
    await real.eventually(async () => (await real.of('paint')).length).toBeGreaterThan(0);
    for (const { width_m, erase } of await real.of('paint')) {
      expect(width_m).toBeCloseTo(0.16, 6);
      expect(erase).toBe(true);
    }
    await page.keyboard.press('x');
    expect(await page.getAttribute('.tool-options button:has-text("Erase")', 'aria-pressed'))
      .toBe('false');
  });

  it('turn and take away what is selected by buttons', async () => {
    const { page } = real;
    const { x, y } = await real.spot();
    await real.order({ do: 'spawn', thing: 'carton', pose: [x, y, 0, 0, 0, 0, 1] });
    await real.eventually(async () => (await real.origin('carton')) !== undefined).toBe(true);
    const before = (await real.origin('carton'))!;
    await real.tool('grab');
    const at = await real.aim(before.x, before.y, before.z);
    await page.mouse.click(at.x, at.y);
    await page.click('[aria-label="Turn left (q)"]');
    await real.eventually(async () => (await real.origin('carton'))!.yaw - before.yaw)
      .toBeCloseTo(Math.PI / 12, 2);
    await page.click('[aria-label="Take it away (Delete)"]');
    await real.eventually(() => real.origin('carton')).toBeUndefined();
  });

  it('begin the world anew by shift and r', async () => {
    const { episode_s } = await real.status();
    await real.eventually(async () => (await real.status()).episode_s)
      .toBeGreaterThan(episode_s + 0.2);
    await real.page.keyboard.press('Shift+R');
    await real.eventually(async () => (await real.of('reset')).length).toBe(1);
  });
});

describe('the picture', () => {
  it('has shadows in high quality', async () => {
    await real.page.selectOption('[aria-label="Quality of the picture"]', 'high');
    await real.isLive();
    const shadowed = () => real.page.evaluate(() => {
      const maps: number[] = [];
      tandem.viewer.lighting.root.traverse((light) => {
        const { castShadow, shadow } =
          light as { castShadow?: boolean; shadow?: { map: { width: number } | null } };
        if (castShadow && shadow?.map) maps.push(shadow.map.width);
      });
      return maps.length;
    });
    await real.eventually(shadowed).toBeGreaterThan(0);
    await real.page.selectOption('[aria-label="Quality of the picture"]', 'auto');
    await real.isLive();
    await real.eventually(shadowed).toBe(0);
  });
});

/** A robot whose body is a wedge of an STL file: two triangles at its sides, three rectangles. */
const WEDGE = (() => {
  const [a, b, c] = [[-0.1, 0], [0.1, 0], [-0.1, 0.12]] as const;
  const at = ([x, z]: readonly [number, number], y: number) => [x, y, z] as const;
  const faces = [[at(a, -0.1), at(b, -0.1), at(c, -0.1)], [at(a, 0.1), at(c, 0.1), at(b, 0.1)],
    ...([[a, b], [b, c], [c, a]] as const).flatMap(([from, to]) => [
      [at(from, -0.1), at(from, 0.1), at(to, 0.1)], [at(from, -0.1), at(to, 0.1), at(to, -0.1)],
    ])];
  const lines = faces.map((face) => `facet normal 0 0 0\nouter loop\n${
    face.map((corner) => `vertex ${corner.join(' ')}\n`).join('')}endloop\nendfacet\n`);
  return `solid wedge\n${lines.join('')}endsolid wedge\n`;
})();
const wheel = (side: string, y: number) => `<link name="${side}"><inertial><mass value="0.1"/>
<inertia ixx="1e-4" iyy="1e-4" izz="1e-4" ixy="0" ixz="0" iyz="0"/></inertial>
<collision><geometry><sphere radius="0.05"/></geometry></collision></link>
<joint name="${side}" type="continuous"><parent link="base"/><child link="${side}"/>
<origin xyz="0 ${y} 0.05"/><axis xyz="0 1 0"/></joint>`;
const ROBOT = `<robot name="wedge"><link name="base"><inertial><mass value="2"/>
<inertia ixx="0.01" iyy="0.01" izz="0.01" ixy="0" ixz="0" iyz="0"/></inertial>
<visual><origin xyz="0 0 0.05"/><geometry><mesh filename="wedge.stl"/></geometry></visual>
<collision><origin xyz="0 0 0.1"/><geometry><box size="0.2 0.2 0.1"/></geometry></collision>
</link>${wheel('left', 0.12)}${wheel('right', -0.12)}</robot>`;
const SCENARIO = `name: wedge
world: floor.sdf
robots:
  - name: wedge
    model: wedge.urdf
    drive: {type: differential, left_joints: [left], right_joints: [right]}
`;
const FLOOR = `<sdf version="1.9"><world name="floor"><model name="floor"><static>true</static>
<link name="link"><collision name="c"><geometry><plane><normal>0 0 1</normal><size>20 20</size>
</plane></geometry></collision><visual name="v"><geometry><plane><normal>0 0 1</normal>
<size>20 20</size></plane></geometry></visual></link></model></world></sdf>`;

describe('a robot of meshes', () => {
  it('is drawn from its file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tandem-meshes-'));
    const files =
      { 'wedge.stl': WEDGE, 'wedge.urdf': ROBOT, 'floor.sdf': FLOOR, 'wedge.yaml': SCENARIO };
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    const run = await Run.start(join(folder, 'wedge.yaml'));
    const page = await shared.context.newPage();
    await page.goto(run.link);
    // eight triangles of a box that is as large as the file says
    await expect.poll(() => page.evaluate(() =>
      tandem.world.robots.children.flatMap((child) => {
        const { geometry } = child as InstancedMesh;
        if (!geometry.attributes.position) return [];
        geometry.computeBoundingBox();
        const { min, max } = geometry.boundingBox!;
        return [{
          triangles: (geometry.index ?? geometry.attributes.position).count / 3,
          size: max.clone().sub(min).toArray().map((metres) => Number(metres.toFixed(3))),
        }];
      }))).toEqual([{ triangles: 8, size: [0.2, 0.2, 0.12] }]);
    await page.close();
    await run.stop();
    rmSync(folder, { recursive: true });
  });
});

describe('colours', () => {
  it('are dark or light, with words that can be read', async () => {
    const { page } = real;
    // contrast of words with what is behind them, as WCAG counts it
    const seen = () => page.evaluate(() => {
      const luminance = (color: string) => {
        const [r, g, b] = color.match(/[\d.]+/g)!.slice(0, 3).map(Number).map((value) => {
          const share = value / 255;
          return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
      };
      const card = getComputedStyle(document.querySelector('.column .card')!).backgroundColor;
      const words = ['.bar', '.column .card summary', '.column .soft']
        .map((selector) => luminance(getComputedStyle(document.querySelector(selector)!).color));
      const ground = luminance(card);
      return {
        ground,
        contrast: Math.min(...words.map((word) =>
          (Math.max(word, ground) + 0.05) / (Math.min(word, ground) + 0.05))),
      };
    });
    await page.emulateMedia({ colorScheme: 'light' });
    await real.eventually(async () => (await seen()).ground).toBeGreaterThan(0.8);
    expect((await seen()).contrast).toBeGreaterThan(4.5);
    await page.emulateMedia({ colorScheme: 'dark' });
    await real.eventually(async () => (await seen()).ground).toBeLessThan(0.05);
    expect((await seen()).contrast).toBeGreaterThan(4.5);
    await page.emulateMedia({ colorScheme: null });
  });
});

describe('on every screen', () => {
  /** What can be pressed and is outside of the window, or over something else of its kind. */
  const misplaced = (page: RealPage['page']) => page.evaluate(() => {
    const all = [...document.querySelectorAll(
      '.bar button, .bar select, .bar .pill, .clock, .tool-dock button, .tool-dock input, '
      + '.tool-dock select, .stick')]
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0);
    const name = (element: Element) => element.outerHTML.slice(0, 90);
    const outside = all.filter(({ box }) => box.left < 0 || box.right > innerWidth || box.top < 0
      || box.bottom > innerHeight).map(({ element }) => name(element));
    const over = all.flatMap(({ element, box: a }, i) => all.slice(i + 1)
      .filter(({ element: other }) => !element.contains(other) && !other.contains(element))
      .filter(({ box: b }) => a.left < b.right - 1 && b.left < a.right - 1
        && a.top < b.bottom - 1 && b.top < a.bottom - 1)
      .map((other) => `${name(element)} over ${name(other.element)}`));
    const dock = document.querySelector('.tool-dock')!.getBoundingClientRect();
    const columns = [...document.querySelectorAll('.column')]
      .map((column) => column.getBoundingClientRect()).filter(({ width }) => width > 0);
    const cards = [...document.querySelectorAll('.tool-dock > .card:not([hidden])')]
      .map((card) => card.getBoundingClientRect());
    const covered = columns.flatMap((column) => cards.filter((card) =>
      card.left < column.right - 1 && column.left < card.right - 1).map(() => 'tools over panels'));
    return [...outside, ...over, ...covered, ...(dock.top < 100 ? ['tools reach the bar'] : [])];
  });

  it('everything has its place, whichever tool is open', async () => {
    const context = await shared.browser.newContext(DESK);
    const other = await RealPage.open(context, shared.run.link);
    for (const [width, height] of [[1280, 720], [768, 1024]] as const) {
      await other.page.setViewportSize({ width, height });
      for (const tool of ['look', 'drive', 'goal', 'paint', 'place', 'grab']) {
        await other.tool(tool);
        if (tool === 'place') await other.page.waitForSelector('[data-thing=carton]');
        await other.eventually(async () => [width, tool, ...await misplaced(other.page)])
          .toEqual([width, tool]);
      }
      await other.tool('look');
    }
    await context.close();
  });
});
