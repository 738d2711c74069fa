// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { Box3, Matrix4, Ray, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import type { Area, Vec2 } from '../src/protocol/messages';
import { cornersOf, isInside } from '../src/world/area';
import { meetHills } from '../src/world/ground';
import { heightBetween } from '../src/world/terrain';
import { alignTwoPoints, movedWith } from '../src/xr/geometry/align';
import { throwArc } from '../src/xr/geometry/arc';
import { HeadingDial, headingOf, rollOf } from '../src/xr/geometry/heading';
import { planRoom, planWithin, type Sight } from '../src/xr/geometry/room_plan';
import { levelTurn, matrixOf, movedTo, turnedAbout } from '../src/xr/geometry/standing';
import { SNAP_RAD, SnapTurn, walked, WALK_MPS } from '../src/xr/geometry/walking';

const NOBODY = { x: 0, y: 0 };
const at = (v: Vector3) => v.toArray().map((c) => Number(c.toFixed(9)) + 0);

describe('where the room stands', () => {
  const standing = { place: new Vector3(3, 0, -2), turn: 0.7 };
  const head = new Vector3(0.4, 1.6, -0.9);

  it('turns about the head, which stays where it is', () => {
    const before = head.clone().applyMatrix4(matrixOf(standing));
    const turned = turnedAbout(standing, head, SNAP_RAD);
    expect(at(head.clone().applyMatrix4(matrixOf(turned)))).toEqual(at(before));
    expect(turned.turn).toBeCloseTo(0.7 + SNAP_RAD, 12);
  });

  it('moves the feet to a place, wherever in the room the person is', () => {
    const moved = movedTo(standing, head, new Vector3(-1, 0.25, 5));
    expect(at(new Vector3(head.x, 0, head.z).applyMatrix4(matrixOf(moved)))).toEqual([-1, 0.25, 5]);
    expect(moved.turn).toBe(0.7);
  });

  it('is looked along by the level part of a look, even straight down', () => {
    for (const pitch of [0, 0.8, -1.2, -Math.PI / 2]) {
      const look = new Matrix4().makeRotationY(0.6).multiply(new Matrix4().makeRotationX(pitch));
      expect(levelTurn(look)).toBeCloseTo(0.6, 9);
    }
  });
});

describe('walking by a stick', () => {
  it('goes where the head looks, as fast as a person', () => {
    // turned by 90° to the left, ahead is -x of the scene
    expect(at(walked({ x: 0, y: 1 }, Math.PI / 2, 0.5))).toEqual([-WALK_MPS / 2, 0, 0]);
    expect(at(walked({ x: 1, y: 0 }, 0, 0.5))).toEqual([WALK_MPS / 2, 0, 0]);
  });

  it('does not creep by a stick that stands not quite in its middle', () => {
    expect(walked({ x: 0.1, y: 0.1 }, 0, 1).length()).toBe(0);
  });

  it('is no faster across', () => {
    expect(walked({ x: 1, y: 1 }, 0, 1).length()).toBeCloseTo(WALK_MPS, 12);
  });
});

describe('turning by steps', () => {
  it('turns once for each push, however long it is held', () => {
    const snap = new SnapTurn();
    const turns = [0.9, 1, 1, 0.9, 0.5, 0.9, 0, 0.9, 0, -0.9].map((x) => snap.push({ x, y: 0 }));
    expect(turns.filter((turn) => turn !== 0)).toEqual([-SNAP_RAD, -SNAP_RAD, SNAP_RAD]);
  });

  it('does not turn by a push that is rather ahead', () => {
    expect(new SnapTurn().push({ x: 0.75, y: 0.9 })).toBe(0);
  });
});

describe('the arc of a teleport', () => {
  const flat = () => 0;

  it('lands where a ball would, thrown level at 7 m/s from 1.2 m', () => {
    const { landing } = throwArc(new Ray(new Vector3(1, 2, 1.2), new Vector3(1, 0, 0)), flat);
    // h = g t² / 2; pieces of 0.04 s are straight
    const t = Math.sqrt((2 * 1.2) / 9.81);
    expect(landing!.x).toBeCloseTo(1 + 7 * t, 2);
    expect(landing!.y).toBe(2);
    expect(landing!.z).toBe(0);
  });

  it('lands on hills', () => {
    const { landing } = throwArc(
      new Ray(new Vector3(0, 0, 1.5), new Vector3(1, 0, 0)),
      (x) => 0.2 * x,
    );
    expect(landing!.z).toBeCloseTo(0.2 * landing!.x, 12);
  });

  it('lands nowhere when there is no ground in reach', () => {
    expect(
      throwArc(new Ray(new Vector3(0, 0, 500), new Vector3(0, 0, 1)), flat).landing,
    ).toBeUndefined();
  });
});

describe('the heading of a goal', () => {
  const aim = (yaw: number, pitch: number, roll: number) =>
    // x ahead, z up becomes -z ahead, y up
    new Matrix4()
      .makeRotationZ(yaw)
      .multiply(new Matrix4().makeRotationY(-pitch))
      .multiply(
        new Matrix4().makeBasis(new Vector3(0, -1, 0), new Vector3(0, 0, 1), new Vector3(-1, 0, 0)),
      )
      .multiply(new Matrix4().makeRotationZ(-roll));

  it('is told by how a wrist is rolled, wherever it points', () => {
    for (const yaw of [0, 1, -2.5])
      for (const pitch of [0, -0.7, 0.4])
        for (const roll of [0, 0.5, -1.2])
          expect(rollOf(aim(yaw, pitch, roll))).toBeCloseTo(roll, 9);
  });

  it('begins away from the person and turns twice as far as the wrist, clockwise alike', () => {
    const dial = new HeadingDial(headingOf(new Vector3(0, 1, -1)), 0.1);
    expect(dial.turn(0.1, NOBODY)).toBeCloseTo(Math.PI / 2, 12);
    // a quarter clockwise: from north to south
    expect(Math.abs(dial.turn(0.1 + Math.PI / 2, NOBODY))).toBeCloseTo(Math.PI / 2, 9);
    expect(dial.turn(0.1 + Math.PI / 4, NOBODY)).toBeCloseTo(0, 9);
    expect(Math.abs(dial.turn(0.1 - Math.PI / 4, NOBODY))).toBeCloseTo(Math.PI, 9);
  });

  it('is pointed out by the stick, whose ahead is away from the person', () => {
    const dial = new HeadingDial(Math.PI / 2, 0);
    expect(dial.turn(0, { x: 0, y: 1 })).toBeCloseTo(Math.PI / 2, 12);
    expect(dial.turn(0, { x: 1, y: 0 })).toBeCloseTo(0, 12);
    expect(Math.abs(dial.turn(0, { x: -1, y: 0 }))).toBeCloseTo(Math.PI, 12);
    expect(dial.turn(0, { x: 0, y: -1 })).toBeCloseTo(-Math.PI / 2, 12);
    // it stays when the stick is let go, and the wrist goes on from there
    expect(dial.turn(0, NOBODY)).toBeCloseTo(-Math.PI / 2, 12);
    expect(dial.turn(-0.25, NOBODY)).toBeCloseTo(-Math.PI / 2 + 0.5, 12);
  });
});

describe('the alignment by two points', () => {
  const world: [Vec2, Vec2] = [
    [-2, -1.5],
    [2, -1.5],
  ];

  /** What a person would point out in a room that stands so. */
  function pointed(place: Vector3, turn: number): [Vec2, Vec2] {
    const roomFromScene = matrixOf({ place, turn }).invert();
    return world.map(([x, y]) => {
      const p = new Vector3(x, 0.1, -y).applyMatrix4(roomFromScene);
      return [p.x, p.z] as Vec2;
    }) as [Vec2, Vec2];
  }

  it('finds how the room stands', () => {
    const place = new Vector3(0.7, 0.1, -3);
    const result = alignTwoPoints(world, pointed(place, 2.4), 0.1);
    if (!result.isGood) throw new Error(result.reason);
    expect(at(result.standing.place)).toEqual(at(place));
    expect(result.standing.turn).toBeCloseTo(2.4, 9);
    expect(result.offM).toBeCloseTo(0, 9);
  });

  it('shares what pointing was off by between both', () => {
    const [a, b] = pointed(new Vector3(), 0);
    const result = alignTwoPoints(world, [a, [b[0] + 0.06, b[1]]], 0);
    if (!result.isGood) throw new Error(result.reason);
    expect(result.offM).toBeCloseTo(0.06, 9);
    expect(result.standing.place.x).toBeCloseTo(-0.03, 9);
  });

  it('moves with the area by which it was made, also when that is turned', () => {
    const standing = { place: new Vector3(0.7, 0.1, -3), turn: 2.4 };
    const before: Area = [0, 0, 0, 4, 3];
    const after: Area = [5, -2, 1.1, 4, 3];
    const moved = movedWith(standing, before, after);
    // what was at a corner of the area in the room still is
    cornersOf(before).forEach(([x, y], i) => {
      const inRoom = new Vector3(x, 0.1, -y).applyMatrix4(matrixOf(standing).invert());
      const [nowX, nowY] = cornersOf(after)[i]!;
      expect(at(inRoom.applyMatrix4(matrixOf(moved))))
        .toEqual([nowX, 0.1, -nowY].map((c) => expect.closeTo(c, 9)));
    });
  });

  it('refuses points that are not as far apart as they should be, or too close', () => {
    const [a, b] = pointed(new Vector3(), 0);
    expect(alignTwoPoints(world, [a, [b[0] + 0.2, b[1]]], 0)).toEqual({
      isGood: false,
      reason: 'the points are 4.00 m apart, but 4.20 m were pointed out',
    });
    expect(
      alignTwoPoints(
        [
          [0, 0],
          [0.2, 0],
        ],
        [
          [0, 0],
          [0.2, 0],
        ],
        0,
      ).isGood,
    ).toBe(false);
  });
});

describe('the plan of the room', () => {
  it('puts the person before the floor, the monitor behind it and the storage beside it', () => {
    const plan = planRoom(new Box3(new Vector3(-2, -1, 0), new Vector3(2, 3, 1)), 0.2);
    expect(at(plan.start)).toEqual([0, -1.4, 0.2]);
    expect(at(plan.monitor)).toEqual([0, 3.8, 0.2]);
    expect(at(plan.storage)).toEqual([2.6, 1, 0.2]);
  });

  it('stays within a few metres of the middle of large worlds', () => {
    const plan = planRoom(new Box3(new Vector3(-800, -1250, 0), new Vector3(800, 1250, 90)), 0);
    expect(at(plan.start)).toEqual([0, -4.4, 0]);
  });
});

describe('the plan of a room with walls', () => {
  const plan = planRoom(new Box3(new Vector3(-2, -2, 0), new Vector3(2, 2, 1)), 0);
  const robot = new Vector3(0, 0, 0);
  /** Walls so far in the south and in the north, and none elsewhere. */
  const walls = (far: number): Sight => (from, to) => {
    const way = to.y - from.y;
    const shares = [-far, far].map((y) => (way === 0 ? -1 : (y - from.y) / way));
    const met = shares.filter((share) => share > 0 && share <= 1);
    return met.length > 0 ? Math.min(...met) * from.distanceTo(to) : undefined;
  };

  it('is as it was where one sees most of it', () => {
    expect(planWithin(plan, robot, () => undefined)).toBe(plan);
    expect(planWithin(plan, robot, walls(2.5))).toBe(plan);
    // something is before one of the five places
    expect(planWithin(plan, robot, (_, to) => (to.x === 0 && to.y === 0 ? 1 : undefined)))
      .toBe(plan);
  });

  it('puts the person near the robot, at which they look, with the monitor behind it', () => {
    const { start, turn, monitor, storage, isNarrow } = planWithin(plan, robot, walls(1.5));
    // along the walls, from the east, where one sees furthest
    expect(turn).toBeCloseTo(Math.PI / 2, 9);
    expect(at(start)).toEqual([2.6, 0, 0]);
    expect(at(monitor)).toEqual([2.6 - 5.9, 0, 0].map((c) => expect.closeTo(c, 9)));
    expect(storage.distanceTo(start)).toBeLessThan(2);
    expect(isNarrow).toBe(true);
  });
});

describe('areas and hills', () => {
  it('know what is inside of them, turned as they are', () => {
    const area: [number, number, number, number, number] = [1, 1, Math.PI / 2, 4, 2];
    expect(isInside(area, 1, 2.9)).toBe(true);
    expect(isInside(area, 2.9, 1)).toBe(false);
  });

  it('are as high between their samples as a plane through them', () => {
    const field = {
      columns: 3,
      rows: 2,
      sizeX: 4,
      sizeY: 2,
      heights: Float32Array.from([0, 1, 2, 10, 11, 12]),
    };
    expect(heightBetween(field, -2, -1)).toBe(0);
    expect(heightBetween(field, 1, 0)).toBe(6.5);
    expect(heightBetween(field, 2, 1)).toBe(12);
    expect(heightBetween(field, 2.1, 0)).toBeUndefined();
  });

  const ray = (from: [number, number, number], to: [number, number, number]) => {
    const origin = new Vector3(...from);
    return new Ray(origin, new Vector3(...to).sub(origin).normalize());
  };

  it('are met by a ray where it first is as high as they are', () => {
    const slope = (x: number) => 0.2 * x;
    // down a hill, up a hill, and level into one: x / 10 + 1.5 = x / 5
    for (const x of [-4, 12, 15]) {
      const met = meetHills(ray([0, 0, 1.5], [x, 1, slope(x)]), slope)!;
      expect(at(met)).toEqual([x, 1, slope(x)].map((c) => expect.closeTo(c, 6)));
    }
    // a crest hides what is behind it: it is 1 m high at x = 5, where the ray is 1.5 - 5 / 4 m
    const crest = (x: number) => Math.max(1 - Math.abs(x - 5), 0);
    const met = meetHills(ray([0, 0, 1.5], [6, 0, 0]), crest)!;
    expect(met.x).toBeCloseTo(5.5 / 1.25, 6);
    // from far above
    expect(meetHills(ray([0, 0, 900], [300, 0, slope(300)]), slope)!.x).toBeCloseTo(300, 6);
  });

  it('are met below the level of the floor, as in a crater, and not above all of them', () => {
    const crater = (x: number, y: number) => -3 + Math.min(0.1 * (x * x + y * y), 3);
    const met = meetHills(ray([0, 0, -1.4], [2, 1, -2.5]), crater)!;
    expect(at(met)).toEqual([2, 1, -2.5].map((c) => expect.closeTo(c, 6)));
    expect(meetHills(ray([0, 0, 1], [1, 0, 1.2]), crater)).toBeUndefined();
    // a hand in the ground points at nothing
    expect(meetHills(ray([0, 0, -4], [1, 0, -3]), crater)).toBeUndefined();
  });
});
