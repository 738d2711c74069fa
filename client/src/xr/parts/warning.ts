// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { type Group, type Matrix4, Vector3 } from 'three';
import { drawParagraph, fillBox, LEVEL_COLORS } from '../surfaces/drawing';
import { Surface } from '../surfaces/surface';

const [WIDTH, HEIGHT] = [760, 120];

export interface WarningLook {
  /** by which tests find it */
  id: string;
  level: keyof typeof LEVEL_COLORS;
  /** above where one looks, 0.9 m ahead */
  aboveM: number;
}

/** A sentence before one's eyes for as long as it is true. */
export class Warning {
  private readonly surface: Surface;

  constructor(root: Group, private readonly look: WarningLook) {
    this.surface = new Surface(look.id, { widthM: 0.62, widthPx: WIDTH, heightPx: HEIGHT }, true);
    root.add(this.surface.mesh);
  }

  show(words: string, worldFromHead: Matrix4, head: Vector3): void {
    const { surface, look } = this;
    surface.mesh.visible = words !== '';
    if (!words) return;
    surface.faceFrom(new Vector3(0, look.aboveM, -0.9).applyMatrix4(worldFromHead), head);
    surface.show(words, (context) => {
      fillBox(context, { x: 0, y: 0, width: WIDTH, height: HEIGHT }, LEVEL_COLORS[look.level], 24);
      drawParagraph(context, words, { x: 24, y: 8, width: WIDTH - 48, height: HEIGHT - 16 }, 36);
      return [];
    });
  }

  dispose(): void {
    this.surface.dispose();
  }
}
