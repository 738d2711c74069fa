// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type { Matrix4 } from 'three';
import type { Pose } from '../../protocol/messages';
import { poseOfMatrix } from '../../world/origin';
import type { XrPart } from '../xr_part';

const PERIOD_MS = 50;
const NOBODY = { head: undefined, left: undefined, right: undefined };

/** Tells others where one's head and hands are. */
export const presence: XrPart = {
  id: 'presence',
  create(app) {
    let toldMs = -Infinity;
    const poseIf = (isThere: boolean, matrix: Matrix4): Pose | undefined =>
      (isThere ? poseOfMatrix(matrix) : undefined);
    return {
      update({ ms, worldFromHead, hands }) {
        if (ms - toldMs < PERIOD_MS) return;
        toldMs = ms;
        const [left, right] = hands;
        app.connection.tellPresence({
          head: poseOfMatrix(worldFromHead),
          left: poseIf(left!.isThere, left!.worldFromGrip),
          right: poseIf(right!.isThere, right!.worldFromGrip),
        });
      },
      dispose: () => app.connection.tellPresence(NOBODY),
    };
  },
};
