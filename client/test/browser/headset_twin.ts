// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
// A person with a headset beside a real robot, for which a stand-in drives.
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import type { Mesh, MeshBasicMaterial, Object3D } from 'three';
import type { App } from '../../src/app';
import type { RobotStatus } from '../../src/protocol/messages';
import { type DeviceName, EYES, Headset, type Place, withoutMonitor } from './headset';
import { Program } from './program';
import { type TwinRun, useTwin } from './twin_run';

// runs in the page
declare const tandem: App;
declare const notices: string[];

// The room of the stand-in is elsewhere in the world, turned, and larger than what the tracker sees
// of it: that is 4 by 3 m around the world's origin, and the robot can leave it.
const ROOM = [
  'robots.emaros.mode=twin', 'robots.emaros.twin.room={x: 0.2, y: 0.1, yaw_deg: 90}',
];
const SETTINGS = [
  ...ROOM,
  'tracking={area: {size_x_m: 1, size_y_m: 1}}',
  'robots.emaros.twin.area={x: -0.1, y: 0.2, size_x_m: 3, size_y_m: 4}',
];
/** Of the border, while nobody is outside, and else. */
export const CALM = 0x1f8fff;
export const ALARM = 0xd3302f;

/** Looks at what is drawn beside a real robot, and lets that drive. */
export class Laboratory {
  private driver: Program | undefined;

  constructor(readonly twin: TwinRun, readonly headset: Headset) {}

  /** What is always seen of the robot: how bad it is, and why. */
  readonly sign = () => this.headset.sheet('robot emaros');
  readonly warning = () => this.headset.sheet('warning');

  /** The colour of the tracked area's border: undefined if it is not drawn. */
  readonly border = () =>
    this.headset.page.evaluate(() => {
      const mesh = tandem.viewer.root.getObjectByName('border') as Mesh | undefined;
      let isSeen = mesh !== undefined;
      for (let o: Object3D | null = mesh ?? null; o; o = o.parent) isSeen &&= o.visible;
      return isSeen ? (mesh!.material as MeshBasicMaterial).color.getHex() : undefined;
    });

  /** Where the border is: the least and the largest x and y. */
  readonly bordered = () =>
    this.headset.page.evaluate(() => {
      const { geometry } = tandem.viewer.root.getObjectByName('border') as Mesh;
      geometry.computeBoundingBox();
      const { min, max } = geometry.boundingBox!;
      return [min.x, min.y, max.x, max.y];
    });

  /** All that was said in passing since the test began: it may be gone when one comes to look. */
  readonly said = () => this.headset.page.evaluate(() => notices.join(' '));

  /** The mark of the robot in a picture, and what was known of it then; the robot is tracked. */
  async marked(): Promise<{ mark: Place; twin: Place; real: Place }> {
    const look = () =>
      this.headset.page.evaluate(
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
    let seen = await look();
    // one that is not tracked for a moment will be again
    await this.headset.real.eventually(async () => (seen = await look()).real).not.toBeNull();
    return { ...seen, real: seen.real! };
  }

  /** The mark stands where the real robot is, and not where its twin may be. */
  async expectMarkAtRobot(): Promise<void> {
    const off = async () => {
      const { mark, real } = await this.marked();
      return [mark[0] - real[0], mark[1] - real[1], mark[2]];
    };
    await this.headset.real.eventually(off).toEqual([0, 0, 0].map((c) => expect.closeTo(c, 6)));
  }

  /**
   * Somebody else drives, as a browser that draws without a GPU forgets to steer now and then:
   * until told to stop, or for so many tenths of a second.
   */
  async drive(linear: number, angular: number, tenths = 0): Promise<void> {
    await this.stopDriving();
    const twist = `{linear: {x: ${linear}}, angular: {z: ${angular}}}`;
    this.driver = new Program('TANDEM', ['topic', 'pub', '--rate', '10', '--times', `${tenths}`,
      '/emaros/cmd_vel', 'geometry_msgs/msg/Twist', twist]);
  }

  async stopDriving(): Promise<void> {
    await this.driver?.stop();
    this.driver = undefined;
  }

  pause(paused: boolean): Promise<boolean> {
    return this.headset.real.order({ do: 'pause_twin', robot: 'emaros', paused });
  }

  /** Nothing is left of what was done to the world, to its twin, or in the headset. */
  async beginAnew(start: Readonly<RobotStatus> | undefined): Promise<void> {
    const { headset, twin } = this;
    await twin.revive();
    await headset.real.isLive();
    headset.real.complaints = []; // the browser notes each attempt to find one that was gone
    if (await headset.isIn()) await headset.leave();
    await headset.rest();
    await this.stopDriving();
    await headset.page.evaluate(() => {
      for (const layer of tandem.layers.all) {
        const { isOnByDefault: by } = layer;
        tandem.layers.isOn(layer).set(typeof by === 'boolean' ? by : by(tandem));
      }
    });
    if ((await headset.real.robot()).paused) expect(await this.pause(false)).toBe(true);
    await twin.plant.kill();
    twin.startPlant();
    await headset.real.beginAnew('empty');
    await headset.real.eventually(async () => {
      const { tracking, inside, paused, real = null, area = null } = await headset.real.robot();
      return { tracking, inside, paused, real, area };
    }).toEqual({
      tracking: 'tracking', inside: true, paused: false,
      real: start ? close(start.real!) : expect.anything(),
      area: start ? close(start.area!) : expect.anything(),
    });
    // what is said in passing may be gone when a busy machine comes to look
    await headset.page.evaluate(() => {
      const all: string[] = [];
      if (!('notices' in window)) tandem.notices.shown.on(({ text }) => void notices.push(text));
      Object.assign(window, { notices: all });
    });
  }
}

/** Within 5 cm, and 3°: trackers are not exact, nor do robots begin at the very same place. */
const close = (pose: readonly number[]) => pose.map((c) => expect.closeTo(c, 1));

/**
 * Each test begins with a stand-in that stands where it was switched on, tracked and in its area,
 * and with nobody in the headset.
 */
export function useLaboratory(name: DeviceName): { laboratory: Laboratory } {
  const twin = useTwin(SETTINGS, ROOM);
  const shared = {} as { laboratory: Laboratory };
  let start: RobotStatus | undefined;
  beforeAll(async () => {
    const context = await twin.browser.newContext(EYES);
    await withoutMonitor(context);
    const headset = await Headset.open(context, twin.run.link, name);
    shared.laboratory = new Laboratory(twin, headset);
  });
  afterAll(() => shared.laboratory?.stopDriving());
  beforeEach(async () => {
    const { laboratory } = shared;
    await laboratory.beginAnew(start);
    start ??= await laboratory.headset.real.robot();
  });
  afterEach(async () => {
    await shared.laboratory.stopDriving();
    expect(shared.laboratory.headset.real.complaints).toEqual([]);
  });
  return shared;
}
