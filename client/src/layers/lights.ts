// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type { Layer } from './layer';

/** The lights of the world; without them it is lit evenly. */
export const lights: Layer = {
  name: 'lights',
  title: 'Lights',
  isOnByDefault: true,
  key: 'l',
  create: (app) => ({ shown: (on) => app.viewer.lighting.setLit(on) }),
};
