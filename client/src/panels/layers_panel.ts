// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { el } from '../shell/dom';
import { keyName } from '../shell/help';
import type { Panel } from './panel';

/** Switches of all layers. */
export const layersPanel: Panel = {
  id: 'layers',
  title: 'Layers',
  place: 'left',
  mount(element, app) {
    const list = el('div', { class: 'list' });
    for (const layer of app.layers.all) {
      const isOn = app.layers.isOn(layer);
      const box = el('input', { type: 'checkbox', name: layer.name });
      isOn.subscribe((on) => void (box.checked = on));
      box.addEventListener('change', () => isOn.set(box.checked));
      const key = layer.key === undefined ? undefined : el('kbd', {}, keyName(layer.key));
      list.append(el('label', {}, box, layer.title, key));
    }
    element.append(list);
  },
};
