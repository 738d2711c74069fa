// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type { App } from '../app';
import type { Action } from '../actions';
import { el } from './dom';

const KEY_NAMES: Record<string, string> = {
  ' ': 'space', ArrowUp: '↑', ArrowDown: '↓', ArrowLeft: '←', ArrowRight: '→', Escape: 'Esc',
};

export function keyName(key: string): string {
  return key.split('+').map((part) => KEY_NAMES[part] ?? part).join(' + ');
}

function section(group: string, actions: Action[]): HTMLElement {
  const rows = actions.map((action) =>
    el('div', { class: 'row' }, action.title, el('kbd', {}, keyName(action.key!))));
  return el('section', {}, el('h3', {}, group), el('div', { class: 'list' }, ...rows));
}

/** Everything that keys do, listed. */
export function addHelp(app: App): void {
  const dialog = el('dialog', { class: 'help', 'aria-label': 'Keys' });
  document.body.append(dialog);
  app.actions.add({
    id: 'help', title: 'This help', group: 'Page', key: '?',
    run: () => {
      if (dialog.open) return dialog.close();
      const groups = new Map<string, Action[]>();
      for (const action of app.actions.all) {
        if (action.key === undefined) continue;
        groups.set(action.group, [...(groups.get(action.group) ?? []), action]);
      }
      const sections = [...groups].map(([group, actions]) => section(group, actions));
      const close = el('button', { type: 'button', onclick: () => dialog.close() }, 'Close');
      dialog.replaceChildren(
        el('h2', {}, 'Keys'), el('div', { class: 'columns' }, ...sections), el('p', {}, close));
      dialog.showModal();
    },
  });
}
