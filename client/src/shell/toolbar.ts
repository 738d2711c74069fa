// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type { App } from '../app';
import type { Tool } from '../tools/tool';
import { VIEW_ONLY } from './control';
import { el, icon } from './dom';
import { keyName } from './help';

const HAND =
  'M5 12l3-3m-3 3l3 3m-3-3h14m0 0l-3-3m3 3l-3 3M12 5l-3 3m3-3l3 3m-3-3v14m0 0l-3-3m3 3l3-3';

/** The row of tools below the picture, and the options of the chosen one. */
export function addToolbar(app: App): void {
  if (app.tools.all.length === 0) return;
  const options = el('div', { class: 'card tool-options', hidden: true });
  const bar = el('div', { class: 'tools card', role: 'toolbar', 'aria-label': 'Tools' });
  document.body.append(el('div', { class: 'tool-dock' }, options, bar));
  const buttons = new Map<Tool | undefined, { button: HTMLButtonElement; hint: string }>();
  const add = (tool: Tool | undefined, path: string, title: string, hint: string) => {
    const button = el('button', {
      type: 'button', title: hint, 'data-tool': tool?.id ?? 'look',
      onclick: () => app.tools.choose(tool),
    }, icon(path), el('span', {}, title));
    buttons.set(tool, { button, hint });
    bar.append(button);
  };
  add(undefined, HAND, 'Look', 'Look around (Esc)');
  for (const tool of app.tools.all) {
    const key = tool.key === undefined ? '' : ` (${keyName(tool.key)})`;
    add(tool, tool.icon, tool.title, `${tool.title}${key}: ${tool.hint}`);
  }
  const showOptions = () => {
    options.replaceChildren();
    options.hidden = !app.tools.showOptions(options);
    options.setAttribute('aria-label', `Options: ${app.tools.chosen.value?.title ?? ''}`);
  };
  app.tools.chosen.subscribe((chosen) => {
    for (const [tool, { button }] of buttons)
      button.setAttribute('aria-pressed', String(tool === chosen));
    showOptions();
  });
  // options may be about the robot or about what can be done in this world
  app.robot.onChange(showOptions);
  app.store.world.onChange(showOptions);
  app.store.hello.subscribe(() => {
    for (const [tool, { button, hint }] of buttons) {
      button.disabled = (tool?.needsControl ?? false) && !app.store.mayControl;
      button.title = button.disabled ? VIEW_ONLY : hint;
    }
  });
}
