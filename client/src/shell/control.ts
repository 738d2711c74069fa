// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type { App } from '../app';

export const VIEW_ONLY =
  'This page may only look. Open the link that the terminal shows to control.';

type Control = HTMLButtonElement | HTMLSelectElement | HTMLInputElement;

/** Disables what needs control while the page may only look, and says why. */
export function needsControl(app: App, ...controls: Control[]): void {
  const titles = controls.map((control) => control.title);
  app.store.hello.subscribe(() => {
    const { mayControl } = app.store;
    controls.forEach((control, i) => {
      control.disabled = !mayControl;
      control.title = mayControl ? titles[i]! : VIEW_ONLY;
    });
  });
}
