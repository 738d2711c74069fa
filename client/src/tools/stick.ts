// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { el } from '../shell/dom';

/** How far it is pushed: x to the right and y up, together at most 1. */
export interface Push {
  x: number;
  y: number;
}

/** Where a pointer pushes a stick whose middle is at `middle`. */
export function pushOf(dx: number, dy: number, reach: number): Push {
  const distance = Math.hypot(dx, dy);
  const scale = 1 / Math.max(distance, reach, 1e-9);
  return { x: dx * scale, y: dy === 0 ? 0 : -dy * scale };
}

/** A stick for a finger or the mouse, which goes back to its middle when it is let go. */
export function makeStick(pushed: (push: Push) => void): HTMLElement {
  const knob = el('div', { class: 'knob' });
  const stick = el('div', {
    class: 'stick', role: 'application',
    'aria-label': 'Stick to drive with; on a keyboard use w, a, s, d or the arrows',
  }, knob);
  let pointer: number | undefined;

  function show(push: Push): void {
    const reach = stick.clientWidth / 2 - knob.clientWidth / 2;
    knob.style.transform = `translate(${push.x * reach}px, ${-push.y * reach}px)`;
    pushed(push);
  }
  function follow(event: PointerEvent): void {
    if (event.pointerId !== pointer) return;
    const box = stick.getBoundingClientRect();
    const reach = box.width / 2 - knob.clientWidth / 2;
    const dx = event.clientX - (box.left + box.width / 2);
    const dy = event.clientY - (box.top + box.height / 2);
    show(pushOf(dx, dy, reach));
  }
  function letGo(event: PointerEvent): void {
    if (event.pointerId !== pointer) return;
    pointer = undefined;
    show({ x: 0, y: 0 });
  }
  stick.addEventListener('pointerdown', (event) => {
    if (pointer !== undefined || event.button !== 0) return;
    event.preventDefault();
    pointer = event.pointerId;
    stick.setPointerCapture(pointer);
    follow(event);
  });
  stick.addEventListener('pointermove', follow);
  stick.addEventListener('pointerup', letGo);
  stick.addEventListener('pointercancel', letGo);
  stick.addEventListener('lostpointercapture', letGo);
  return stick;
}
