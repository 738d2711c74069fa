// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type { Layer } from './layer';

/** The bodies of robots. */
export const robotBody: Layer = {
  name: 'robot body',
  title: 'Robot body',
  isOnByDefault: true,
  key: 'b',
  create: (app) => ({ shown: (on) => void (app.world.robots.visible = on) }),
};
