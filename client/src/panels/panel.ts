// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type { App } from '../app';

/** `bar` is the line at the top, `left` and `right` are columns of cards beside the picture. */
export type Place = 'bar' | 'left' | 'right';

/** A part of the page beside the picture. Adding one is a file here and a line in list.ts. */
export interface Panel {
  readonly id: string;
  readonly title: string;
  readonly place: Place;
  /** of a panel in the bar: stands at its right end */
  readonly isAtEnd?: boolean;
  /** cards can be folded; this one is at first */
  readonly isFoldedByDefault?: boolean;
  /** Fills the element. May return what takes it away again. */
  mount(element: HTMLElement, app: App): (() => void) | void;
}
