// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
// A person with a headset beside a real robot, for which a stand-in drives: what is always seen of
// it, what is warned of, and the world laid over the room.
import { Vector3 } from 'three';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Mesh, MeshBasicMaterial, Object3D, Sprite } from 'three';
import type { App } from '../../src/app';
import { cornersOf } from '../../src/world/area';
import { matrixOf } from '../../src/xr/geometry/standing';
import { EYES, Headset, withoutMonitor } from './headset';
import { useTwin } from './twin_run';

// runs in the page
declare const tandem: App;
declare let driving: ReturnType<typeof setInterval>;

type Place = [number, number, number];

// The room of the stand-in is elsewhere in the world, turned, and larger than what the tracker sees
// of it: that is 4 by 3 m around the world's origin, and the robot can leave it.
const ROOM = [
  'robots.emaros.mode=twin', 'robots.emaros.twin.room={x: 0.2, y: 0.1, yaw_deg: 90}',
];
const shared = useTwin([
  ...ROOM,
  'tracking={area: {size_x_m: 1, size_y_m: 1}}',
  'robots.emaros.twin.area={x: -0.1, y: 0.2, size_x_m: 3, size_y_m: 4}',
], ROOM);
const CALM = 0x1f8fff;

let headset: Headset;
beforeAll(async () => {
  const context = await shared.browser.newContext(EYES);
  await withoutMonitor(context);
  headset = await Headset.open(context, shared.run.link, 'metaQuestPro');
});

const sign = () => headset.sheet('robot emaros');
const warning = () => headset.sheet('warning');
/** The border of the tracked area: undefined if it is not drawn. */
const border = () =>
  headset.page.evaluate(() => {
    const mesh = tandem.viewer.root.getObjectByName('border') as Mesh | undefined;
    let isSeen = mesh !== undefined;
    for (let o: Object3D | null = mesh ?? null; o; o = o.parent) isSeen &&= o.visible;
    return isSeen ? (mesh!.material as MeshBasicMaterial).color.getHex() : undefined;
  });
/** Where the border is: the least and the largest x and y. */
const bordered = () =>
  headset.page.evaluate(() => {
    const { geometry } = tandem.viewer.root.getObjectByName('border') as Mesh;
    geometry.computeBoundingBox();
    const { min, max } = geometry.boundingBox!;
    return [min.x, min.y, max.x, max.y];
  });
const drive = (linear: number, angular: number) =>
  headset.page.evaluate(
    ([v, w]) => {
      clearInterval((window as { driving?: typeof driving }).driving);
      const robot = 'emaros';
      const order = { do: 'drive', robot, linear_mps: v!, angular_radps: w! } as const;
      Object.assign(window, { driving: setInterval(() => void tandem.order(order), 100) });
    },
    [linear, angular],
  );
const stopDriving = () =>
  headset.page.evaluate(() => clearInterval((window as { driving?: typeof driving }).driving));

describe('a real robot', () => {
  it('is seen with its stop state, and so is the border, whatever layers are off', async () => {
    const { real, page } = headset;
    await headset.enter();
    await page.evaluate(() => {
      for (const layer of tandem.layers.all) tandem.layers.isOn(layer).set(false);
    });
    // gates open for who drives
    await real.eventually(sign).toMatch(/^error stopped \(closed/);
    expect(await border()).toBe(CALM);
    // with half of the band's width
    expect(await bordered()).toEqual([-2.02, -1.52, 2.02, 1.52].map((at) => expect.closeTo(at, 6)));
    expect(await warning()).toBeUndefined();
    await drive(0, 0.5);
    await real.eventually(sign).toMatch(/^ok /);
    const [x, y] = (await real.robot()).pose;
    const mark = await page.evaluate(
      () =>
        tandem.viewer.root.getObjectByName('mark emaros')!.position.toArray() as
          [number, number, number],
    );
    expect(mark).toEqual([expect.closeTo(x, 2), expect.closeTo(y, 2), expect.closeTo(0, 3)]);
    await stopDriving();
    await real.eventually(sign).toMatch(/^error stopped \(closed/);
    await page.evaluate(() => {
      for (const layer of tandem.layers.all)
        tandem.layers.isOn(layer).set(layer.isOnByDefault === true);
    });
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
    expect(await warning()).toBeUndefined();
    await headset.look([0, 1.6, 1.6], [0.5, 3, 0]);
    expect(await warning()).toBe('You have left the tracked area.');
    expect(await border()).not.toBe(CALM);
    await headset.frames(20);
    expect(await warning()).toBe('You have left the tracked area.');
    await headset.look([0, 0, 1.6], [0.5, 1, 0]);
    expect(await warning()).toBeUndefined();
    expect(await border()).toBe(CALM);
    await real.eventually(sign).toBeDefined();
  });

  it('stands still by the menu while its robot moves on', async () => {
    const { real } = headset;
    await headset.choose('faults', 'emaros stands still');
    await real.eventually(async () => (await real.robot()).paused).toBe(true);
    await headset.choose('faults', 'emaros stands still');
    await real.eventually(async () => (await real.robot()).paused).toBe(false);
  });
});

describe('the world over the room', () => {
  const FLOOR: Place = [-1, -0.6, 0];
  const THING: Place = [-0.4, -0.6, 0];

  it('shows what is virtual and leaves out what is real', async () => {
    const { real, page } = headset;
    expect(
      await real.order({ do: 'spawn', thing: 'carton', pose: [...THING, 0, 0, 0, 1] }),
    ).toBe(true);
    await real.eventually(() => real.origin('carton')).toBeDefined();
    const robot = (await real.robot()).pose;
    // beside the post that marks it
    const body: Place = [robot[0] - 0.07, robot[1], 0.06];
    const onThing: Place = [THING[0], THING[1], 0.1];
    const colors = async () => {
      // within the area: who has left it has a warning before their eyes
      await headset.look([-0.3, -1.3, 1.4], [-0.3, -0.5, 0]);
      return Promise.all([FLOOR, onThing, body].map((place) => headset.colorAt(place)));
    };
    const [floor, thing, twin] = await colors();
    for (const color of [floor, thing, twin]) expect(Math.max(...color!)).toBeGreaterThan(20);
    await headset.leave();
    await headset.rest();
    await headset.enter('ar');
    expect(await page.evaluate(() => tandem.viewer.renderer.xr.getEnvironmentBlendMode())).toBe(
      'alpha-blend',
    );
    const [floorIn, thingIn, twinIn] = await colors();
    // nothing is drawn there: the room is seen
    expect(floorIn).toEqual([0, 0, 0]);
    expect(twinIn).toEqual([0, 0, 0]);
    expect(Math.max(...thingIn!)).toBeGreaterThan(20);
    expect(await sign()).toBeDefined();
  });

  it('is laid onto it by two corners that are pointed out, and refuses others', async () => {
    const { page, real } = headset;
    // how the room is to stand: the corners of the area are there in the room
    const standing = { place: new Vector3(0.4, 0, -0.3), turn: 0.6 };
    const roomFromScene = matrixOf(standing).invert();
    // the room lies a little elsewhere since its twin stood still and went on from where it was
    const area = await page.evaluate(() => tandem.store.status.value!.robots[0]!.area!);
    expect(area).toEqual([0, 0, Math.PI / 2, 3, 4].map((number) => expect.closeTo(number, 1)));
    const corners = cornersOf(area).slice(0, 2);
    const marks = corners.map(([x, y]) => {
      const { x: mx, z: mz } = new Vector3(x, 0, -y).applyMatrix4(roomFromScene);
      return [mx, 0, mz] as Place;
    });
    const inWorld = (mark: Place) =>
      page.evaluate((at) => {
        const { viewer, xr } = tandem;
        return xr.worldOf(viewer.root.position.clone().set(...at)).toArray() as Place;
      }, mark);
    const point = async (mark: Place) => {
      await headset.aim('right', await inWorld(mark));
      await headset.click();
    };

    await headset.choose('person', 'Align with the room');
    await headset.frames();
    expect(await headset.sheet('alignment')).toBe('0');
    await point(marks[0]!);
    expect(await headset.sheet('alignment')).toBe('1');
    const [[ax, , az], [bx, , bz]] = marks as [Place, Place];
    // a fifth too far
    await point([bx + 0.2 * (bx - ax), 0, bz + 0.2 * (bz - az)]);
    expect(await headset.sheet('notices')).toMatch(/Not aligned: the points are 3\.00 m apart/);
    expect(await page.evaluate(() => tandem.xr.aligned.value)).toBeUndefined();

    await headset.choose('person', 'Align with the room');
    for (const mark of marks) await point(mark);
    expect(await headset.sheet('alignment')).toBeUndefined();
    expect(await headset.sheet('notices')).toMatch(/lies on the real floor, within \d+ mm/);
    for (const [i, mark] of marks.entries()) {
      const [x, y] = await inWorld(mark);
      expect(x).toBeCloseTo(corners[i]![0], 4);
      expect(y).toBeCloseTo(corners[i]![1], 4);
    }
    expect(await page.evaluate(() => tandem.xr.isWhereRoomIs)).toBe(true);

    // who goes elsewhere by the stick is told how near the robot really is
    const robot = (await real.robot()).pose;
    await headset.look([robot[0], robot[1] - 0.5, 1.6], [robot[0], robot[1] + 3, 1]);
    await headset.stick('left', 0, 1);
    await real.eventually(warning).toMatch(/^emaros is 0\.\d m from where you really stand/);
    await headset.stick('left', 0, 0);
    expect(await page.evaluate(() => tandem.xr.isWhereRoomIs)).toBe(false);
    await page.evaluate(() => tandem.xr.home());
    await headset.frames();
    expect(await page.evaluate(() => tandem.xr.isWhereRoomIs)).toBe(true);
    await headset.leave();
    await headset.rest();
    expect(headset.real.complaints).toEqual([]);
  });
});

describe('a robot that is lost', () => {
  it('has left the tracked area: everybody is warned as long as it is outside', async () => {
    const { real } = headset;
    await headset.enter();
    await drive(1, 0);
    await real.eventually(warning).toBe('emaros has left the tracked area.');
    await real.eventually(sign).toMatch(/^error has left the tracked area/);
    expect(await border()).not.toBe(CALM);
    // its gate stops it there, whoever drives on
    const { gate: state, gate_reason: reason, inside } = await real.robot();
    expect([state, inside]).toEqual(['closed', false]);
    expect(reason).toMatch(/outside of the tracked area/);
    await stopDriving();
    await headset.frames(20);
    expect(await warning()).toBe('emaros has left the tracked area.');
  });

  it('is not tracked, or unknown when Tandem is gone: both are said', async () => {
    const { real } = headset;
    await shared.plant.kill();
    shared.startPlant();
    await real.eventually(sign).toMatch(/^error stopped/);
    expect(await warning()).toBeUndefined();
    await shared.plant.kill();
    await real.eventually(sign).toMatch(/^error not tracked/);
    await shared.run.stop();
    await real.eventually(sign).toBe('error unknown: Tandem does not answer');
  });
});
