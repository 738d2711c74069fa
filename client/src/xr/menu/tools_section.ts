// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { COLORS, colorOf, erasesOf, widthOf } from '../../tools/paint';
import { thingOf } from '../../tools/place';
import type { App } from '../../app';
import type { Catalog } from '../../protocol/messages';
import { handyFirst } from '../handy_things';
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

/** What there is to place in a world, as its Tandem answered. */
const storages = new WeakMap<App, { epoch: number | undefined; names: readonly string[] }>();

function storageOf(app: App): readonly string[] {
  const { epoch } = app.store;
  const known = storages.get(app);
  if (known && known.epoch === epoch) return known.names;
  // asked once; until the answer comes, what there was
  const asked = { epoch, names: known?.names ?? [] };
  storages.set(app, asked);
  void app.connection.command({ do: 'catalog' }).then(({ ok, data }) => {
    if (ok) asked.names = handyFirst((data as Catalog).things).map(({ name }) => name);
    // again when the menu is seen next
    else if (storages.get(app) === asked) storages.delete(app);
  });
  return asked.names;
}

function placeItems(app: App): MenuItem[] {
  const thing = thingOf(app);
  return storageOf(app).map((name) => ({
    title: name.replaceAll('_', ' '),
    isOn: thing.value === name,
    run: () => thing.set(name),
  }));
}

/** What can be chosen for a tool, by its id. */
const CHOICES: Readonly<Record<string, (app: App) => MenuItem[]>> = {
  paint: paintItems, place: placeItems,
};

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
    return [...items, ...(CHOICES[chosen?.id ?? '']?.(app) ?? [])];
  },
  note: (app) =>
    app.store.mayControl ? '' : 'You may look. With the link of the terminal you may act.',
};
