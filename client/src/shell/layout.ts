// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type { App } from '../app';
import type { Panel } from '../panels/panel';
import { el, iconButton } from './dom';

const LEFT = 'M4 5h16v14H4zM10 5v14';
const RIGHT = 'M4 5h16v14H4zM14 5v14';
// as in style.css: below it columns are over the picture, and closed at first
const NARROW = 1100;
// there is room for one of them only
const PHONE = 600;

/** Puts panels where they belong. */
export class Layout {
  private readonly bar = el('header', { class: 'bar' });
  private readonly barEnd = el('div', { class: 'space' });
  private readonly left = el('aside', { class: 'column left', 'aria-label': 'Left panels' });
  private readonly right = el('aside', { class: 'column right', 'aria-label': 'Right panels' });

  constructor(private readonly app: App) {
    const toggle = (column: HTMLElement, other: HTMLElement) => () => {
      column.classList.toggle(window.innerWidth <= NARROW ? 'is-open' : 'is-closed');
      if (window.innerWidth <= PHONE) other.classList.remove('is-open');
    };
    const leftButton =
      iconButton(LEFT, 'Show or hide the left panels', toggle(this.left, this.right));
    const rightButton =
      iconButton(RIGHT, 'Show or hide the right panels', toggle(this.right, this.left));
    this.bar.append(leftButton, this.barEnd, rightButton);
    document.body.append(this.bar, this.left, this.right);
  }

  add(panel: Panel): void {
    if (panel.place === 'bar') {
      const section = el('section', { id: `panel-${panel.id}`, 'aria-label': panel.title });
      panel.mount(section, this.app);
      // those named with an end stand right of the space between
      if (panel.isAtEnd) this.bar.insertBefore(section, this.bar.lastChild);
      else this.bar.insertBefore(section, this.barEnd);
      return;
    }
    const folded = this.app.settings.item(`folded.${panel.id}`, panel.isFoldedByDefault ?? false);
    const content = el('div', { class: 'content' });
    const card = el('details', { class: 'card', id: `panel-${panel.id}` },
      el('summary', {}, panel.title), content);
    card.open = !folded.value;
    card.addEventListener('toggle', () => folded.set(!card.open));
    (panel.place === 'left' ? this.left : this.right).append(card);
    panel.mount(content, this.app);
  }
}
