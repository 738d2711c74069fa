// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0

/** What is done with when it was clicked or chosen from; not what one types into. */
const CONTROLS = 'button, summary, select, input:is([type=checkbox], [type=radio], [type=range])';

/**
 * After something was clicked, chosen or slid by a pointer, keys are for the page again: space
 * pauses instead of clicking once more, and + is not looked for in a list. Who came by keys stays.
 */
export function giveKeysBack(document: Document): void {
  let isByPointer = false;
  // before anybody on the way can stop it
  document.addEventListener('pointerdown', () => (isByPointer = true), { capture: true });
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Tab') isByPointer = false;
  }, { capture: true });
  const giveBack = (from: Element | null) => {
    if (isByPointer && from?.matches(CONTROLS)) (from as HTMLElement).blur();
  };
  document.addEventListener('change', ({ target }) => giveBack(target as Element));
  document.addEventListener('click', ({ target }) => {
    const clicked = (target as Element).closest(CONTROLS);
    // that click opens it
    if (!(clicked instanceof HTMLSelectElement)) giveBack(clicked);
  });
  // a dialog that closes gives the focus to the button that opened it
  document.addEventListener('focusin', ({ target, relatedTarget }) => {
    if (relatedTarget instanceof Element && relatedTarget.closest('dialog:not([open])'))
      giveBack(target as Element);
  });
}
