// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0

type Child = Node | string | undefined;

/** `el('button', { class: 'icon', onclick: … }, 'text')` */
export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K, fields: Record<string, unknown> = {}, ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined || value === false) continue;
    if (name.startsWith('on')) Object.assign(element, { [name]: value });
    else element.setAttribute(name, value === true ? '' : String(value));
  }
  element.append(...children.filter((child) => child !== undefined));
  return element;
}

/** An icon of 24 × 24 from the path of its lines. */
export function icon(path: string): SVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  svg.classList.add('icon-path');
  const line = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  line.setAttribute('d', path);
  svg.append(line);
  return svg;
}

export function iconButton(path: string, title: string, onclick: () => void): HTMLButtonElement {
  return el('button', { class: 'icon', type: 'button', title, 'aria-label': title, onclick },
    icon(path));
}
