// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0

/** Something that a person can do by a key; the help lists them. */
export interface Action {
  readonly id: string;
  readonly title: string;
  /** heading in the help */
  readonly group: string;
  /** as KeyboardEvent.key has it, lower case for letters; 'shift+r' with shift */
  readonly key?: string;
  run(): void;
  /** Called when the key is let go, for what lasts as long as it is held. */
  release?(): void;
}

/** Inputs that take no letters: keys are free while they have the focus. */
const WITHOUT_LETTERS = ['checkbox', 'radio', 'range', 'color', 'button'];

function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !WITHOUT_LETTERS.includes(target.type);
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || ['TEXTAREA', 'SELECT'].includes(target.tagName);
}

/** Keys that work the thing that has the focus. */
function isForFocus(target: EventTarget | null, key: string): boolean {
  if (target instanceof HTMLInputElement && target.type === 'range') return key.startsWith('Arrow');
  if (target instanceof HTMLAnchorElement) return key === 'Enter';
  const isButton = target instanceof HTMLButtonElement || target instanceof HTMLInputElement
    || (target instanceof HTMLElement && target.tagName === 'SUMMARY');
  return isButton && (key === ' ' || key === 'Enter');
}

function nameOf(event: KeyboardEvent): string {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const isLetter = /^[a-z]$/.test(key);
  return event.shiftKey && (isLetter || event.key.length > 1) ? `shift+${key}` : key;
}

/** What can be done by keys. */
export class Actions {
  private readonly actions = new Map<string, Action>();
  private readonly held = new Map<string, Action>();

  get all(): Action[] {
    return [...this.actions.values()];
  }

  /** Returns what takes it away again. The newest owner of a key has it. */
  add(action: Action): () => void {
    this.actions.set(action.id, action);
    return () => {
      if (this.actions.get(action.id) === action) this.actions.delete(action.id);
    };
  }

  run(id: string): void {
    this.actions.get(id)?.run();
  }

  listen(target: Window): void {
    target.addEventListener('keydown', (event) => this.press(event));
    target.addEventListener('keyup', (event) => this.letGo(event));
    // keys are let go unseen while another window has them
    target.addEventListener('blur', () => this.releaseAll());
  }

  private press(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    const key = nameOf(event);
    // an open dialog has all keys, its closing by Escape among them
    if (isForFocus(event.target, key) || document.querySelector('dialog[open]')) return;
    const action = this.all.reverse().find((candidate) => candidate.key === key);
    if (!action) return;
    event.preventDefault();
    if (event.repeat) return;
    if (action.release) this.held.set(event.code, action);
    action.run();
  }

  private letGo(event: KeyboardEvent): void {
    this.held.get(event.code)?.release?.();
    this.held.delete(event.code);
  }

  private releaseAll(): void {
    for (const action of this.held.values()) action.release?.();
    this.held.clear();
  }
}
