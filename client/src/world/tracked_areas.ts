// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type { Area, Status, World } from '../protocol/messages';
import type { Store } from '../store/store';

/**
 * Where real robots are tracked, as it lies in the world, which is where their rooms do: each area
 * once, however many robots share it. Without a twin it is where the scenario would track one.
 */
export function trackedAreas(
  world: World | undefined, status: Pick<Status, 'robots'> | undefined,
): Area[] {
  const ofScenario = world?.tracked_area ?? null;
  const twins = (status?.robots ?? []).filter(({ mode }) => mode === 'twin');
  const areas = twins.length === 0
    ? [ofScenario]
    : twins.map(({ area }) => (area === undefined ? ofScenario : area));
  const known = areas.flatMap((area) => (area ? [[area.join(), area] as const] : []));
  return [...new Map(known).values()];
}

/** Calls at once, and whenever they lie elsewhere. */
export function onTrackedAreas(store: Store, call: (areas: readonly Area[]) => void): () => void {
  let shown: string | undefined;
  const look = () => {
    const { world: { value: world }, status } = store;
    const areas = trackedAreas(world, status.value);
    const now = JSON.stringify([world?.epoch, world?.floor_m, areas]);
    if (now === shown) return;
    shown = now;
    call(areas);
  };
  const ends = [store.world.subscribe(look), store.status.onChange(look)];
  return () => ends.forEach((end) => end());
}
