// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { Grabber, GRAB_KEYS } from './grabber';
import type { Tool } from './tool';

const ICON = 'M8 12V6a1.5 1.5 0 0 1 3 0v5m0-6a1.5 1.5 0 0 1 3 0v6m0-5a1.5 1.5 0 0 1 3 0v8'
  + 'a6 6 0 0 1-6 6c-3 0-4.5-1.5-6-4l-2-3.5a1.5 1.5 0 0 1 2.6-1.5L8 14';

/** Taking things that are there: drag, turn, throw, remove. */
export const grab: Tool = {
  id: 'grab',
  title: 'Grab',
  hint: 'drag things over the floor, throw, turn or remove them',
  key: 'h',
  icon: ICON,
  needsControl: true,
  keys: GRAB_KEYS,
  choose(app) {
    const grabber = new Grabber(app, 'Grab');
    return {
      options: (element, atEnd) => element.append(grabber.options(atEnd)),
      press: (pointer) => grabber.press(pointer),
      drag: (pointer) => grabber.drag(pointer),
      release: (pointer) => grabber.release(pointer),
      cancel: () => grabber.cancel(),
      update: () => grabber.update(),
      dispose: () => grabber.dispose(),
    };
  },
};
