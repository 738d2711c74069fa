// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type { Area, Vec2 } from '../protocol/messages';
import { isInside } from '../world/area';

/** A robot on the real floor that is nearer than this is told of, wherever one is in the world. */
export const NEAR_M = 1;
/** Who stays outside on purpose, as at the storage, has read it; the border says it on. */
export const TOLD_MS = 6000;

export interface RealRobot {
  readonly name: string;
  /** x and y come first */
  readonly pose: readonly number[];
  readonly inside: boolean | null;
}

/** What is known at one picture. */
export interface Situation {
  ms: number;
  area: Area | null | undefined;
  /** of the head, in the world */
  person: Vec2;
  /** of the head in the laboratory, if the person moved away from there by other means than feet */
  reallyAt: Vec2 | undefined;
  robots: readonly RealRobot[];
}

export interface Danger {
  /** a sentence for the person's eyes; empty: none */
  words: string;
  /** somebody is outside of the tracked area who was inside, or a robot is */
  isOutside: boolean;
}

/** What a person beside real robots has to be warned of. */
export class Dangers {
  private leftMs: number | undefined;
  private wasInside = false;

  /** Another world came. */
  forget(): void {
    this.leftMs = undefined;
    this.wasInside = false;
  }

  look({ ms, area, person, reallyAt, robots }: Situation): Danger {
    const isIn = Boolean(area && isInside(area, ...person));
    if (isIn) {
      this.wasInside = true;
      this.leftMs = undefined;
    } else if (area && this.wasInside) {
      this.leftMs ??= ms;
    }
    const gone = robots.find(({ inside }) => inside === false);
    const isOutside = this.leftMs !== undefined || gone !== undefined;
    const near = reallyAt && nearestOf(robots, reallyAt);
    if (near && near.far < NEAR_M) {
      const far = near.far.toFixed(1);
      return { words: `${near.name} is ${far} m from where you really stand.`, isOutside };
    }
    if (gone) return { words: `${gone.name} has left the tracked area.`, isOutside };
    const isNew = this.leftMs !== undefined && ms - this.leftMs < TOLD_MS;
    return { words: isNew ? 'You have left the tracked area.' : '', isOutside };
  }
}

function nearestOf(robots: readonly RealRobot[], [x, y]: Vec2): { name: string; far: number } {
  let nearest = { name: '', far: Infinity };
  for (const { name, pose } of robots) {
    const far = Math.hypot(pose[0]! - x, pose[1]! - y);
    if (far < nearest.far) nearest = { name, far };
  }
  return nearest;
}
