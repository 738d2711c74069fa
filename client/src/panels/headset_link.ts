// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type { App } from '../app';
import { el } from '../shell/dom';

/** Readers want so many light squares around a code. */
const MARGIN = 4;
const SQUARE_PX = 6;

/** Draws rows of 0 and 1; dark on light in any theme. */
export function drawQr(canvas: HTMLCanvasElement, rows: readonly string[]): void {
  const across = rows.length + 2 * MARGIN;
  canvas.width = canvas.height = across * SQUARE_PX;
  const context = canvas.getContext('2d')!;
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = '#000000';
  rows.forEach((row, y) => [...row].forEach((square, x) => {
    if (square === '1')
      context.fillRect((x + MARGIN) * SQUARE_PX, (y + MARGIN) * SQUARE_PX, SQUARE_PX, SQUARE_PX);
  }));
}

/** How to come here with a headset or a phone: the link, and a code for their cameras. */
export function headsetLink(app: App): HTMLDialogElement {
  const canvas = el('canvas', { 'data-qr': true, 'aria-label': 'QR code of the link' });
  const link = el('a', { rel: 'noreferrer' });
  const close = el('button', { type: 'button', onclick: () => dialog.close() }, 'Close');
  const dialog = el('dialog', { class: 'headset-link', 'aria-label': 'Headset' },
    el('div', { class: 'head' }, el('h2', {}, 'Open this on a headset'), close),
    canvas, el('p', {}, link),
    el('p', { class: 'soft' }, 'Who has this link may act. The browser will ask once whether it '
      + 'trusts the certificate that Tandem made at its first start.'));
  app.store.hello.subscribe((hello) => {
    const { link: address = '', qr = [] } = hello?.headset ?? {};
    link.textContent = link.href = address;
    canvas.hidden = qr.length === 0;
    if (qr.length > 0) drawQr(canvas, qr);
    if (!address) dialog.close();
  });
  return dialog;
}
