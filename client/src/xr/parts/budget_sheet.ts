// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { Vector3 } from 'three';
import { Budget, FRAME_MS, MOST_CALLS, MOST_TRIANGLES } from '../budget';
import { DetailGovernor } from '../detail_governor';
import { drawText, fillBox, INK } from '../surfaces/drawing';
import { Surface } from '../surfaces/surface';
import type { XrPart } from '../xr_part';

const [WIDTH, HEIGHT] = [520, 300];
const PERIOD_MS = 500;

/** The head's place is looked at so often for what is seen least. */
const LOOK_MS = 1000;

/**
 * What drawing costs beside what it may cost, for who asks in the menu; and what is beyond that is
 * drawn with less detail.
 */
export const budgetSheet: XrPart = {
  id: 'budget',
  create(app, root) {
    const surface = new Surface('budget', { widthM: 0.34, widthPx: WIDTH, heightPx: HEIGHT }, true);
    root.add(surface.mesh);
    const budget = new Budget();
    root.userData.budget = budget;
    const { renderer } = app.viewer;
    const end = app.viewer.afterTurn.on(() => {
      const { calls, triangles } = renderer.info.render;
      budget.add(performance.now(), app.viewer.drawMs, calls, triangles);
    });
    const governor = new DetailGovernor();
    const { detail } = app.world;
    let lookedMs = 0;
    function govern(ms: number, head: Vector3): void {
      const { calls, triangles } = budget.figures;
      const isChanged = governor.note(ms, calls, triangles);
      if (isChanged) detail.setLevel(governor.level);
      if (!isChanged && ms - lookedMs < LOOK_MS) return;
      lookedMs = ms;
      if (governor.isMerged) detail.merge();
      detail.drawFrom(head);
      governor.leftOut = detail.leaveOut(governor.leftOut, head);
    }
    let drawnMs = 0;
    let text = '';
    const beginAnew = () => {
      governor.reset();
      detail.part();
      detail.setLevel(0);
    };
    const ends = [end, app.store.world.onChange(beginAnew)];
    return {
      update({ ms, head, worldFromHead }) {
        govern(ms, head);
        surface.mesh.visible = app.settings.item('xr.budget', false).value;
        if (!surface.mesh.visible) return;
        surface.faceFrom(new Vector3(-0.36, 0.2, -0.9).applyMatrix4(worldFromHead), head);
        const { figures: f } = budget;
        if (ms - drawnMs > PERIOD_MS) {
          drawnMs = ms;
          const { leftOut, isMerged } = governor;
          text = JSON.stringify({ ...f, level: detail.level, leftOut, isMerged });
        }
        surface.show(text, (context) => {
          fillBox(
            context,
            { x: 0, y: 0, width: WIDTH, height: HEIGHT },
            'rgba(16, 24, 34, 0.9)',
            20,
          );
          const rows: [string, number, number, number][] = [
            ['draw calls', f.calls, MOST_CALLS, 0],
            ['triangles', f.triangles, MOST_TRIANGLES, 0],
            ['work ms', f.workMs, FRAME_MS, 1],
            ['worst ms', f.worstMs, FRAME_MS, 1],
            ['interval ms', f.intervalMs, FRAME_MS, 1],
          ];
          rows.forEach(([name, is, most, digits], i) => {
            const box = { x: 24, y: 10 + i * 48, width: WIDTH - 48, height: 48 };
            // a picture every 13.9 ms is as it should be, and clocks are not exact
            const color = is > 1.05 * most ? '#ff8178' : INK;
            drawText(context, name, box, { px: 30, color });
            const figure = `${is.toFixed(digits)} of ${most.toFixed(digits)}`;
            drawText(context, figure, { ...box, x: 230, width: WIDTH - 254 }, { px: 30, color });
          });
          const { level, leftOut, isMerged } = governor;
          const less = [
            ...(level > 0 ? [`detail -${level}`] : []),
            ...(isMerged ? ['alike gloss'] : []),
            ...(leftOut > 0 ? [`${leftOut} small things left out`] : []),
          ];
          const words = less.join(', ') || 'all details';
          drawText(context, words, { x: 24, y: 250, width: WIDTH - 48, height: 44 }, { px: 26 });
          return [];
        });
      },
      dispose() {
        for (const each of ends) each();
        detail.part();
        detail.setLevel(0);
        detail.drawFrom(new Vector3());
        detail.leaveOut(0, new Vector3());
        surface.dispose();
      },
    };
  },
};
