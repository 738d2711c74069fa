// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type { App } from '../../app';
import { colorOf, erasesOf } from '../../tools/paint';
import type { Aim, ToolPointer } from '../../tools/tool';
import { worldFromScene } from '../../view/frames';
import { HeadingDial, headingOf, rollOf } from '../geometry/heading';
import { RAY_COLOR, type XrHand } from '../hand';
import type { XrPart } from '../xr_part';

const BY = 'tool';
const TOOL_COLORS: Record<string, string> = { goal: '#1f8fff', place: '#1fbf75' };

/** What a tool of the page is told about the hand that has it. */
function pointerOf(app: App, hand: XrHand, ms: number, heading: number | undefined): ToolPointer {
  const now: Aim = { ms, ray: hand.ray.clone() };
  const floor = app.world.groundAlong(now.ray);
  let hit: ToolPointer['hit'] | null = null;
  return {
    ...now, floor, trail: [now], ...(heading === undefined ? {} : { heading }),
    get hit() {
      if (hit === null) {
        const met = app.viewer.pickAlong(now.ray, app.world.root);
        const entity = met && app.world.entityOf(met);
        hit = entity ? { entity, point: worldFromScene(met.point.clone()) } : undefined;
      }
      return hit;
    },
  };
}

function colorOfTool(app: App): string {
  const id = app.tools.chosen.value?.id;
  if (id === 'paint') return erasesOf(app).value ? '#888888' : colorOf(app).value;
  return TOOL_COLORS[id ?? ''] ?? RAY_COLOR;
}

/** The page's tools by the trigger of a hand: goals, paint, things of the storage. */
export const toolRay: XrPart = {
  id: 'tool_ray',
  create(app) {
    let dial: HeadingDial | undefined;
    let pressing: XrHand | undefined;
    const abandon = () => {
      if (pressing) app.tools.abandon();
      pressing = undefined;
    };
    return {
      update({ main, ms }) {
        if (!app.tools.chosen.value) return;
        if (main.isFor(BY)) main.color = colorOfTool(app);
        if (pressing !== main || !main.isThere) abandon();
        const roll = rollOf(main.worldFromAim);
        if (pressing) {
          const heading = dial?.turn(roll, main.stick);
          const pointer = pointerOf(app, main, ms, heading);
          if (main.trigger.isDown) return app.tools.drag(pointer);
          app.tools.release(pointer);
          pressing = undefined;
          return;
        }
        if (!main.isThere || !main.isFor(BY)) return;
        const pointer = pointerOf(app, main, ms, undefined);
        if (!main.trigger.wentDown) return app.tools.hover(pointer);
        if (!app.tools.press(pointer)) return;
        main.owner = BY;
        pressing = main;
        dial = app.tools.chosen.value.id === 'goal'
          ? new HeadingDial(headingOf(main.ray.direction), roll) : undefined;
      },
      hidden: abandon,
      dispose: abandon,
    };
  },
};
