// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type { App } from '../app';
import type { Catalog } from '../protocol/messages';
import { el } from '../shell/dom';
import { Grabber, GRAB_KEYS } from './grabber';
import { Ring } from './ring';
import type { AtEnd, LiveTool, Tool, ToolPointer } from './tool';

const ICON = 'M12 3l8 4.5v9L12 21l-8-4.5v-9zM4 7.5l8 4.5 8-4.5M12 12v9';
const RING_M = 0.15;

export const thingOf = (app: App) => app.settings.item('place.thing', 'carton');

/** What is in the storage, to choose from. */
function storage(app: App, atEnd: AtEnd): HTMLElement {
  const list = el('div', { class: 'chips', role: 'group', 'aria-label': 'Things to place' });
  const thing = thingOf(app);
  const show = () => {
    for (const chip of list.querySelectorAll<HTMLElement>('.chip'))
      chip.setAttribute('aria-pressed', String(chip.dataset.thing === thing.value));
  };
  void app.order({ do: 'catalog' }).then((answer) => {
    if (!answer.ok) return;
    const { things } = answer.data as Catalog;
    if (things.length > 0 && !things.some(({ name }) => name === thing.value))
      thing.set(things[0]!.name);
    list.append(...things.map(({ name, description }) => el('button', {
      type: 'button', class: 'chip', title: description, 'data-thing': name,
      onclick: () => thing.set(name),
    }, name.replaceAll('_', ' '))));
    show();
  });
  atEnd(thing.onChange(show));
  const what = el('strong');
  atEnd(thing.subscribe((name) => { what.textContent = name.replaceAll('_', ' '); }));
  return el('div', {}, list, el('p', { class: 'hint' }, 'Click on the floor: there will be a ',
    what, '.'));
}

class PlaceTool implements LiveTool {
  private readonly grabber: Grabber;
  private readonly ring: Ring;
  private isGrabbing = false;

  constructor(private readonly app: App) {
    this.grabber = new Grabber(app, 'Place');
    this.ring = new Ring(app, 0x1fbf75);
  }

  options(element: HTMLElement, atEnd: AtEnd): void {
    element.append(storage(this.app, atEnd), this.grabber.options(atEnd));
  }

  hover({ floor }: ToolPointer): void {
    if (floor) this.ring.place(floor.x, floor.y, floor.z, RING_M);
    else this.ring.hide();
  }

  press(pointer: ToolPointer): boolean {
    this.isGrabbing = this.grabber.press(pointer);
    this.ring.hide();
    return this.isGrabbing || (pointer.hit?.point ?? pointer.floor) !== undefined;
  }

  drag(pointer: ToolPointer): void {
    if (this.isGrabbing) this.grabber.drag(pointer);
    else this.hover(pointer);
  }

  release(pointer: ToolPointer): void {
    if (this.isGrabbing) return this.grabber.release(pointer);
    // on what is met there, which on hills is not the floor's level
    const at = pointer.hit?.point ?? pointer.floor;
    if (at) void this.place(at.x, at.y, at.z);
  }

  cancel(): void {
    if (this.isGrabbing) this.grabber.cancel();
  }

  update(): void {
    this.grabber.update();
  }

  dispose(): void {
    this.grabber.dispose();
    this.ring.dispose();
  }

  private async place(x: number, y: number, z: number): Promise<void> {
    const thing = thingOf(this.app).value;
    const answer = await this.app.order({ do: 'spawn', thing, pose: [x, y, z, 0, 0, 0, 1] });
    if (answer.ok) this.grabber.select((answer.data as { name: string }).name);
  }
}

/** Placing things from the storage, and moving them. */
export const place: Tool = {
  id: 'place',
  title: 'Place',
  hint: 'choose a thing and click on the floor',
  key: 'o',
  icon: ICON,
  needsControl: true,
  keys: GRAB_KEYS,
  choose: (app) => new PlaceTool(app),
};
