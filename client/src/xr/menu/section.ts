// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type { App } from '../../app';

export interface MenuItem {
  readonly title: string;
  /** a word or two behind the title */
  readonly detail?: string;
  /** lit */
  readonly isOn?: boolean;
  /** of a paint, beside the title */
  readonly color?: string;
  readonly isDisabled?: boolean;
  run(): void;
}

/** A page of the menu at the wrist. Adding one is a file here and a line in list.ts. */
export interface MenuSection {
  readonly id: string;
  readonly title: string;
  /** Asked for each picture while the page is open: what it returns is what is shown. */
  items(app: App): readonly MenuItem[];
  /** below the items */
  note?(app: App): string;
  /** Called when the page is opened, as to ask the server for a list. */
  opened?(app: App): void;
}
