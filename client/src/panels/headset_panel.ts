// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { el } from '../shell/dom';
import { headsetLink } from './headset_link';
import type { Panel } from './panel';

const TITLES = { vr: 'Enter with the headset', ar: 'Lay over the room' };

/** The way into the world with a headset, where the browser has one. */
export const headsetPanel: Panel = {
  id: 'headset',
  title: 'Headset',
  place: 'bar',
  isAtEnd: true,
  mount(element, app) {
    const dialog = headsetLink(app);
    document.body.append(dialog);
    const link = el(
      'button',
      {
        type: 'button',
        'data-xr': 'link',
        title: 'A link and a QR code for a headset',
        onclick: () => dialog.showModal(),
      },
      'Headset …',
    );
    const show = () => {
      const isIn = app.xr.isIn;
      // who has a headset on needs no link to it
      link.hidden = !app.store.hello.value?.headset || app.xr.offered.value.length > 0;
      element.hidden = app.xr.offered.value.length === 0 && link.hidden;
      element.replaceChildren(
        link,
        ...(isIn
          ? [
              el(
                'button',
                { type: 'button', 'data-xr': 'leave', onclick: () => app.xr.leave() },
                'Leave the headset',
              ),
            ]
          : app.xr.offered.value.map((mode) =>
              el(
                'button',
                {
                  type: 'button',
                  'data-xr': mode,
                  onclick: () => void app.xr.enter(mode),
                },
                TITLES[mode],
              ),
            )),
      );
    };
    app.xr.offered.subscribe(show);
    app.xr.mode.onChange(show);
    app.store.hello.onChange(show);
  },
};
