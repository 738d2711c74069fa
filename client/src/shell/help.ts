// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type { App } from '../app';
import { PICTURE_KEYS } from '../tools/keyboard_pointer';
import { el } from './dom';

const KEY_NAMES: Record<string, string> = {
  ' ': 'space', ArrowUp: '↑', ArrowDown: '↓', ArrowLeft: '←', ArrowRight: '→', Escape: 'Esc',
};

export function keyName(key: string): string {
  return key.split('+').map((part) => KEY_NAMES[part] ?? part).join(' + ');
}

const POINTER: readonly Row[] = [
  ['drag', 'Turn the view'], ['right drag', 'Move the view'], ['wheel', 'Nearer or farther'],
  ['two fingers', 'Move, nearer or farther'],
];

type Row = readonly [key: string, title: string];

function section(group: string, lines: readonly Row[]): HTMLElement {
  const rows = lines.map(([key, title]) =>
    el('div', { class: 'row' }, title, el('kbd', {}, keyName(key))));
  return el('section', {}, el('h3', {}, group), el('div', { class: 'list' }, ...rows));
}

/** What all keys do, those of tools that are not chosen among them. */
function groups(app: App): [group: string, rows: Row[]][] {
  const all = new Map<string, Row[]>([
    ['Pointer', [...POINTER]], ['Without a pointer', [...PICTURE_KEYS]],
  ]);
  const ofTools = new Map(app.tools.all.map((tool) => [tool.title, tool.keys ?? []]));
  for (const { key, group, title } of app.actions.all)
    if (key !== undefined && !ofTools.has(group))
      all.set(group, [...(all.get(group) ?? []), [key, title]]);
  // tools with the same keys are one
  const byKeys = new Map<string, string[]>();
  for (const [title, keys] of ofTools)
    if (keys.length > 0)
      byKeys.set(JSON.stringify(keys), [...(byKeys.get(JSON.stringify(keys)) ?? []), title]);
  for (const [keys, titles] of byKeys)
    all.set(titles.length > 1 ? `Tools ${titles.join(' and ')}` : `Tool ${titles[0]}`,
      JSON.parse(keys) as Row[]);
  return [...all];
}

/** Everything that keys do, listed. */
export function addHelp(app: App): void {
  const dialog = el('dialog', { class: 'help', 'aria-label': 'Keys' });
  document.body.append(dialog);
  app.actions.add({
    id: 'help', title: 'This help', group: 'Page', key: '?',
    run: () => {
      if (dialog.open) return dialog.close();
      const sections = groups(app).map(([group, rows]) => section(group, rows));
      const close = el('button', { type: 'button', onclick: () => dialog.close() }, 'Close');
      dialog.replaceChildren(
        el('div', { class: 'head' }, el('h2', {}, 'Keys and pointer'), close),
        el('div', { class: 'columns' }, ...sections));
      dialog.showModal();
    },
  });
}
