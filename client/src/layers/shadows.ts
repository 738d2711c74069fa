// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type { Layer } from './layer';

/**
 * Shadows of lights. A page that draws without a GPU has none unless they are wanted; a headset,
 * whose processor draws everything twice, has none at all.
 */
export const shadows: Layer = {
  name: 'shadows',
  title: 'Shadows',
  isOnByDefault: (app) => app.viewer.quality.isHigh,
  create: (app) => ({ shown: (on) => app.viewer.lighting.setShadows(on && !app.xr.isIn) }),
};
