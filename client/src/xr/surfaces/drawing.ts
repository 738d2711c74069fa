// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
export const INK = '#f2f6fb';
export const SOFT_INK = '#a9b8ca';
export const ACCENT = '#1f8fff';
export const LEVEL_COLORS = {
  info: '#1f8fff',
  warning: '#e08700',
  error: '#d3302f',
  ok: '#1a9d5c',
};
// the headset's own: nothing is fetched for it
const FONT = 'system-ui, sans-serif';

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export function fillBox(
  context: CanvasRenderingContext2D,
  { x, y, width, height }: Box,
  color: string,
  radius = 14,
): void {
  context.fillStyle = color;
  context.beginPath();
  context.roundRect(x, y, width, height, radius);
  context.fill();
}

export function drawText(
  context: CanvasRenderingContext2D,
  text: string,
  box: Box,
  { px = 26, color = INK, isBold = false, align = 'left' as CanvasTextAlign } = {},
): void {
  context.font = `${isBold ? '600 ' : ''}${px}px ${FONT}`;
  context.fillStyle = color;
  context.textAlign = align;
  context.textBaseline = 'middle';
  const share = { left: 0, start: 0, center: 0.5, right: 1, end: 1 }[align];
  const at = box.x + share * box.width;
  context.fillText(text, at, box.y + box.height / 2, box.width);
}

/** In lines that fit, as many as there is room for. */
export function drawParagraph(
  context: CanvasRenderingContext2D,
  text: string,
  box: Box,
  px = 26,
  color = INK,
): void {
  context.font = `${px}px ${FONT}`;
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word;
    if (lines.length > 0 && context.measureText(longer).width <= box.width)
      lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  const height = 1.3 * px;
  const most = Math.max(1, Math.floor(box.height / height));
  const shown = lines.slice(0, most);
  const top = box.y + (box.height - shown.length * height) / 2;
  shown.forEach((line, i) =>
    drawText(context, line, { ...box, y: top + i * height, height }, { px, color }),
  );
}
