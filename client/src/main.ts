// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type { App } from './app';
import { LAYERS } from './layers/list';
import { connectPicture, makeApp, start } from './make_app';
import { PANELS } from './panels/list';
import { Settings } from './settings';
import { giveKeysBack } from './shell/focus';
import { addHelp } from './shell/help';
import { Layout } from './shell/layout';
import './shell/style.css';
import { followTheme, switchTheme } from './shell/theme';
import { addToolbar } from './shell/toolbar';
import { addKeyboardPointer } from './tools/keyboard_pointer';
import { TOOLS } from './tools/list';
import { CAMERA_MODES } from './view/cameras/list';
import { XR_PARTS } from './xr/list';

/** Chooses a robot, and looks at the whole when another world came. */
function followWorld(app: App): void {
  const { store, robot, cameras } = app;
  store.entities.changed.on(() => {
    const names = store.entities.robots.map(({ name }) => name);
    if (robot.value === undefined || !names.includes(robot.value)) robot.set(names[0]);
  });
  let seen = '';
  store.frame.on((frame) => {
    const name = `${store.hello.value?.run} ${store.world.value?.scenario.name}`;
    if (!frame.full || name === seen) return;
    seen = name;
    cameras.home();
  });
}

const settings = new Settings(localStorage);
followTheme(settings);
const app = makeApp({ name: 'page', settings, cameras: CAMERA_MODES });
connectPicture(app);
followWorld(app);
for (const layer of LAYERS) app.layers.add(layer);
for (const tool of TOOLS) app.tools.add(tool);
for (const part of XR_PARTS) app.xr.add(part);
app.actions.add({
  id: 'theme', title: 'Dark or light', group: 'Page', key: 'shift+d',
  run: () => switchTheme(settings),
});
addKeyboardPointer(app);
addHelp(app);
const layout = new Layout(app);
for (const panel of PANELS) layout.add(panel);
addToolbar(app);
giveKeysBack(document);
start(app);
