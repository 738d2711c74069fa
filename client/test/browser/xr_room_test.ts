// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
// The world laid over the room of a real robot, for a person with a headset in that room.
import { Vector3 } from 'three';
import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '../../src/app';
import type { Vec2 } from '../../src/protocol/messages';
import { cornersOf } from '../../src/world/area';
import { matrixOf } from '../../src/xr/geometry/standing';
import type { Headset, Place } from './headset';
import { type Laboratory, useLaboratory } from './headset_twin';

// runs in the page
declare const tandem: App;

const shared = useLaboratory('metaQuestPro');
let lab: Laboratory;
let headset: Headset;
beforeAll(() => {
  lab = shared.laboratory;
  headset = lab.headset;
});

describe('the world over the room', () => {
  const FLOOR: Place = [-1, -0.6, 0];
  const THING: Place = [-0.4, -0.6, 0];

  it('shows what is virtual and leaves out what is real, but never the border', async () => {
    const { real, page } = headset;
    await headset.enter();
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
    await headset.enter('ar');
    expect(await page.evaluate(() => tandem.viewer.renderer.xr.getEnvironmentBlendMode())).toBe(
      'alpha-blend',
    );
    // nothing is drawn there, and nothing covers the room: it is seen
    await real.eventually(colors).toEqual({ seen: [false, true, false], empty: [0, 0, 0, 0] });
    await real.eventually(isBorderSeen).toBe(true);
    expect(await lab.sign()).toBeDefined();
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
    await headset.real.eventually(lab.said).toMatch(/lies on the real floor, within \d+ mm/);
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
    await headset.enter();
    const places = await corners();
    const marks = marksOf(places);
    await headset.choose('person', 'Align with the room');
    await real.eventually(() => headset.sheet('alignment')).toBe('0');
    await point(marks[0]!);
    expect(await headset.sheet('alignment')).toBe('1');
    const [[ax, , az], [bx, , bz]] = marks as [Place, Place];
    // a fifth too far
    await point([bx + 0.2 * (bx - ax), 0, bz + 0.2 * (bz - az)]);
    await real.eventually(lab.said).toMatch(/Not aligned: the points are 3\.00 m apart/);
    expect(await page.evaluate(() => tandem.xr.aligned.value)).toBeUndefined();

    await align(marks);
    expect(await headset.sheet('alignment')).toBeUndefined();
    await expectMarksAt(marks, places);
    expect(await isWhereRoomIs()).toBe(true);

    // who goes elsewhere by the stick is told how near the robot really is
    const robot = (await real.robot()).pose;
    await headset.look([robot[0], robot[1] - 0.5, 1.6], [robot[0], robot[1] + 3, 1]);
    await headset.stick('left', 0, 1);
    await real.eventually(lab.warning).toMatch(/^emaros is 0\.\d m from where you really stand/);
    await headset.stick('left', 0, 0);
    expect(await isWhereRoomIs()).toBe(false);
    await page.evaluate(() => tandem.xr.home());
    await headset.frames();
    expect(await isWhereRoomIs()).toBe(true);
  });

  it('is said not to lie there as long as it does not, in pass-through', async () => {
    const { page, real } = headset;
    const hint = () => headset.sheet('unaligned');
    const WRONG = 'Marks and border are not where the real robot is. In the menu: You, ';
    const marks = marksOf(await corners());
    await headset.enter('ar');
    expect(await hint()).toBe(`${WRONG}Align with the room.`);
    await headset.frames(20);
    expect(await hint()).toBe(`${WRONG}Align with the room.`);
    await headset.choose('person', 'Align with the room');
    // one sentence at a time
    await real.eventually(() => headset.sheet('alignment')).toBe('0');
    expect(await hint()).toBeUndefined();
    for (const mark of marks) await point(mark);
    await real.eventually(lab.said).toMatch(/lies on the real floor/);
    await headset.frames();
    expect(await isWhereRoomIs()).toBe(true);
    expect(await hint()).toBeUndefined();

    // elsewhere by the stick, and back by the menu
    await headset.stick('left', 0, 1);
    await headset.stick('left', 0, 0);
    await real.eventually(hint).toBe(`${WRONG}Back to the start.`);
    await headset.choose('person', 'Back to the start');
    await real.eventually(hint).toBeUndefined();

    // nobody knows any more where the room is
    await page.evaluate(() => tandem.xr.moveRoom(undefined));
    await real.eventually(hint).toBe(`${WRONG}Align with the room.`);
    // in VR nothing of the real room is seen that marks could be taken for
    await headset.enter('vr');
    expect(await lab.sign()).toBeDefined();
    expect(await hint()).toBeUndefined();
  });

  it('shows where the robot of a paused twin is, and goes along when that goes on', async () => {
    const { real } = headset;
    await headset.enter();
    const before = await corners();
    const marks = marksOf(before);
    await align(marks);
    expect(await lab.pause(true)).toBe(true);
    await real.eventually(lab.sign).toMatch(/^error seen here, twin paused: stopped/);
    const { twin: stood } = await lab.marked();
    const away = async () => {
      const { twin, real: place } = await lab.marked();
      return Math.hypot(twin[0] - place[0], twin[1] - place[1]);
    };
    // 0.6 m, however late one comes to look
    await lab.drive(0.15, 0, 40);
    await real.eventually(away).toBeGreaterThan(0.4);
    await lab.expectMarkAtRobot();
    expect((await lab.marked()).twin).toEqual(stood);
    // who drives at no speed has the gate open, too
    await lab.drive(0, 0);
    await real.eventually(lab.sign).toMatch(/^warning seen here, twin paused: may drive/);
    await lab.stopDriving();
    await real.eventually(lab.sign).toMatch(/^error seen here, twin paused: stopped/);
    // nobody sees by its twin how near it is
    const [x, y] = (await lab.marked()).real;
    await headset.look([x, y - 0.6, 1.6], [x, y + 3, 1]);
    await real.eventually(lab.warning).toMatch(/^emaros is 0\.[5-7] m from where you really stand/);

    expect(await lab.pause(false)).toBe(true);
    await real.eventually(async () => (await real.robot()).paused).toBe(false);
    await real.eventually(lab.said).toMatch(/The world was moved/);
    const after = await corners();
    for (const i of [0, 1]) {
      const far = Math.hypot(after[i]![0] - before[i]![0], after[i]![1] - before[i]![1]);
      // the robot went so far from its twin, which stayed
      expect(far).toBeGreaterThan(0.3);
    }
    await expectMarksAt(marks, after);
    expect(await isWhereRoomIs()).toBe(true);
  });
});
