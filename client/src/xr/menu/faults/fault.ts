// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type { App } from '../../../app';

/** Something that can be made to go wrong on purpose, now. */
export interface Fault {
  readonly title: string;
  readonly isOn: boolean;
  toggle(): void;
}

/**
 * Those of one kind that the world has at this moment, as one for each robot; asked for each
 * picture while the page of faults is open. Adding one is a file here and a line in list.ts.
 */
export type FaultKind = (app: App) => readonly Fault[];
