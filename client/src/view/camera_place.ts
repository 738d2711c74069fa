// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type { Matrix4 } from 'three';
import type { App } from '../app';
import type { CameraPlace } from '../protocol/messages';
import { matrixOfPose } from '../world/affine';

/** world_from_camera of an optical frame; undefined while what carries it is not there. */
export function worldFromCamera(
  { store, world }: App, place: CameraPlace, out: Matrix4,
): Matrix4 | undefined {
  if (place.entity === null) return matrixOfPose(place.pose, out);
  const entity = store.entities.entity(place.entity);
  if (!entity) return undefined;
  const link = store.entities.links(entity).findIndex(({ name }) => name === place.link);
  return world.linkMatrix(entity, link, out)?.multiply(matrixOfPose(place.pose));
}
