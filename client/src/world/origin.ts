// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { Matrix4, Quaternion, Vector3 } from 'three';
import type { Entity, Pose, Shape } from '../protocol/messages';
import type { Store } from '../store/store';
import { matrixOfPose, matrixOfSlot } from './affine';

/** world_from_model, which `move` and `hold` place; undefined if it has no pose yet. */
export function originOf(store: Store, entity: Entity): Matrix4 | undefined {
  const model = store.entities.models[entity.model];
  const slot = store.bodies.slot(entity.bodies[model?.links[0]?.body ?? 0] ?? -1);
  if (!model || slot === undefined) return undefined;
  return matrixOfSlot(store.bodies.poses, slot, new Matrix4()).multiply(matrixOfPose(model.origin));
}

export function poseOfMatrix(matrix: Matrix4): Pose {
  const [p, q] = [new Vector3(), new Quaternion()];
  matrix.decompose(p, q, new Vector3());
  return [p.x, p.y, p.z, q.x, q.y, q.z, q.w];
}

// how far a shape reaches from its own middle; a mesh is known to its file alone
function reachOf(shape: Shape): number {
  if ('box' in shape) return Math.hypot(shape.box[0], shape.box[1]) / 2;
  if ('sphere' in shape) return shape.sphere;
  if ('cylinder' in shape) return shape.cylinder[0];
  if ('capsule' in shape) return shape.capsule[0];
  if ('ellipsoid' in shape) return Math.max(shape.ellipsoid[0], shape.ellipsoid[1]);
  return 0.2;
}

/** About how wide something is, for marks around it. */
export function radiusOf(store: Store, entity: Entity): number {
  const robot = store.entities.robotOf(entity);
  if (robot) return robot.radius_m;
  let radius = 0;
  for (const { pose, visuals } of store.entities.links(entity))
    for (const visual of visuals)
      radius = Math.max(radius, reachOf(visual.shape)
        + Math.hypot(pose[0] + visual.pose[0], pose[1] + visual.pose[1]));
  return Math.max(radius, 0.03);
}
