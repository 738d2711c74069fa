// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { Box3, Vector3 } from 'three';
import type { Store } from '../store/store';
import { cornersOf } from '../world/area';
import { trackedAreas } from '../world/tracked_areas';

/**
 * The part of the world that one wants to see at first: the area of paint or tracking where there
 * is one, and what can move.
 */
export function interestingExtent(store: Store): Box3 {
  const box = new Box3();
  const world = store.world.value;
  const areas = trackedAreas(world, store.status.value);
  if (world?.paint) areas.push(world.paint.area);
  for (const [x, y] of areas.flatMap(cornersOf))
    box.expandByPoint(new Vector3(x, y, world?.floor_m ?? 0));
  const { bodies, entities } = store;
  const radiusOf = new Map(entities.robots.map((robot) => [robot.entity, robot.radius_m]));
  const point = new Vector3();
  // distances of what moves; what is far away from most of it does not count
  const places: Vector3[] = [];
  for (const entity of entities.all) {
    if (entity.static) continue;
    const slot = bodies.slot(entity.bodies[0] ?? -1);
    if (slot === undefined) continue;
    point.fromArray(bodies.poses, 7 * slot);
    places.push(point.clone());
    const radius = radiusOf.get(entity.id);
    if (radius !== undefined) box.union(around(point, Math.max(1, 8 * radius)));
  }
  if (places.length > 0) {
    const middle = (axis: 'x' | 'y' | 'z') =>
      places.map((p) => p[axis]).sort((a, b) => a - b)[Math.floor(places.length / 2)]!;
    const centre = new Vector3(middle('x'), middle('y'), middle('z'));
    const far = places.map((p) => p.distanceTo(centre)).sort((a, b) => a - b);
    const limit = 2 * (far[Math.floor(far.length * 0.9)] ?? 0) + 1;
    for (const place of places) if (place.distanceTo(centre) <= limit) box.expandByPoint(place);
  }
  if (box.isEmpty()) box.expandByPoint(new Vector3(0, 0, world?.floor_m ?? 0));
  const size = box.getSize(new Vector3());
  box.expandByScalar(Math.max(0.5 - size.length() / 2, 0.15 * size.length()));
  return box;
}

function around(place: Vector3, distance: number): Box3 {
  const reach = new Vector3(distance, distance, 0);
  return new Box3(place.clone().sub(reach), place.clone().add(reach));
}
