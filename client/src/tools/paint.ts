// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type { App } from '../app';
import type { Rgba, Vec2 } from '../protocol/messages';
import { el } from '../shell/dom';
import { Paced } from './paced';
import { Ring } from './ring';
import type { AtEnd, LiveTool, Tool, ToolPointer } from './tool';

const ICON = 'M14.5 4.5l5 5L10 19H5v-5zM12 7l5 5M4 21.5h16';
const PERIOD_MS = 34;
// the server takes more, but a stroke should be seen while it is drawn
const MOST_POINTS = 200;
export const COLORS = [
  ['#e5484d', 'red'], ['#f5a623', 'orange'], ['#ffd60a', 'yellow'], ['#30a46c', 'green'],
  ['#0b63ce', 'blue'], ['#8e4ec6', 'violet'], ['#ffffff', 'white'], ['#15181c', 'black'],
] as const;

/** '#ff8000' is [1, 0.502, 0, 1] */
export function rgbaOf(hex: string): Rgba {
  const part = (at: number) => parseInt(hex.slice(at, at + 2), 16) / 255;
  return [part(1), part(3), part(5), 1];
}

export const widthOf = (app: App) => app.settings.item('paint.width_m', 0.1);
export const colorOf = (app: App) => app.settings.item<string>('paint.color', COLORS[0][0]);
export const erasesOf = (app: App) => app.settings.item('paint.erases', false);

/** One stroke, sent in pieces while it is drawn. */
class Stroke {
  private waiting: Vec2[] = [];
  private readonly pace = new Paced(PERIOD_MS, () => this.send());

  constructor(private readonly app: App) {}

  add(point: Vec2): void {
    this.waiting.push(point);
    if (this.waiting.length >= MOST_POINTS) this.send();
    else this.pace.ask();
  }

  end(): void {
    this.pace.flush();
  }

  private send(): void {
    const points = this.waiting;
    // the next piece goes on where this one ends
    this.waiting = points.slice(-1);
    void this.app.order({
      do: 'paint', points, width_m: widthOf(this.app).value,
      color: rgbaOf(colorOf(this.app).value), erase: erasesOf(this.app).value,
    });
  }
}

function swatches(app: App, atEnd: AtEnd): HTMLElement {
  const color = colorOf(app);
  const erases = erasesOf(app);
  const choose = (value: string) => {
    color.set(value);
    erases.set(false);
  };
  const own = el('input', { type: 'color', 'aria-label': 'Another colour' });
  own.addEventListener('input', () => choose(own.value));
  const buttons = COLORS.map(([value, name]) => el('button', {
    type: 'button', class: 'swatch', style: `--swatch: ${value}`, title: name,
    'aria-label': `Paint ${name}`, onclick: () => choose(value),
  }));
  const show = () => {
    buttons.forEach((button, i) => button.setAttribute('aria-pressed',
      String(!erases.value && COLORS[i]![0] === color.value)));
    own.value = color.value;
  };
  atEnd(color.onChange(show));
  atEnd(erases.onChange(show));
  show();
  return el('div', { class: 'swatches', role: 'group', 'aria-label': 'Colour' }, ...buttons, own);
}

function eraser(app: App, atEnd: AtEnd): HTMLElement {
  const erases = erasesOf(app);
  const button = el('button', {
    type: 'button', title: 'Take paint away (x)', onclick: () => erases.set(!erases.value),
  }, 'Erase');
  atEnd(erases.subscribe((on) => button.setAttribute('aria-pressed', String(on))));
  return button;
}

function widthSlider(app: App, atEnd: AtEnd): HTMLElement {
  const width = widthOf(app);
  const slider = el('input', {
    type: 'range', min: 0.01, max: 0.5, step: 0.01, value: width.value,
    'aria-label': 'Width of the brush',
  });
  const text = el('span', { class: 'number soft', style: 'min-width: 5ch' });
  slider.addEventListener('input', () => width.set(Number(slider.value)));
  atEnd(width.subscribe((value) => {
    slider.value = String(value);
    text.textContent = `${Math.round(value * 100)} cm`;
  }));
  return el('label', { class: 'field' }, 'Width', slider, text);
}

class PaintTool implements LiveTool {
  private readonly ring: Ring;
  private stroke: Stroke | undefined;
  private readonly ends: (() => void)[];

  constructor(private readonly app: App) {
    this.ring = new Ring(app, colorOf(app).value);
    const narrower = () => this.change(1 / 1.25);
    const wider = () => this.change(1.25);
    this.ends = [
      app.actions.add({
        id: 'paint.erase', title: 'Erase', group: 'Paint', key: 'x',
        run: () => erasesOf(app).set(!erasesOf(app).value),
      }),
      app.actions.add({
        id: 'paint.narrow', title: 'Narrower', group: 'Paint', key: '[', run: narrower,
      }),
      app.actions.add({ id: 'paint.wide', title: 'Wider', group: 'Paint', key: ']', run: wider }),
    ];
  }

  options(element: HTMLElement, atEnd: AtEnd): void {
    if (!this.app.store.world.value?.paint) {
      element.append(el('span', { class: 'warning' }, 'This scenario has no floor to paint.'));
      return;
    }
    const clear = el('button', {
      type: 'button', title: 'Take all paint away',
      onclick: () => void this.app.order({ do: 'clear_paint' }),
    }, 'Clear all');
    element.append(swatches(this.app, atEnd), widthSlider(this.app, atEnd),
      eraser(this.app, atEnd), clear);
  }

  hover({ floor }: ToolPointer): void {
    if (!floor) return this.ring.hide();
    this.ring.setColor(erasesOf(this.app).value ? '#888888' : colorOf(this.app).value);
    this.ring.place(floor.x, floor.y, floor.z, widthOf(this.app).value / 2);
  }

  press(pointer: ToolPointer): boolean {
    if (!pointer.floor || !this.app.store.world.value?.paint) return false;
    this.stroke = new Stroke(this.app);
    this.drag(pointer);
    return true;
  }

  drag(pointer: ToolPointer): void {
    this.hover(pointer);
    for (const { ray } of pointer.trail) {
      const point = this.app.world.groundAlong(ray);
      if (point) this.stroke?.add([point.x, point.y]);
    }
  }

  release(pointer: ToolPointer): void {
    this.drag(pointer);
    this.cancel();
  }

  cancel(): void {
    this.stroke?.end();
    this.stroke = undefined;
  }

  dispose(): void {
    this.ring.dispose();
    for (const end of this.ends) end();
  }

  private change(factor: number): void {
    const width = widthOf(this.app);
    width.set(Math.min(Math.max(Math.round(width.value * factor * 100) / 100, 0.01), 0.5));
  }
}

/** Painting on the floor. */
export const paint: Tool = {
  id: 'paint',
  title: 'Paint',
  hint: 'draw on the floor',
  key: 'k',
  icon: ICON,
  needsControl: true,
  keys: [['x', 'Erase or paint'], ['[', 'Narrower'], [']', 'Wider']],
  choose: (app) => new PaintTool(app),
};
