// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type { App } from '../app';
import { el } from '../shell/dom';

const PERIOD_MS = 250;
/** `status` comes ten times a second; a second without it is no accident. */
const MOST_QUIET = 4;

/**
 * What is on the floor is where robots are: without a server it is not known any more, and nothing
 * is shown but a sentence at the lower edge.
 */
export function goDarkWithoutServer(app: App): void {
  const said = el('p', { class: 'gone', role: 'alert', hidden: true },
    'Nothing comes from Tandem any more. Trying again by itself.');
  document.body.append(said);
  const { canvas } = app.viewer;
  let quiet = 0;
  let isDark = false;

  // periods are counted, and not what the clock says: a page that was busy itself comes to what has
  // arrived meanwhile before the next one
  setInterval(() => {
    if (++quiet <= MOST_QUIET || isDark || !app.store.world.value) return;
    isDark = true;
    canvas.style.visibility = 'hidden';
    said.hidden = false;
  }, PERIOD_MS);

  app.store.status.onChange(() => {
    quiet = 0;
    if (!isDark) return;
    isDark = false;
    // not before the picture is drawn anew
    app.viewer.invalidateStill();
    const end = app.viewer.afterTurn.on(() => {
      end();
      if (isDark) return;
      canvas.style.visibility = '';
      said.hidden = true;
    });
  });
}
