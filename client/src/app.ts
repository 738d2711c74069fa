// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type { Actions } from './actions';
import type { Connection } from './connection/connection';
import type { ImageFeeds } from './connection/image_feed';
import type { LayerHost } from './layers/layer_host';
import type { Answer, Order } from './protocol/messages';
import type { Settings } from './settings';
import type { Notices } from './shell/notices';
import type { Observable } from './store/observable';
import type { Store } from './store/store';
import type { ToolHost } from './tools/tool_host';
import type { CameraHost } from './view/camera_host';
import type { Viewer } from './view/viewer';
import type { WorldScene } from './world/world_scene';
import type { XrHost } from './xr/xr_host';

/** What layers, panels, tools and cameras are given. */
export interface App {
  readonly connection: Connection;
  readonly store: Store;
  /** pictures of watched sources */
  readonly images: ImageFeeds;
  readonly settings: Settings;
  readonly viewer: Viewer;
  /** the entities as they are drawn: poses of links, what a ray met */
  readonly world: WorldScene;
  readonly cameras: CameraHost;
  readonly layers: LayerHost;
  readonly tools: ToolHost;
  /** people with headsets */
  readonly xr: XrHost;
  /** what keys do */
  readonly actions: Actions;
  readonly notices: Notices;
  /** the robot that cameras follow and that goals and keys are for; undefined if there is none */
  readonly robot: Observable<string | undefined>;
  /** Sends an order, and shows the reason when it is refused. */
  order(order: Order): Promise<Answer>;
}
