// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { el } from '../shell/dom';

const WINDOW_S = 60;
const HEIGHT = 44;
const COLORS = ['--accent', '--warning', '--ok', '--error'] as const;

/** Values of the last minute. */
export class Series {
  readonly points: { at: number; value: number }[] = [];

  add(at: number, value: number): void {
    this.points.push({ at, value });
    while (this.points.length > 0 && this.points[0]!.at < at - WINDOW_S) this.points.shift();
  }

  get last(): number | undefined {
    return this.points[this.points.length - 1]?.value;
  }
}

/** A round number above all values, so that the scale does not tremble. */
export function niceTop(most: number): number {
  if (!(most > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(most));
  for (const step of [1, 2, 5, 10]) if (most <= step * power * (1 + 1e-9)) return step * power;
  return 10 * power;
}

export interface ChartOptions {
  title: string;
  unit: string;
  digits?: number;
  /** the scale never ends below this */
  leastTop?: number;
}

/** Lines of the last minute with their newest values, small enough for a column. */
export class Chart {
  readonly element: HTMLElement;
  private readonly canvas = el('canvas', { role: 'img' });
  private readonly values = el('span', { class: 'number' });
  private readonly top = el('span', { class: 'number soft top' });
  private readonly series = new Map<string, Series>();

  constructor(private readonly options: ChartOptions) {
    const title = el('span', {}, options.title);
    this.element = el('figure', { class: 'chart' },
      el('figcaption', {}, title, this.values), this.canvas, this.top);
  }

  /** A line's newest value; what is not told for a minute is forgotten. */
  add(name: string, at: number, value: number): void {
    if (!Number.isFinite(value)) return;
    let series = this.series.get(name);
    if (!series) {
      series = new Series();
      this.series.set(name, series);
    }
    series.add(at, value);
  }

  get(name: string): Series | undefined {
    return this.series.get(name);
  }

  /** Draws up to now; hides itself while it knows nothing. */
  draw(now: number): void {
    for (const [name, { points }] of this.series)
      if ((points[points.length - 1]?.at ?? -Infinity) < now - WINDOW_S) this.series.delete(name);
    this.element.hidden = this.series.size === 0;
    const width = this.canvas.clientWidth;
    if (this.element.hidden || width === 0) return;
    const { unit, digits = 1, leastTop = 0 } = this.options;
    const all = [...this.series.values()];
    const most = Math.max(leastTop, ...all.map(({ points }) =>
      points.reduce((high, { value }) => Math.max(high, value), 0)));
    const top = niceTop(most);
    this.top.textContent = String(Number(top.toPrecision(3)));

    const ratio = window.devicePixelRatio;
    this.canvas.width = width * ratio;
    this.canvas.height = HEIGHT * ratio;
    const context = this.canvas.getContext('2d')!;
    context.scale(ratio, ratio);
    const style = getComputedStyle(this.canvas);
    context.strokeStyle = style.getPropertyValue('--line');
    context.beginPath();
    for (const y of [0.5, HEIGHT / 2, HEIGHT - 0.5]) {
      context.moveTo(0, y);
      context.lineTo(width, y);
    }
    context.stroke();
    this.values.replaceChildren();
    [...this.series].forEach(([name, { points, last }], i) => {
      const color = style.getPropertyValue(COLORS[i % COLORS.length]!);
      context.strokeStyle = color;
      context.lineWidth = 1.5;
      context.beginPath();
      for (const { at, value } of points) {
        const x = width * (1 - (now - at) / WINDOW_S);
        context.lineTo(x, HEIGHT - 1 - (HEIGHT - 2) * Math.min(value / top, 1));
      }
      context.stroke();
      const label = this.series.size > 1 ? `${name} ` : '';
      this.values.append(el('span', { style: `color: ${color}` },
        `${label}${last!.toFixed(digits)}`), ' ');
    });
    this.values.append(unit);
    this.canvas.setAttribute('aria-label',
      `${this.options.title}, last minute: ${this.values.textContent}`);
  }
}
