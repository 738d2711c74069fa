// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type { App } from '../app';
import type { Tool } from '../tools/tool';
import { el, iconButton } from './dom';
import { keyName } from './help';

const HAND =
  'M5 12l3-3m-3 3l3 3m-3-3h14m0 0l-3-3m3 3l-3 3M12 5l-3 3m3-3l3 3m-3-3v14m0 0l-3-3m3 3l3-3';

/** The row of tools below the picture, and the options of the chosen one. */
export function addToolbar(app: App): void {
  if (app.tools.all.length === 0) return;
  const options = el('div', { class: 'card tool-options', hidden: true });
  const bar = el('div', { class: 'tools card', role: 'toolbar', 'aria-label': 'Tools' });
  document.body.append(options, bar);
  const buttons = new Map<Tool | undefined, HTMLButtonElement>();
  const add = (tool: Tool | undefined, path: string, title: string) => {
    const button = iconButton(path, title, () => app.tools.choose(tool));
    buttons.set(tool, button);
    bar.append(button);
  };
  add(undefined, HAND, 'Look around (Esc)');
  for (const tool of app.tools.all) {
    const key = tool.key === undefined ? '' : ` (${keyName(tool.key)})`;
    add(tool, tool.icon, `${tool.title}${key}: ${tool.hint}`);
  }
  app.tools.chosen.subscribe((chosen) => {
    for (const [tool, button] of buttons)
      button.setAttribute('aria-pressed', String(tool === chosen));
    options.replaceChildren();
    options.hidden = !chosen?.options;
    chosen?.options?.(options, app);
  });
  app.store.hello.subscribe(() => {
    for (const [tool, button] of buttons)
      button.disabled = (tool?.needsControl ?? false) && !app.store.mayControl;
  });
}
