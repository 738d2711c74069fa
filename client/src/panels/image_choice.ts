// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0

/** A picture that somebody chose to look at. */
export interface ImageChoice {
  source: string;
  /** virtual things are drawn over it */
  isAugmented: boolean;
}

/** Of what a browser kept, whatever that is. */
export function imageChoices(kept: unknown): ImageChoice[] {
  const isChoice = (value: unknown): value is ImageChoice =>
    typeof value === 'object' && value !== null
    && typeof (value as ImageChoice).source === 'string';
  return Array.isArray(kept) ? kept.filter(isChoice) : [];
}
