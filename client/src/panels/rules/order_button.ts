// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type { App } from '../../app';
import { VIEW_ONLY } from '../../shell/control';
import { el } from '../../shell/dom';

/** Gives a robot an order, for who does not know its words; `words` are found at the click. */
export function orderButton(
  app: App, title: string, robot: string, words: () => string, pressed?: boolean,
): HTMLButtonElement {
  const button = el('button', {
    type: 'button', 'aria-pressed': pressed === undefined ? undefined : String(pressed),
    onclick: () => void app.order({ do: 'tell', robot, words: words() }),
  }, title);
  button.disabled = !app.store.mayControl;
  if (button.disabled) button.title = VIEW_ONLY;
  return button;
}
