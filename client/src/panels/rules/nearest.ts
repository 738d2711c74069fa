// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type { Entity } from '../../protocol/messages';
import type { Store } from '../../store/store';

// people are nothing to take
const PERSON = 'person';

/** What a robot could take, if it is light enough. */
export function things({ entities }: Store): Entity[] {
  const robots = new Set(entities.robots.map(({ entity }) => entity));
  return [...entities.all].filter((entity) =>
    !entity.static && entity.class !== PERSON && !robots.has(entity.id));
}

/** The thing that is nearest to a robot; undefined where there is none. */
export function nearestThing(store: Store, robot: string): string | undefined {
  const { entities, bodies } = store;
  const placeOf = (id: number | undefined) => {
    const slot = id === undefined ? undefined : bodies.slot(id);
    return slot === undefined ? undefined : bodies.poses.subarray(7 * slot, 7 * slot + 2);
  };
  const here = placeOf(entities.robot(robot)?.base);
  if (!here) return undefined;
  let nearest: { name: string; away: number } | undefined;
  for (const { name, bodies: [body] } of things(store)) {
    const there = placeOf(body);
    if (!there) continue;
    const away = Math.hypot(there[0]! - here[0]!, there[1]! - here[1]!);
    if (!nearest || away < nearest.away) nearest = { name, away };
  }
  return nearest?.name;
}
