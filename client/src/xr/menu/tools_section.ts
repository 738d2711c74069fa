// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { COLORS, colorOf, erasesOf, widthOf } from '../../tools/paint';
import type { App } from '../../app';
import type { MenuItem, MenuSection } from './section';

/** Those that a ray can do; driving needs keys, and things are grabbed by the grip. */
export const RAY_TOOLS = ['goal', 'paint', 'place'];
const WIDTHS_M = [0.03, 0.1, 0.3];

function paintItems(app: App): MenuItem[] {
  const [color, erases, width] = [colorOf(app), erasesOf(app), widthOf(app)];
  return [
    ...COLORS.slice(0, 6).map(([value, name]) => ({
      title: name,
      color: value,
      isOn: !erases.value && color.value === value,
      run: () => {
        color.set(value);
        erases.set(false);
      },
    })),
    { title: 'Erase', isOn: erases.value, run: () => erases.set(!erases.value) },
    ...WIDTHS_M.map((m) => ({
      title: `${Math.round(100 * m)} cm`,
      isOn: width.value === m,
      run: () => width.set(m),
    })),
  ];
}

/** What the trigger does. */
export const toolsSection: MenuSection = {
  id: 'tools',
  title: 'Tools',
  items(app) {
    const { tools, store } = app;
    const chosen = tools.chosen.value;
    const items: MenuItem[] = [
      { title: 'Move there', isOn: chosen === undefined, run: () => tools.choose(undefined) },
      ...tools.all
        .filter(({ id }) => RAY_TOOLS.includes(id))
        .map((tool) => ({
          title: tool.title,
          isOn: chosen === tool,
          isDisabled: !store.mayControl,
          run: () => tools.choose(tool),
        })),
    ];
    return chosen?.id === 'paint' ? [...items, ...paintItems(app)] : items;
  },
  note: (app) =>
    app.store.mayControl ? '' : 'You may look. With the link of the terminal you may act.',
};
