// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { Vector3 } from 'three';
import type { App } from '../../app';
import { MENU } from '../menu/list';
import type { MenuItem } from '../menu/section';
import { ACCENT, drawParagraph, drawText, fillBox, INK, SOFT_INK } from '../surfaces/drawing';
import { type Spot, Surface } from '../surfaces/surface';
import type { XrPart } from '../xr_part';

const [WIDTH, HEIGHT] = [840, 560];
const TABS = 210;
const ROW = 56;
const ROWS = 7;
const PER_PAGE = 2 * ROWS;
/** The hand is looked at as a watch is. */
const SEEN_COS = Math.cos((28 * Math.PI) / 180);
const [NEAREST_M, FARTHEST_M] = [0.15, 0.75];

interface Shown {
  section: number;
  page: number;
}

function drawItem(
  context: CanvasRenderingContext2D,
  item: MenuItem,
  spot: Spot,
  isHovered: boolean,
): void {
  const { x, y, width, height } = spot;
  fillBox(context, spot, item.isOn ? ACCENT : isHovered ? '#41566e' : '#27384b', 10);
  const color = item.isDisabled ? '#75879b' : undefined;
  const room = { x: x + 14, y, width: width - 24, height };
  if (item.color) {
    fillBox(context, { x: x + 12, y: y + 13, width: 30, height: height - 26 }, item.color, 6);
    room.x += 42;
    room.width -= 42;
  }
  if (item.detail) {
    const detail = { ...room, x: x + width - 100, width: 88 };
    drawText(context, item.detail, detail, { px: 21, color: color ?? INK, align: 'right' });
    room.width -= 96;
  }
  drawText(context, item.title, room, { px: 25, ...(color ? { color } : {}) });
}

function draw(app: App, shown: Shown, items: readonly MenuItem[], choose: (next: Shown) => void) {
  return (context: CanvasRenderingContext2D, hovered: string | undefined): Spot[] => {
    fillBox(context, { x: 0, y: 0, width: WIDTH, height: HEIGHT }, 'rgba(16, 24, 34, 0.94)', 26);
    const spots: Spot[] = [];
    const add = (spot: Spot, item: MenuItem) => {
      drawItem(context, item, spot, hovered === spot.id);
      if (!item.isDisabled) spots.push(spot);
    };
    MENU.forEach(({ id, title }, i) =>
      add(
        {
          id: `section ${id}`,
          x: 16,
          y: 18 + i * (ROW + 4),
          width: TABS - 26,
          height: ROW,
          press: () => choose({ section: i, page: 0 }),
        },
        { title, isOn: i === shown.section, run: () => {} },
      ),
    );
    const first = shown.page * PER_PAGE;
    const width = (WIDTH - TABS - 26) / 2;
    items.slice(first, first + PER_PAGE).forEach((item, i) =>
      add(
        {
          id: item.title,
          x: TABS + 8 + (i % 2) * width,
          y: 18 + Math.floor(i / 2) * (ROW + 6),
          width: width - 10,
          height: ROW,
          press: () => item.run(),
        },
        item,
      ),
    );
    const pages = Math.ceil(items.length / PER_PAGE);
    if (pages > 1) {
      const title = `More (${shown.page + 1} of ${pages})`;
      add(
        {
          id: 'more',
          x: TABS + 8,
          y: HEIGHT - ROW - 16,
          width: width - 10,
          height: ROW,
          press: () => choose({ ...shown, page: (shown.page + 1) % pages }),
        },
        { title, run: () => {} },
      );
    }
    const note = MENU[shown.section]!.note?.(app) ?? '';
    drawParagraph(
      context,
      note,
      {
        x: TABS + 8 + (pages > 1 ? width : 0),
        y: HEIGHT - 92,
        width: (pages > 1 ? 1 : 2) * width - 20,
        height: 80,
      },
      23,
      SOFT_INK,
    );
    return spots;
  };
}

/** The menu at the wrist: there while one looks at the hand, or was asked to stay by a button. */
export const menu: XrPart = {
  id: 'menu',
  create(app, root) {
    const surface = new Surface('menu', { widthM: 0.36, widthPx: WIDTH, heightPx: HEIGHT }, true);
    root.add(surface.mesh);
    let shown: Shown = { section: 0, page: 0 };
    let isPinned = false;
    const choose = (next: Shown) => {
      if (next.section !== shown.section) MENU[next.section]!.opened?.(app);
      shown = next;
    };
    return {
      update({ head, worldFromHead, main, other }) {
        const toHand = other.place.sub(head);
        const far = toHand.length();
        const ahead = new Vector3(0, 0, -1).transformDirection(worldFromHead);
        const isLookedAt =
          far > NEAREST_M &&
          far < FARTHEST_M &&
          toHand.dot(ahead) > far * SEEN_COS &&
          other.owner === undefined;
        if (other.upper.wentDown) isPinned = !isPinned;
        surface.mesh.visible = other.isThere && (isLookedAt || isPinned);
        if (!surface.mesh.visible) return;
        // above the hand, towards what one looks at
        surface.faceFrom(other.place.add(new Vector3(0, 0, 0.2)), head);
        const items = MENU[shown.section]!.items(app);
        const content = JSON.stringify([shown, items, MENU[shown.section]!.note?.(app)]);
        surface.show(content, draw(app, shown, items, choose));
        surface.handle([main]);
      },
      dispose: () => surface.dispose(),
    };
  },
};
