// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0

const SHOWN_MS = 5000;

/** Short sentences that come and go. */
export class Notices {
  private readonly element = document.createElement('div');

  constructor(container: HTMLElement) {
    this.element.className = 'notices';
    this.element.setAttribute('role', 'status');
    this.element.setAttribute('aria-live', 'polite');
    container.append(this.element);
  }

  show(text: string, level: 'info' | 'warning' | 'error' = 'info'): void {
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
