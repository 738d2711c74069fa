// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
// What people with headsets do by rays and grips: each ends in the right order and in the right
// change of the world.
import { Matrix4, Vector3 } from 'three';
import type { InstancedMesh, Mesh, MeshBasicMaterial } from 'three';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { XRDevice } from 'iwer';
import type { App } from '../../src/app';
import type { Order } from '../../src/protocol/messages';
import type { MenuItem } from '../../src/xr/menu/section';
import type { Headset } from './headset';
import { useHeadset } from './headset_run';
import { followPaint, paintAt } from './painted_floor';
import { DOMAIN, Program } from './program';
import { STANDING } from './real_run';

// runs in the page
declare const tandem: App;
declare const device: XRDevice;

const shared = useHeadset('metaQuest3', 'push', DOMAIN, STANDING);
let headset: Headset;
beforeAll(() => {
  headset = shared.headset;
});

const programs: Program[] = [];
afterEach(async () => {
  await Promise.all(programs.splice(0).map((program) => program.stop()));
});

describe('a goal', () => {
  const goals = (navigator: Program) =>
    navigator.lines
      .filter((line) => line.startsWith('goal'))
      .map((line) => {
        const [, frame, x, y, yaw] = line.split(' ');
        return { frame, x: Number(x), y: Number(y), yaw: Number(yaw) };
      });

  it('is where the ray meets the floor, turned by the wrist or by the stick', async () => {
    const navigator = new Program('PAGE_PEER', ['/emaros']);
    programs.push(navigator);
    await headset.real.eventually(async () => navigator.lines).toContain('ready');
    await headset.choose('tools', 'Goal');
    const [x, y] = await headset.head();
    const from: [number, number, number] = [x + 0.2, y + 0.3, 1.2];
    const at: [number, number, number] = [0.6, -0.8, 0];
    const away = Math.atan2(at[1] - from[1], at[0] - from[0]);

    // until the navigator, which is new in the network, has heard of one
    for (;;) {
      await headset.aim('right', at, { from });
      await headset.button('right', 'trigger', true);
      // an eighth clockwise turns the goal by a quarter
      await headset.aim('right', at, { roll: Math.PI / 4 });
      await headset.button('right', 'trigger', false);
      await headset.real
        .eventually(async () => (await headset.real.robot()).navigation.state)
        .not.toMatch(/^(none|asking)$/);
      if (goals(navigator).length > 0) break;
    }
    const [first] = goals(navigator);
    expect(first!.frame).toBe('map');
    expect(first!.x).toBeCloseTo(at[0], 4);
    expect(first!.y).toBeCloseTo(at[1], 4);
    expect(first!.yaw).toBeCloseTo(away - Math.PI / 2, 4);
    const sent = (await headset.real.of('goal')).at(-1)!;
    expect(sent).toMatchObject({ robot: 'emaros' });
    expect((await headset.real.robot()).goal![2]).toBeCloseTo(sent.yaw, 6);

    // the stick to the left: a quarter to the left of where the person points
    const heard = goals(navigator).length;
    await headset.aim('right', at, { from });
    await headset.button('right', 'trigger', true);
    await headset.stick('right', -1, 0);
    await headset.stick('right', 0, 0);
    await headset.button('right', 'trigger', false);
    await headset.real.eventually(async () => goals(navigator).length).toBe(heard + 1);
    expect(goals(navigator).at(-1)!.yaw).toBeCloseTo(away + Math.PI / 2, 4);
    // and nobody was turned by it
    expect((await headset.head())[0]).toBeCloseTo(x, 4);
    await headset.choose('tools', 'Move there');
  });
});

describe('paint', () => {
  beforeEach(() => followPaint(headset.page));

  it('is where the ray went over the floor, in the colour of the ray', async () => {
    await headset.choose('tools', 'Paint');
    await headset.choose('tools', 'green', '10 cm');
    const [x, y] = await headset.head();
    const from: [number, number, number] = [x + 0.2, y + 0.3, 1.2];
    await headset.aim('right', [-0.4, -1.6, 0], { from });
    // #30a46c
    expect(await headset.page.evaluate(() => tandem.xr.hands[1].color)).toBe('#30a46c');
    await headset.button('right', 'trigger', true);
    for (let i = 1; i <= 8; ++i) await headset.aim('right', [-0.4 + 0.1 * i, -1.6, 0]);
    await headset.button('right', 'trigger', false);
    await headset.real
      .eventually(() => paintAt(headset.page, 0, -1.6))
      .toEqual([0x30, 0xa4, 0x6c, 255]);
    expect(await paintAt(headset.page, 0.38, -1.6)).toEqual([0x30, 0xa4, 0x6c, 255]);
    expect(await paintAt(headset.page, 0, -1.5)).toEqual([0, 0, 0, 0]);
    await headset.choose('tools', 'Move there');
  });
});

describe('things', () => {
  const thing = 'carton';
  const place = async () => (await headset.real.origin(thing))!;

  beforeEach(async () => {
    expect(await headset.real.order({ do: 'spawn', thing, pose: [0.3, -1.9, 0, 0, 0, 0, 1] })).toBe(
      true,
    );
    await headset.real.eventually(() => headset.real.origin(thing)).toBeDefined();
  });

  const hand = async (): Promise<[number, number, number]> => {
    const [x, y] = await headset.head();
    return [x + 0.2, y + 0.4, 1.1];
  };

  it('come to the hand from afar, go where it goes, and lie where it puts them', async () => {
    const { x, y, z } = await place();
    await headset.aim('right', [x, y, z + 0.02], { from: await hand() });
    const handNow = () =>
      headset.page.evaluate(() => {
        const { worldFromGrip, ray } = tandem.xr.hands[1];
        return { grip: worldFromGrip.toArray(), ahead: ray.direction.toArray() };
      });
    const taking = await handNow();
    await headset.button('right', 'squeeze', true);
    // it stood upright, and turns with the hand from then on
    const unturned = new Matrix4().extractRotation(new Matrix4().fromArray(taking.grip)).invert();
    /** Where it is to be: a carton's half diagonal and a hand's width before the hand. */
    const inHand = async () => {
      const { grip, ahead } = await handNow();
      const worldFromGrip = new Matrix4().fromArray(grip);
      const { x: gx, y: gy, z: gz } = new Vector3()
        .setFromMatrixPosition(worldFromGrip)
        .addScaledVector(new Vector3(...ahead), Math.hypot(0.4, 0.4) / 2 + 0.04);
      const turned = new Matrix4().extractRotation(worldFromGrip).multiply(unturned);
      const yaw = Math.atan2(turned.elements[1]!, turned.elements[0]!);
      return { x: gx, y: gy, z: gz, yaw };
    };
    const expectInHand = async () => {
      const pose = await inHand();
      // what is held falls for a step or two between two holds
      for (const key of ['x', 'y', 'z', 'yaw'] as const)
        await headset.real.eventually(async () => (await place())[key]).toBeCloseTo(pose[key], 1);
    };
    await expectInHand();
    await headset.aim('right', [4, 5, 1], { from: [-0.5, -2.3, 1] });
    await expectInHand();
    // low, at rest
    await headset.aim('right', [-0.5, 9, 0.5], { from: [-0.5, -2.3, 0.5] });
    await headset.frames(8);
    await headset.real
      .eventually(async () => (await headset.real.of('hold')).at(-1)!.pose[2])
      .toBeCloseTo((await inHand()).z, 4);
    const held = (await headset.real.of('hold')).at(-1)!;
    const { x: hx, y: hy, z: hz } = await inHand();
    expect(held.pose.slice(0, 3)).toEqual([hx, hy, hz].map((c) => expect.closeTo(c, 4)));
    await headset.button('right', 'squeeze', false);
    await headset.real.eventually(async () => (await headset.real.of('move')).length).toBe(1);
    const [put] = await headset.real.of('move');
    expect(put).toMatchObject({ entity: thing, velocity: null });
    expect(put!.pose).toEqual(held.pose.map((c) => expect.closeTo(c, 4)));
    // it falls onto the floor, as it stood before
    await headset.real.eventually(async () => (await place()).z).toBeLessThan(z + 0.01);
    // about below: what was turned with the hand may roll onto another side
    const rests = await place();
    expect(Math.hypot(rests.x - put!.pose[0], rests.y - put!.pose[1])).toBeLessThan(0.4);
  });

  it('are marked by the ray that would take them, which ends there', async () => {
    const ring = () =>
      headset.page.evaluate(() => {
        const rings = tandem.viewer.root.children.filter((each) => each.name === 'ring') as Mesh[];
        const seen = rings.find((each) => each.visible);
        const color = (seen?.material as MeshBasicMaterial | undefined)?.color.getHexString();
        return seen && { at: seen.position.toArray(), color };
      });
    const ray = () =>
      headset.page.evaluate(() => {
        const ends = tandem.viewer.root.getObjectByName('ray ends') as InstancedMesh;
        // of the right hand
        const matrix = ends.matrix.clone();
        const color = (ends.material as MeshBasicMaterial).color.clone();
        ends.getMatrixAt(1, matrix);
        ends.getColorAt(1, color);
        const isSeen = matrix.getMaxScaleOnAxis() > 0;
        const at = ends.position.clone().setFromMatrixPosition(matrix).toArray();
        return { at, color: color.getHexString(), isSeen };
      });
    await headset.real.eventually(async () => (await place()).z).toBeCloseTo(0.2, 2);
    const { x, y } = await place();
    const from = await hand();
    // the middle of its upper side
    const top = [x, y, 0.4].map((c) => expect.closeTo(c, 2));
    await headset.aim('right', [x, y, 0.4], { from });
    await headset.real.eventually(ray).toEqual({ at: top, color: 'ffd60a', isSeen: true });
    expect(await ring()).toEqual({
      at: [expect.closeTo(x, 3), expect.closeTo(y, 3), expect.closeTo(0.2, 1)], color: 'ffd60a',
    });
    // a tool acts on the floor behind it, in its own colour, and the grip takes it all the same
    await headset.page.evaluate(() =>
      tandem.tools.choose(tandem.tools.all.find(({ id }) => id === 'goal')),
    );
    await headset.real.eventually(async () => (await ray()).color).toBe('1f8fff');
    expect((await ray()).at[2]).toBeCloseTo(0, 4);
    expect(await ring()).toBeDefined();
    await headset.page.evaluate(() => tandem.tools.choose(undefined));
    // beside it there is nothing to take
    await headset.aim('right', [x, y - 0.5, 0], { from });
    await headset.real.eventually(ring).toBeUndefined();
    await headset.real.eventually(ray).toEqual({
      at: [x, y - 0.5, 0].map((c) => expect.closeTo(c, 4)), color: '9fd0ff', isSeen: true,
    });
  });

  it('that are gone from the hand are told of once, and leave it free', async () => {
    const told = () =>
      headset.page.evaluate(
        (name) => (window as unknown as { told: string[] }).told.filter((text) =>
          text.includes(name)),
        thing,
      );
    await headset.page.evaluate(() => {
      const all: string[] = [];
      Object.assign(window, { told: all });
      tandem.notices.shown.on(({ text }) => void all.push(text));
    });
    const ways: Order[] = [{ do: 'remove', entity: thing }, { do: 'reset' }];
    for (const [i, way] of ways.entries()) {
      const { x, y, z } = await place();
      await headset.aim('right', [x, y, z + 0.02], { from: await hand() });
      await headset.button('right', 'squeeze', true);
      await headset.real.eventually(async () => (await place()).z).toBeGreaterThan(0.5);
      expect(await headset.real.order(way)).toBe(true);
      // by the world, or by the refusal of what was asked for meanwhile
      await headset.real.eventually(async () => (await told()).length).toBe(i + 1);
      const held = (await headset.real.of('hold')).length;
      await headset.frames(10);
      expect((await headset.real.of('hold')).length).toBe(held);
      await headset.button('right', 'squeeze', false);
      await headset.frames(3);
      expect(await headset.real.of('move')).toEqual([]);
      if (i > 0) break;
      // and the hand takes the next one
      const again: Order = { do: 'spawn', thing, pose: [0.3, -1.9, 0, 0, 0, 0, 1] };
      expect(await headset.real.order(again)).toBe(true);
      await headset.real.eventually(() => headset.real.origin(thing)).toBeDefined();
    }
  });

  it('fly where they are thrown', async () => {
    const { x, y, z } = await place();
    await headset.aim('right', [x, y, z + 0.02], { from: await hand() });
    await headset.button('right', 'squeeze', true);
    await headset.real.eventually(async () => (await place()).z).toBeGreaterThan(0.5);
    await headset.throwBy('right', [0, 2, 0.5]);
    await headset.real.eventually(async () => (await headset.real.of('move')).length).toBe(1);
    const { pose, velocity } = (await headset.real.of('move'))[0]!;
    const [vx, vy, vz] = velocity!;
    // frames are as they come; the direction is that of the hand
    expect(vy).toBeGreaterThan(0.5);
    expect(Math.abs(vx)).toBeLessThan(0.2 * vy);
    expect(vz).toBeGreaterThan(0);
    await headset.real.eventually(async () => (await place()).y).toBeGreaterThan(pose[1] + 0.2);
  });

  it('are pushed by the robot that they are put before', async () => {
    const [x, y] = (await headset.real.robot()).pose;
    const cube: Order = { do: 'spawn', thing: 'small_cube', pose: [x + 0.3, y, 0, 0, 0, 0, 1] };
    expect(await headset.real.order(cube)).toBe(true);
    await headset.real.eventually(() => headset.real.origin('small_cube')).toBeDefined();
    await headset.real
      .eventually(async () => {
        const drive = { do: 'drive', robot: 'emaros', linear_mps: 0.3, angular_radps: 0 } as const;
        await headset.real.order(drive);
        return (await headset.real.origin('small_cube'))!.x;
      })
      .toBeGreaterThan(x + 0.4);
  });

  it('are physical: what is carried into another thing pushes it', async () => {
    const other: Order = { do: 'spawn', thing, pose: [0.3, -0.9, 0, 0, 0, 0, 1] };
    expect(await headset.real.order(other)).toBe(true);
    const name = 'carton_2';
    await headset.real.eventually(() => headset.real.origin(name)).toBeDefined();
    const before = (await headset.real.origin(name))!;
    const { x, y, z } = await place();
    await headset.aim('right', [x, y, z + 0.02], { from: await hand() });
    await headset.button('right', 'squeeze', true);
    await headset.real.eventually(async () => (await place()).z).toBeGreaterThan(0.5);
    // low over the floor, into it
    for (let i = 0; i <= 12; ++i)
      await headset.aim('right', [0.3, 9, 0.25], { from: [0.3, -2.2 + 0.1 * i, 0.25] });
    await headset.real
      .eventually(async () => {
        const now = (await headset.real.origin(name))!;
        return Math.hypot(now.x - before.x, now.y - before.y);
      })
      .toBeGreaterThan(0.05);
    await headset.button('right', 'squeeze', false);
  });

  it('are taken out of the storage beside the floor', async () => {
    await headset.real.forgetSent();
    const { storage } = await headset.plan();
    const stand: [number, number, number] = [storage![0] - 1.2, storage![1], 1.6];
    await headset.look(stand, [storage![0], storage![1], 0.9]);
    await headset.real.eventually(() => headset.spot('storage', thing)).toBeDefined();
    await headset.aim('right', (await headset.spot('storage', thing))!, {
      from: [stand[0] + 0.3, stand[1], 1.1],
    });
    await headset.button('right', 'squeeze', true);
    await headset.real.eventually(() => headset.real.origin('carton_2')).toBeDefined();
    await headset.real
      .eventually(
        async () =>
          (await headset.real.of('hold')).filter(({ entity }) => entity === 'carton_2').length,
      )
      .toBeGreaterThan(1);
    await headset.frames(5);
    await headset.button('right', 'squeeze', false);
    await headset.real
      .eventually(async () => (await headset.real.of('move')).at(-1)?.entity)
      .toBe('carton_2');
    expect((await headset.real.of('spawn')).map((order) => order.thing)).toEqual([thing]);
  });
});

it('things are chosen in the menu, placed by the ray and taken, in pass-through too', async () => {
  const { real } = headset;
  await headset.enter('ar');
  await headset.choose('tools', 'Place');
  await headset.choose('tools', 'small cube');
  await headset.lookAtMenu();
  const [, items] = JSON.parse((await headset.sheet('menu'))!) as [unknown, MenuItem[]];
  expect(items.filter(({ isOn }) => isOn).map(({ title }) => title))
    .toEqual(['Place', 'small cube']);
  await headset.holdHands();
  const [x, y] = await headset.head();
  const from: [number, number, number] = [x + 0.2, y + 0.3, 1.2];
  await headset.aim('right', [0.6, -1.6, 0], { from });
  await headset.click();
  await real.eventually(() => real.origin('small_cube')).toBeDefined();
  expect((await real.of('spawn')).map(({ thing: of }) => of)).toEqual(['small_cube']);
  const at = (await real.origin('small_cube'))!;
  expect([at.x, at.y]).toEqual([expect.closeTo(0.6, 2), expect.closeTo(-1.6, 2)]);
  await headset.aim('right', [at.x, at.y, at.z], { from });
  await headset.button('right', 'squeeze', true);
  await real.eventually(async () => (await real.origin('small_cube'))!.z).toBeGreaterThan(0.5);
  await headset.button('right', 'squeeze', false);
  await real.eventually(async () => (await real.of('move')).length).toBe(1);
});

describe('what is done again', () => {
  /** Orders as they were sent, those of a kind that follow each other as one. */
  async function act() {
    const { real } = headset;
    const tool = (id: string | undefined) =>
      headset.page.evaluate(
        (wanted) => tandem.tools.choose(tandem.tools.all.find((each) => each.id === wanted)),
        id,
      );
    const [x, y] = await headset.head();
    const from: [number, number, number] = [x + 0.2, y + 0.3, 1.2];
    await tool('paint');
    await headset.aim('right', [-0.4, -1.6, 0], { from });
    await headset.button('right', 'trigger', true);
    for (let i = 1; i <= 4; ++i) await headset.aim('right', [-0.4 + 0.1 * i, -1.6, 0]);
    await headset.button('right', 'trigger', false);
    await headset.choose('tools', 'Place');
    await headset.choose('tools', 'carton');
    await headset.aim('right', [0.6, -1.8, 0], { from });
    await headset.click();
    await headset.choose('run', 'Pause', 'Go on');
    await headset.choose('faults', 'wheel slip', 'motor stop');
    await headset.choose('faults', 'Clear all');
    await tool('goal');
    await headset.aim('right', [0.6, -0.8, 0], { from });
    await headset.click();
    await tool(undefined);
    await real.eventually(async () => (await real.of('goal')).length).toBe(1);
    const height = async () => (await real.origin('carton'))?.z;
    await real.eventually(height).toBeCloseTo(0.2, 2);
    await headset.aim('right', [0.6, -1.8, 0.2], { from });
    await headset.button('right', 'squeeze', true);
    await real.eventually(height).toBeGreaterThan(0.5);
    await headset.throwBy('right', [0, 2, 0.5]);
    await real.eventually(async () => (await real.of('move')).length).toBe(1);
    const thrown = (await real.of('move'))[0]!;
    // how far the hand came between two pictures is the machine's
    expect(thrown.velocity![1]).toBeGreaterThan(0.5);
    const sent = [];
    for (const kind of ['paint', 'spawn', 'pause', 'resume', 'goal'] as const)
      sent.push(...(await real.of(kind)));
    const orders = sent
      .sort((a, b) => a.ms - b.ms)
      .map(({ ms: _, id: __, ...order }) => JSON.parse(JSON.stringify(order, rounded)) as Order);
    const paint = orders.flatMap((order) => (order.do === 'paint' ? order.points : []));
    const others = orders.filter((order) => order.do !== 'paint');
    const kinds = orders.map((order) => order.do).filter((kind, i, all) => kind !== all[i - 1]);
    const held = new Set((await real.of('hold')).map(({ entity }) => entity));
    return {
      kinds, others, painted: [paint[0], paint.at(-1)], held: [...held], thrown: thrown.entity,
    };
  }
  const events = () =>
    headset.page.evaluate(() =>
      tandem.store.events.value.map(({ name, robot, text }) => [name, robot, text].join(' ')),
    );
  const rounded = (_: string, value: unknown) =>
    typeof value === 'number' ? Number(value.toFixed(4)) : value;

  it('ends in the same orders and the same events', async () => {
    const runs = [];
    const tellings: string[][] = [];
    for (let i = 0; i < 2; ++i) {
      await headset.leave();
      await headset.rest();
      await headset.real.beginAnew('push');
      await headset.enter();
      const before = (await events()).length;
      runs.push(await act());
      const told = async () => (await events()).slice(before);
      // the thing, and two faults that begin and end
      await headset.real.eventually(async () => (await told()).length).toBe(5);
      tellings.push(await told());
    }
    expect(tellings[0]).toContain('spawned  carton came into the world');
    expect(tellings[1]).toEqual(tellings[0]);
    expect(runs[0]).toMatchObject({
      kinds: ['paint', 'spawn', 'pause', 'resume', 'goal'], held: ['carton'], thrown: 'carton',
    });
    expect(runs[1]).toEqual(runs[0]);
  });
});
