// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { Reality } from '../../view/reality';
import type { XrPart } from '../xr_part';

/** Pass-through: what is real is seen by the eyes, not drawn, and hides what is behind it. */
export const arView: XrPart = {
  id: 'ar_view',
  create(app) {
    const reality = new Reality(app);
    let bringBack: (() => void) | undefined;
    const end = app.viewer.afterTurn.on(() => {
      bringBack?.();
      bringBack = undefined;
    });
    return {
      update() {
        if (app.xr.mode.value === 'ar') bringBack ??= reality.hide({ hidesPictures: false });
      },
      dispose() {
        end();
        bringBack?.();
        reality.dispose();
      },
    };
  },
};
