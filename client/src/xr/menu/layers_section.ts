// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type { MenuSection } from './section';

/** What is shown of the world: bodies, lights, billboards, pictures of cameras, and all others. */
export const layersSection: MenuSection = {
  id: 'layers',
  title: 'Show',
  items: (app) => app.layers.all.filter(({ name }) => name !== 'shadows').map((layer) => {
    const isOn = app.layers.isOn(layer);
    return { title: layer.title, isOn: isOn.value, run: () => isOn.set(!isOn.value) };
  }),
};
