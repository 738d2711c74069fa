// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type { XrPart } from '../xr_part';
import { Warning } from './warning';

const WRONG = 'Marks and border are not where the real robot is.';

/**
 * Who sees the real room takes marks of a real robot for where it is. As long as the world does not
 * lie on that room they are told otherwise, and what to do about it.
 */
export const unaligned: XrPart = {
  id: 'unaligned',
  create(app, root) {
    const warning = new Warning(root, { id: 'unaligned', level: 'warning', aboveM: 0.3 });
    return {
      update({ head, worldFromHead }) {
        const { xr, store } = app;
        const isBesideRobot = store.status.value?.robots.some(({ mode }) => mode === 'twin');
        // pointing out corners has a sentence of its own
        const isWrong =
          xr.mode.value === 'ar' && isBesideRobot && !xr.isWhereRoomIs && !xr.aligning.value;
        const item = xr.aligned.value ? 'Back to the start' : 'Align with the room';
        warning.show(isWrong ? `${WRONG} In the menu: You, ${item}.` : '', worldFromHead, head);
      },
      dispose: () => warning.dispose(),
    };
  },
};
