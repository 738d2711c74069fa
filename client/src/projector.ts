// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { Color } from 'three';
import type { App } from './app';
import type { Layer } from './layers/layer';
import { billboard } from './layers/billboard';
import { cameraPlanes, type PlacePicture } from './layers/camera_plane';
import { goal } from './layers/goal';
import { lights } from './layers/lights';
import { paint } from './layers/paint';
import { path } from './layers/path';
import { robotBody } from './layers/robot_body';
import { connectPicture, makeApp, start } from './make_app';
import { Calibration } from './projection/calibration';
import { goDarkWithoutServer } from './projection/dark';
import { floorCamera, shownFloor } from './projection/floor_camera';
import { beside } from './projection/floor_plane';
import { realRobots } from './projection/real_robots';
import { ruler } from './projection/ruler';
import './projection/style.css';
import type { Entity } from './protocol/messages';
import { Settings } from './settings';
import { positionOf, yawOf } from './view/frames';
import { areaMatrix } from './world/area';

/** The floor as a projector shows it: nothing beside the picture, and dark where reality is. */

const layer = (from: Layer, key: string, isOnByDefault: boolean): Layer =>
  ({ ...from, key, isOnByDefault });

const ABOVE_FLOOR_M = 0.02;
const onFloor: PlacePicture = ({ store }, { radius_m }, worldFromRobot, width, height) => {
  const { x, y } = positionOf(worldFromRobot);
  const world = store.world.value;
  const place =
    beside(shownFloor(world), [x, y, yawOf(worldFromRobot)], radius_m, width, height);
  return areaMatrix(place, (world?.floor_m ?? 0) + ABOVE_FLOOR_M);
};

// keys of the projector's own window; lights are off, so that colours are those of the files
const LAYERS: readonly Layer[] = [
  layer(robotBody, '1', true), layer(lights, '2', false), layer(billboard, '3', true),
  layer(cameraPlanes(onFloor), '4', false), layer(paint, 'p', true), layer(path, 'shift+p', true),
  layer(goal, 'shift+g', true), realRobots, ruler,
];

// the real floor is there; what is painted on it is a layer of its own
function isGround(entity: Entity): boolean {
  const visuals = app.store.entities.links(entity).flatMap((link) => link.visuals);
  return entity.static && visuals.every(({ shape }) => 'plane' in shape || 'heightfield' in shape);
}

const app: App = makeApp({
  name: 'projector',
  settings: new Settings(localStorage, 'tandem.projector.'),
  cameras: [floorCamera],
  // what is real is there already, and nothing is cast on it
  isHidden: (entity) => entity.real || isGround(entity)
    || app.store.entities.robotOf(entity)?.mode === 'twin',
});
connectPicture(app);
app.store.world.subscribe(() => {
  app.viewer.scene.background = new Color(0);
  app.viewer.sky.dome.visible = false;
  app.viewer.scene.fog = null;
});
for (const each of LAYERS) app.layers.add(each);
new Calibration(app);
goDarkWithoutServer(app);
start(app);
