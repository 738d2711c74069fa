// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { Actions } from './actions';
import type { App } from './app';
import { Connection, type Socket } from './connection/connection';
import { ImageFeeds } from './connection/image_feed';
import { takeToken } from './connection/token';
import { LayerHost } from './layers/layer_host';
import type { Entity } from './protocol/messages';
import type { Settings } from './settings';
import { el } from './shell/dom';
import { Notices } from './shell/notices';
import { Observable } from './store/observable';
import { Store } from './store/store';
import { ToolHost } from './tools/tool_host';
import { CameraHost } from './view/camera_host';
import type { CameraMode } from './view/camera_mode';
import { type QualityChoice, qualityOf, rendererName } from './view/quality';
import { Viewer } from './view/viewer';
import { WorldScene } from './world/world_scene';
import { XrHost } from './xr/xr_host';

function openSocket(): Socket {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return new WebSocket(`${scheme}://${location.host}/ws`) as Socket;
}

export interface AppParts {
  /** said to the server */
  name: string;
  settings: Settings;
  cameras: readonly CameraMode[];
  /** entities that are not drawn */
  isHidden?: (entity: Entity) => boolean;
}

/** Everything that a page consists of but what is shown beside the picture. */
export function makeApp({ name, settings, cameras, isHidden }: AppParts): App {
  const store = new Store();
  const token = takeToken(location, sessionStorage,
    (address) => history.replaceState(null, '', address));
  const connection = new Connection({
    open: openSocket, token, name,
    started: () => store.startConnection(),
    receive: (message) => store.receive(message),
  });
  connection.unwatched = (name) => store.forgetSource(name);

  connection.notWatched = (reason) => notices.show(reason, 'warning');

  const images = new ImageFeeds(connection, store);

  const picture = el('main', { class: 'picture', 'aria-label': 'The world' });
  document.body.append(picture);
  const choice = settings.item<QualityChoice>('quality', 'auto').value;
  const viewer = new Viewer(picture, qualityOf(choice, rendererName()));
  const notices = new Notices(document.body);
  const world = new WorldScene(store, viewer.quality.isHigh, () => viewer.invalidateStill(),
    isHidden, (missing) => (missing > 0
      ? notices.show('Files of the world could not be loaded. Trying again.', 'warning')
      : notices.show('All files of the world are loaded now.')));
  viewer.root.add(world.root);
  const actions = new Actions();
  const robot = new Observable<string | undefined>(undefined);
  // the hosts are given the app that they are part of
  const app = { connection, store, images, settings, viewer, world, actions, notices, robot } as
    { -readonly [K in keyof App]: App[K] };
  app.order = async (order) => {
    const answer = await connection.command(order);
    if (!answer.ok) notices.show(answer.reason, 'error');
    return answer;
  };
  app.cameras = new CameraHost(app, cameras);
  app.layers = new LayerHost(app);
  app.tools = new ToolHost(app);
  app.xr = new XrHost(app);
  return app;
}

/** Draws what the store has, and tells the server when that is done. */
export function connectPicture(app: App): void {
  const { store, viewer, world, connection } = app;
  viewer.beforeDraw.on(({ camera }) => {
    world.update();
    world.refine(camera);
  });
  viewer.afterTurn.on(() => connection.drawn());
  store.frame.on((frame) => {
    if (frame.count > 0) viewer.invalidate();
  });
  store.world.subscribe((value) => {
    if (!value) return;
    viewer.lighting.setWorld(value);
    viewer.sky.setAtmosphere(viewer.scene, value.atmosphere);
    viewer.invalidateStill();
  });
}

/** Connects, and comes back when the browser says that there is something to come back to. */
export function start(app: App): void {
  app.actions.listen(window);
  app.cameras.home();
  app.viewer.start();
  app.connection.start();
  window.addEventListener('online', () => app.connection.retryNow());
  document.addEventListener('visibilitychange', () => {
    app.connection.setSeen(!document.hidden);
    app.connection.retryNow();
  });
  app.connection.setSeen(!document.hidden);
  // for tests in a browser, and for the curious
  Object.assign(window, { tandem: app });
}
