// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type { App } from '../../../app';

/** Something that can be made to go wrong on purpose, now. */
export interface Fault {
  readonly title: string;
  readonly isOn: boolean;
  /** how long it still lasts, or when it begins */
  readonly times?: string;
  toggle(): void;
}

/** What all pages of the menu know of how faults are wanted. */
export interface Wanted {
  /** whose; empty: there is no robot */
  readonly robot: string;
  /** undefined: until it is cleared */
  readonly lasts: string | undefined;
}

/**
 * Those of one sort that the world has at this moment, as one for each kind; asked for each picture
 * while the page of faults is open. Adding some is a file here and a line in list.ts.
 */
export interface FaultSource {
  faults(app: App, wanted: Wanted): readonly Fault[];
  /** Called when the page of faults is opened, as to ask the server for a list. */
  opened?(app: App): void;
}
