// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type { Area, Status, World } from '../protocol/messages';
import { trackedAreas } from '../world/tracked_areas';

/** An area that somebody can mark on the real floor. */
export interface RoomMark {
  scenario: string;
  /** the twin whose tracker sees it; empty: it is the scenario's own */
  whose: string;
  area: Area;
}

function roomMarks(world: World | undefined, status: Status | undefined): RoomMark[] {
  if (!world) return [];
  const scenario = world.scenario.name;
  const ofTwins = (status?.robots ?? [])
    .filter(({ mode }) => mode === 'twin')
    .flatMap((robot) => trackedAreas(world, { robots: [robot] })
      .map((area) => ({ scenario, whose: robot.name, area })));
  if (ofTwins.length > 0) return ofTwins;
  const area = trackedAreas(world, status)[0] ?? world.paint?.area;
  return area ? [{ scenario, whose: '', area }] : [];
}

/** By whose corners a room is aligned: that of the first twin, or else the floor of paint. */
export function roomMark(
  world: World | undefined, status: Status | undefined,
): RoomMark | undefined {
  return roomMarks(world, status)[0];
}

/** The same one as it lies now; undefined if it is another floor, or nobody knows where it is. */
export function foundAgain(
  mark: RoomMark, world: World | undefined, status: Status | undefined,
): RoomMark | undefined {
  return roomMarks(world, status).find(({ scenario, whose, area }) =>
    scenario === mark.scenario && whose === mark.whose
    && area[3] === mark.area[3] && area[4] === mark.area[4]);
}
