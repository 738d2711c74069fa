// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { worldFromScene } from '../../view/frames';
import { levelTurn } from '../geometry/standing';
import { SnapTurn, walked } from '../geometry/walking';
import type { XrPart } from '../xr_part';
import { Vignette } from './vignette';

/** The stick of the one hand walks where the head looks, that of the other turns by steps. */
export const walking: XrPart = {
  id: 'walking',
  create(app, root) {
    const snap = new SnapTurn();
    const vignette = new Vignette(root);
    return {
      update({ dt, main, other, worldFromHead }) {
        // while it points out a heading, the stick does nothing else
        const turn = main.owner === undefined ? snap.push(main.stick) : 0;
        if (turn !== 0) app.xr.turn(turn);
        const sceneFromHead = app.viewer.root.matrixWorld.clone().multiply(worldFromHead);
        const way = walked(other.stick, levelTurn(sceneFromHead), dt);
        const isMoving = way.lengthSq() > 0;
        if (isMoving) app.xr.walk(worldFromScene(way));
        const isWanted = app.settings.item('xr.vignette', true).value;
        vignette.update(worldFromHead, isWanted && isMoving, dt);
      },
      dispose: () => vignette.dispose(),
    };
  },
};
