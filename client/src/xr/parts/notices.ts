// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { Vector3 } from 'three';
import type { NoticeLevel } from '../../shell/notices';
import { drawParagraph, fillBox, LEVEL_COLORS } from '../surfaces/drawing';
import { Surface } from '../surfaces/surface';
import type { XrPart } from '../xr_part';

const SHOWN_MS = 5000;
const [WIDTH, HEIGHT] = [760, 130];

/** What the page says in passing, and that Tandem is away, below where one looks. */
export const notices: XrPart = {
  id: 'notices',
  create(app, root) {
    const surface = new Surface(
      'notices',
      { widthM: 0.55, widthPx: WIDTH, heightPx: HEIGHT },
      true,
    );
    root.add(surface.mesh);
    let latest: { text: string; level: NoticeLevel; untilMs: number } | undefined;
    const end = app.notices.shown.on(({ text, level }) => {
      latest = { text, level, untilMs: performance.now() + SHOWN_MS };
    });
    return {
      update({ ms, head, worldFromHead }) {
        if (latest && ms > latest.untilMs) latest = undefined;
        const state = app.connection.state.value.is;
        const said =
          state === 'live'
            ? latest
            : {
                text: 'Tandem does not answer; the page comes back by itself.',
                level: 'error' as const,
              };
        surface.mesh.visible = said !== undefined;
        if (!said) return;
        surface.faceFrom(new Vector3(0, -0.22, -0.9).applyMatrix4(worldFromHead), head);
        surface.show(`${said.level} ${said.text}`, (context) => {
          fillBox(
            context,
            { x: 0, y: 0, width: WIDTH, height: HEIGHT },
            'rgba(16, 24, 34, 0.94)',
            24,
          );
          fillBox(context, { x: 0, y: 0, width: 14, height: HEIGHT }, LEVEL_COLORS[said.level], 6);
          drawParagraph(
            context,
            said.text,
            { x: 32, y: 8, width: WIDTH - 56, height: HEIGHT - 16 },
            30,
          );
          return [];
        });
      },
      dispose() {
        end();
        surface.dispose();
      },
    };
  },
};
