// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { Emitter } from '../store/observable';

const SHOWN_MS = 5000;

export type NoticeLevel = 'info' | 'warning' | 'error';

/** Short sentences that come and go. */
export class Notices {
  /** for those who do not see the page */
  readonly shown = new Emitter<{ text: string; level: NoticeLevel }>();
  private readonly element = document.createElement('div');

  constructor(container: HTMLElement) {
    this.element.className = 'notices';
    this.element.setAttribute('role', 'status');
    this.element.setAttribute('aria-live', 'polite');
    container.append(this.element);
  }

  show(text: string, level: NoticeLevel = 'info'): void {
    this.shown.emit({ text, level });
    const notice = document.createElement('div');
    notice.className = `notice ${level}`;
    notice.textContent = text;
    // the same sentence twice is one
    for (const other of [...this.element.children])
      if (other.textContent === text) other.remove();
    this.element.append(notice);
    while (this.element.children.length > 4) this.element.firstChild?.remove();
    setTimeout(() => notice.remove(), SHOWN_MS);
  }
}
