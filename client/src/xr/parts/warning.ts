// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { type Group, type Matrix4, Vector3 } from 'three';
import { drawParagraph, fillBox, LEVEL_COLORS } from '../surfaces/drawing';
import { Surface } from '../surfaces/surface';

const [WIDTH, HEIGHT] = [760, 120];

/** A sentence before one's eyes for as long as it is true. */
export class Warning {
  readonly surface = new Surface(
    'warning',
    { widthM: 0.62, widthPx: WIDTH, heightPx: HEIGHT },
    true,
  );

  constructor(root: Group) {
    root.add(this.surface.mesh);
  }

  show(words: string, worldFromHead: Matrix4, head: Vector3): void {
    this.surface.mesh.visible = words !== '';
    if (!words) return;
    const at = new Vector3(0, 0.16, -0.9).applyMatrix4(worldFromHead);
    this.surface.faceFrom(at, head);
    this.surface.show(words, (context) => {
      fillBox(context, { x: 0, y: 0, width: WIDTH, height: HEIGHT }, LEVEL_COLORS.error, 24);
      drawParagraph(context, words, { x: 24, y: 8, width: WIDTH - 48, height: HEIGHT - 16 }, 36);
      return [];
    });
  }

  dispose(): void {
    this.surface.dispose();
  }
}
