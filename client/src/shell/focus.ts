// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0

/**
 * After a button was clicked by a pointer, keys are for the page again: space pauses instead of
 * clicking once more. Who came to the button by keys stays there.
 */
export function giveKeysBack(document: Document): void {
  document.addEventListener('click', (event) => {
    const isByPointer = event.detail > 0;
    const button = event.target instanceof Element ? event.target.closest('button') : null;
    if (isByPointer) button?.blur();
  });
}
