// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { cameraPlane } from '../layers/camera_plane';
import { el } from '../shell/dom';
import { type ImageChoice, imageChoices } from './image_choice';
import { ImageView } from './image_view';
import type { Panel } from './panel';

const MOST_VIEWS = 6;

/** Pictures of cameras and of topics, as many as one likes. */
export const imagesPanel: Panel = {
  id: 'images',
  title: 'Cameras',
  place: 'right',
  isFoldedByDefault: true,
  mount(element, app) {
    const chosen = app.settings.item<ImageChoice[]>('images', []);
    const views: ImageView[] = [];
    const list = el('div', { class: 'stack' });
    const card = element.closest('details');
    const isOpen = () => card?.open ?? true;
    const keep = () => chosen.set(views.map(({ choice }) => ({ ...choice })));

    function add(choice: ImageChoice): void {
      const view = new ImageView(app, choice, keep, () => {
        views.splice(views.indexOf(view), 1);
        view.dispose();
        more.disabled = false;
        keep();
      });
      views.push(view);
      list.append(view.element);
      view.setOn(isOpen());
      more.disabled = views.length >= MOST_VIEWS;
    }
    const more = el('button', {
      type: 'button',
      onclick: () => {
        // one that is not shown yet
        const shown = views.map(({ shownSource }) => shownSource);
        const next = app.store.sources.value
          .find(({ kind, name }) => kind === 'image' && !shown.includes(name));
        add({ source: next?.name ?? '', isAugmented: false });
        keep();
      },
    }, 'Another picture');

    const inWorld = app.layers.isOn(cameraPlane);
    const box = el('input', { type: 'checkbox', name: 'av view' });
    inWorld.subscribe((on) => void (box.checked = on));
    box.addEventListener('change', () => inWorld.set(box.checked));
    const av = el('label', {
      class: 'field', title: 'The picture stands in the world where its camera looks (AV view)',
    }, box, 'Pictures in the world');
    element.append(el('div', { class: 'stack' }, list, more, av));

    const kept = imageChoices(chosen.value);
    for (const choice of kept.length > 0 ? kept : [{ source: '', isAugmented: false }])
      add({ ...choice });
    card?.addEventListener('toggle', () => {
      for (const view of views) view.setOn(isOpen());
    });
    app.store.sources.onChange(() => {
      for (const view of views) view.show();
    });
  },
};
