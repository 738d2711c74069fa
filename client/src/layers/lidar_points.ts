// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import {
  BufferAttribute, BufferGeometry, DynamicDrawUsage, Group, Points, PointsMaterial, Vector3,
} from 'three';
import type { Points as PointsMessage } from '../protocol/messages';
import { matrixOfPose } from '../world/affine';
import { Keyed } from './keyed';
import type { Layer } from './layer';
import { paletteColor } from './marks';
import { watchKind } from './watch_kind';

/** In pixels of the window. */
const POINT_SIZE = 4;

function makeCloud(index: number): Points<BufferGeometry, PointsMaterial> {
  const material = new PointsMaterial({
    color: paletteColor(index), size: POINT_SIZE, sizeAttenuation: false, toneMapped: false,
    fog: false,
  });
  const cloud = new Points(new BufferGeometry(), material);
  cloud.frustumCulled = false;
  cloud.matrixAutoUpdate = false;
  cloud.raycast = () => {};
  return cloud;
}

function show(cloud: Points, { points, unit_m, world_from_sensor }: PointsMessage): void {
  let positions = cloud.geometry.getAttribute('position') as BufferAttribute | undefined;
  if (!positions || positions.array.length < points.length) {
    cloud.geometry.dispose();
    positions = new BufferAttribute(new Float32Array(2 * points.length + 3), 3);
    positions.setUsage(DynamicDrawUsage);
    cloud.geometry.setAttribute('position', positions);
  }
  (positions.array as Float32Array).set(points);
  positions.clearUpdateRanges();
  positions.addUpdateRange(0, points.length);
  positions.needsUpdate = true;
  cloud.geometry.setDrawRange(0, points.length / 3);
  matrixOfPose(world_from_sensor, cloud.matrix).scale(new Vector3(unit_m, unit_m, unit_m));
  cloud.matrixWorldNeedsUpdate = true;
}

/** What lidars measure, as points. */
export const lidarPoints: Layer = {
  name: 'lidar points',
  title: 'Lidar points',
  isOnByDefault: true,
  key: 'p',
  create(app) {
    const root = new Group();
    const clouds = new Keyed((_, index) => {
      const cloud = makeCloud(index);
      root.add(cloud);
      return cloud;
    }, (cloud) => {
      cloud.removeFromParent();
      cloud.geometry.dispose();
      cloud.material.dispose();
    });
    const watch = watchKind(app, 'points', ({ watching, message }) => {
      if (message.type === 'points') show(clouds.get(watching.name), message);
    }, (names) => clouds.keep(names));
    return { root, shown: (on) => watch.setOn(on) };
  },
};
