// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
// A person with a headset beside a real robot, for which a stand-in drives: what is always seen of
// it, what is warned of, and the world laid over the room.
import { Vector3 } from 'three';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Mesh, MeshBasicMaterial, Object3D, Sprite } from 'three';
import type { App } from '../../src/app';
import type { Vec2 } from '../../src/protocol/messages';
import { cornersOf } from '../../src/world/area';
import { matrixOf } from '../../src/xr/geometry/standing';
import { EYES, Headset, withoutMonitor } from './headset';
import { Program } from './program';
import { useTwin } from './twin_run';

// runs in the page
declare const tandem: App;
declare const notices: string[];

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
// what is said in passing may be gone when a busy machine comes to look
beforeEach(() =>
  headset.page.evaluate(() => {
    const said: string[] = [];
    Object.assign(window, { notices: said });
    tandem.notices.shown.on(({ text }) => void said.push(text));
  }),
);
const said = () => headset.page.evaluate(() => notices.join(' '));

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

/** Somebody else does so: a browser that draws without a GPU forgets to steer now and then. */
let driver: Program | undefined;
async function drive(linear: number, angular: number): Promise<void> {
  await stopDriving();
  driver = new Program('TANDEM', ['topic', 'pub', '--rate', '10', '/emaros/cmd_vel',
    'geometry_msgs/msg/Twist', `{linear: {x: ${linear}}, angular: {z: ${angular}}}`]);
}
async function stopDriving(): Promise<void> {
  await driver?.stop();
  driver = undefined;
}
afterEach(stopDriving);

/** The mark of the robot in a picture, and what was known of it then. */
const marked = () =>
  headset.page.evaluate(
    () =>
      new Promise<{ mark: Place; twin: Place; real: Place | null }>((resolve) => {
        const end = tandem.viewer.afterTurn.on(() => {
          end();
          const { pose, real = null } = tandem.store.status.value!.robots[0]!;
          const mark = tandem.viewer.root.getObjectByName('mark emaros')!;
          resolve({ mark: mark.position.toArray(), twin: [pose[0], pose[1], pose[2]], real });
        });
      }),
  );
/** It stands where the real robot is, and not where its twin may be. */
async function expectMarkAtRobot(): Promise<void> {
  const { mark, real } = await marked();
  expect(mark).toEqual([expect.closeTo(real![0], 6), expect.closeTo(real![1], 6), 0]);
}

describe('a real robot', () => {
  it('is seen with its stop state, and so is the border, whatever layers are off', async () => {
    const { real, page } = headset;
    await headset.enter();
    await page.evaluate(() => {
      for (const layer of tandem.layers.all) tandem.layers.isOn(layer).set(false);
    });
    // gates open for who drives
    await real.eventually(sign).toMatch(/^error stopped \(closed/);
    // in its own room it looks to the right: that is turned to the left
    const [, , , qx, qy, qz, qw] = (await real.robot()).pose;
    expect(Math.atan2(2 * (qw * qz + qx * qy), 1 - 2 * (qy * qy + qz * qz))).toBeCloseTo(0, 1);
    await real.eventually(border).toBe(CALM);
    // with half of the band's width
    expect(await bordered()).toEqual([-2.02, -1.52, 2.02, 1.52].map((at) => expect.closeTo(at, 6)));
    expect(await warning()).toBeUndefined();
    await drive(0, 0.5);
    await real.eventually(sign).toMatch(/^ok /);
    await expectMarkAtRobot();
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
    await real.eventually(warning).toBe('You have left the tracked area.');
    expect(await border()).not.toBe(CALM);
    await headset.frames(20);
    expect(await warning()).toBe('You have left the tracked area.');
    await headset.look([0, 0, 1.6], [0.5, 1, 0]);
    await real.eventually(warning).toBeUndefined();
    await real.eventually(border).toBe(CALM);
    await real.eventually(sign).toBeDefined();
  });

  it('stands still by the menu while its robot moves on', async () => {
    const { real } = headset;
    await headset.choose('faults', 'emaros stands still');
    await real.eventually(async () => (await real.robot()).paused).toBe(true);
    await real.eventually(sign).toMatch(/^error seen here, twin paused: stopped/);
    await headset.choose('faults', 'emaros stands still');
    await real.eventually(async () => (await real.robot()).paused).toBe(false);
  });
});

describe('the world over the room', () => {
  const FLOOR: Place = [-1, -0.6, 0];
  const THING: Place = [-0.4, -0.6, 0];

  it('shows what is virtual and leaves out what is real, but never the border', async () => {
    const { real, page } = headset;
    // the middle of the side with the least y, and a thing of 0.4 m that ends there
    const [a, b] = cornersOf((await real.robot()).area!).sort((p, q) => p[1] - q[1]);
    const side: Place = [(a![0] + b![0]) / 2, (a![1] + b![1]) / 2, 0];
    for (const at of [THING, [side[0], side[1] + 0.2, 0]] as Place[])
      expect(await real.order({ do: 'spawn', thing: 'carton', pose: [...at, 0, 0, 0, 1] })).toBe(
        true,
      );
    await real.eventually(() => real.origin('carton_2')).toBeDefined();
    /** From above, behind the thing: blue through it, which itself is brown. */
    const isBorderSeen = async () => {
      await headset.look([side[0], side[1] + 0.5, 1.4], side);
      const [red, , blue] = await headset.colorAt(side);
      const [redOfThing, , blueOfThing] = await headset.colorAt([side[0], side[1] + 0.2, 0.4]);
      return blue! > red! + 60 && redOfThing! > blueOfThing!;
    };
    await real.eventually(isBorderSeen).toBe(true);
    const robot = (await real.robot()).pose;
    // beside the post that marks it
    const body: Place = [robot[0] - 0.07, robot[1], 0.06];
    const onThing: Place = [THING[0], THING[1], 0.1];
    const isSeen = async (place: Place) => Math.max(...(await headset.colorAt(place))) > 20;
    /** Which of them are drawn, and what shows where nothing is: red, green, blue and cover. */
    const colors = async () => {
      // within the area: who has left it has a warning before their eyes
      await headset.look([-0.3, -1.3, 1.4], [-0.3, -0.5, 0]);
      const seen = [];
      for (const place of [FLOOR, onThing, body]) seen.push(await isSeen(place));
      return { seen, empty: await headset.clearColor() };
    };
    await real.eventually(colors).toEqual({
      seen: [true, true, true],
      empty: [expect.anything(), expect.anything(), expect.anything(), 1],
    });
    await headset.leave();
    await headset.rest();
    await headset.enter('ar');
    expect(await page.evaluate(() => tandem.viewer.renderer.xr.getEnvironmentBlendMode())).toBe(
      'alpha-blend',
    );
    // nothing is drawn there, and nothing covers the room: it is seen
    await real.eventually(colors).toEqual({ seen: [false, true, false], empty: [0, 0, 0, 0] });
    await real.eventually(isBorderSeen).toBe(true);
    expect(await sign()).toBeDefined();
  });

  // how the room is to stand: the corners of the area are there in the room
  const standing = { place: new Vector3(0.4, 0, -0.3), turn: 0.6 };
  /** In the world, as the status says: two corners of what the tracker sees. */
  const corners = async () => cornersOf((await headset.real.robot()).area!).slice(0, 2);
  /** Where somebody has marked them on the real floor. */
  const marksOf = (places: readonly Vec2[]) =>
    places.map(([x, y]): Place => {
      const mark = new Vector3(x, 0, -y).applyMatrix4(matrixOf(standing).invert());
      return [mark.x, 0, mark.z];
    });
  const inWorld = (mark: Place) =>
    headset.page.evaluate((at) => {
      const { viewer, xr } = tandem;
      return xr.worldOf(viewer.root.position.clone().set(...at)).toArray() as Place;
    }, mark);
  const point = async (mark: Place) => {
    await headset.aim('right', await inWorld(mark));
    await headset.click();
  };
  async function align(marks: readonly Place[]): Promise<void> {
    await headset.choose('person', 'Align with the room');
    await headset.real.eventually(() => headset.sheet('alignment')).toBe('0');
    for (const mark of marks) await point(mark);
    await headset.real.eventually(said).toMatch(/lies on the real floor, within \d+ mm/);
  }
  const isWhereRoomIs = () => headset.page.evaluate(() => tandem.xr.isWhereRoomIs);
  async function expectMarksAt(marks: readonly Place[], places: readonly Vec2[]): Promise<void> {
    for (const [i, mark] of marks.entries()) {
      const [x, y] = await inWorld(mark);
      expect([x, y]).toEqual(places[i]!.map((c) => expect.closeTo(c, 4)));
    }
  }

  it('is laid onto it by two corners that are pointed out, and refuses others', async () => {
    const { page, real } = headset;
    const places = await corners();
    const marks = marksOf(places);
    await headset.choose('person', 'Align with the room');
    await real.eventually(() => headset.sheet('alignment')).toBe('0');
    await point(marks[0]!);
    expect(await headset.sheet('alignment')).toBe('1');
    const [[ax, , az], [bx, , bz]] = marks as [Place, Place];
    // a fifth too far
    await point([bx + 0.2 * (bx - ax), 0, bz + 0.2 * (bz - az)]);
    await real.eventually(said).toMatch(/Not aligned: the points are 3\.00 m apart/);
    expect(await page.evaluate(() => tandem.xr.aligned.value)).toBeUndefined();

    await align(marks);
    expect(await headset.sheet('alignment')).toBeUndefined();
    await expectMarksAt(marks, places);
    expect(await isWhereRoomIs()).toBe(true);

    // who goes elsewhere by the stick is told how near the robot really is
    const robot = (await real.robot()).pose;
    await headset.look([robot[0], robot[1] - 0.5, 1.6], [robot[0], robot[1] + 3, 1]);
    await headset.stick('left', 0, 1);
    await real.eventually(warning).toMatch(/^emaros is 0\.\d m from where you really stand/);
    await headset.stick('left', 0, 0);
    expect(await isWhereRoomIs()).toBe(false);
    await page.evaluate(() => tandem.xr.home());
    await headset.frames();
    expect(await isWhereRoomIs()).toBe(true);
    await headset.leave();
    await headset.rest();
    expect(headset.real.complaints).toEqual([]);
  });

  it('shows where the robot of a paused twin is, and goes along when that goes on', async () => {
    const { real } = headset;
    await headset.enter();
    const before = await corners();
    const marks = marksOf(before);
    await align(marks);
    const pause = (paused: boolean) => real.order({ do: 'pause_twin', robot: 'emaros', paused });
    expect(await pause(true)).toBe(true);
    await real.eventually(sign).toMatch(/^error seen here, twin paused: stopped/);
    const { twin: stood } = await marked();
    const away = async () => {
      const { twin, real: place } = await marked();
      return Math.hypot(twin[0] - place![0], twin[1] - place![1]);
    };
    await drive(0.3, 0);
    await real.eventually(away).toBeGreaterThan(0.4);
    await real.eventually(sign).toMatch(/^warning seen here, twin paused: may drive/);
    await expectMarkAtRobot();
    expect((await marked()).twin).toEqual(stood);
    await stopDriving();
    await real.eventually(sign).toMatch(/^error seen here, twin paused: stopped/);
    // nobody sees by its twin how near it is
    const [x, y] = (await marked()).real!;
    await headset.look([x, y - 0.6, 1.6], [x, y + 3, 1]);
    await real.eventually(warning).toMatch(/^emaros is 0\.[5-7] m from where you really stand/);

    expect(await pause(false)).toBe(true);
    await real.eventually(async () => (await real.robot()).paused).toBe(false);
    await real.eventually(said).toMatch(/The world was moved/);
    const after = await corners();
    for (const i of [0, 1]) {
      const far = Math.hypot(after[i]![0] - before[i]![0], after[i]![1] - before[i]![1]);
      // the robot went so far from its twin, which stayed
      expect(far).toBeGreaterThan(0.3);
    }
    await expectMarksAt(marks, after);
    expect(await isWhereRoomIs()).toBe(true);
    await headset.leave();
    await headset.rest();
  });
});

describe('a robot that is lost', () => {
  it('has left the tracked area: everybody is warned as long as it is outside', async () => {
    const { real } = headset;
    await headset.enter();
    await drive(1, 0);
    await real.eventually(warning).toBe('emaros has left the tracked area.');
    await real.eventually(sign).toMatch(/^error has left the tracked area/);
    await real.eventually(border).not.toBe(CALM);
    // its gate stops it there, whoever drives on
    await real.eventually(async () => {
      const { gate, gate_reason: reason, inside } = await real.robot();
      return { gate, reason, inside };
    }).toEqual({
      gate: 'closed', reason: expect.stringMatching(/outside of the tracked area/), inside: false,
    });
    await stopDriving();
    await headset.frames(20);
    await real.eventually(warning).toBe('emaros has left the tracked area.');
  });

  it('is not tracked, or unknown when Tandem is gone: both are said', async () => {
    const { real } = headset;
    await shared.plant.kill();
    shared.startPlant();
    await real.eventually(sign).toMatch(/^error stopped/);
    await real.eventually(warning).toBeUndefined();
    await shared.plant.kill();
    await real.eventually(sign).toMatch(/^error not tracked/);
    await shared.run.stop();
    await real.eventually(sign).toBe('error unknown: Tandem does not answer');
  });
});
