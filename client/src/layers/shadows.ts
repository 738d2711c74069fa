// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type { Layer } from './layer';

/** Shadows of the sun; slow machines are quicker without. */
export const shadows: Layer = {
  name: 'shadows',
  title: 'Shadows',
  isOnByDefault: true,
  create: (app) => ({
    shown(on) {
      app.viewer.renderer.shadowMap.autoUpdate = on;
      app.viewer.lighting.setShadows(on);
    },
  }),
};
