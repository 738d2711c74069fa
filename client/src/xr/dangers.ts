// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type { Area, Vec2 } from '../protocol/messages';
import { isInside } from '../world/area';

/** A robot on the real floor that is nearer than this is told of, wherever one is in the world. */
export const NEAR_M = 1;

export interface RealRobot {
  readonly name: string;
  /** x and y come first; undefined: nobody knows */
  readonly place: readonly number[] | undefined;
  /** otherwise the person has moved away from there by other means than feet, or its twin has */
  readonly isSeen: boolean;
  readonly inside: boolean | null;
}

/** What is known at one picture. */
export interface Situation {
  /** in which robots are tracked */
  areas: readonly Area[];
  /** of the head: in the laboratory if one knows where that is, else in the world */
  person: Vec2;
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
  private wasInside = false;

  /** Another world came. */
  forget(): void {
    this.wasInside = false;
  }

  look({ areas, person, robots }: Situation): Danger {
    const isIn = areas.some((area) => isInside(area, ...person));
    this.wasInside ||= isIn;
    const hasLeft = this.wasInside && !isIn && areas.length > 0;
    const gone = robots.find(({ inside }) => inside === false);
    const isOutside = hasLeft || gone !== undefined;
    const near = nearestOf(robots, person);
    if (near.far < NEAR_M) {
      const far = near.far.toFixed(1);
      return { words: `${near.name} is ${far} m from where you really stand.`, isOutside };
    }
    const unknown = robots.find(({ place }) => place === undefined);
    if (unknown)
      return { words: `${unknown.name} is paused: the real robot may be near you.`, isOutside };
    if (gone) return { words: `${gone.name} has left the tracked area.`, isOutside };
    return { words: hasLeft ? 'You have left the tracked area.' : '', isOutside };
  }
}

function nearestOf(robots: readonly RealRobot[], [x, y]: Vec2): { name: string; far: number } {
  let nearest = { name: '', far: Infinity };
  for (const { name, place, isSeen } of robots) {
    if (isSeen || !place) continue;
    const far = Math.hypot(place[0]! - x, place[1]! - y);
    if (far < nearest.far) nearest = { name, far };
  }
  return nearest;
}
