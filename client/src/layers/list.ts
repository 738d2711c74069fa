// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { billboard } from './billboard';
import { cameraPlane } from './camera_plane';
import { costmap } from './costmap';
import { frames } from './frames';
import { goal } from './goal';
import { grid } from './grid';
import type { Layer } from './layer';
import { lidarPoints } from './lidar_points';
import { lights } from './lights';
import { paint } from './paint';
import { path } from './path';
import { people } from './people';
import { robotBody } from './robot_body';
import { shadows } from './shadows';
import { trackedArea } from './tracked_area';
import { trajectories } from './trajectories';

/** In the order of the panel. */
export const LAYERS: readonly Layer[] = [
  robotBody, lights, billboard, cameraPlane, lidarPoints, path, goal, costmap, trajectories,
  frames, paint, people, trackedArea, grid, shadows,
];
