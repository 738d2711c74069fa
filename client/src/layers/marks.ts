// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { type ColorRepresentation, Group } from 'three';
import { Line2 } from 'three/examples/jsm/lines/Line2.js';
import { LineGeometry } from 'three/examples/jsm/lines/LineGeometry.js';
import { LineMaterial } from 'three/examples/jsm/lines/LineMaterial.js';

/** Marks on the floor are drawn this much above it, so that it does not hide them. */
export const ABOVE_FLOOR_M = 0.004;

/** Colours that can be told apart on light and dark ground. */
export const PALETTE = [0x1f8fff, 0xff7a1a, 0x1fbf75, 0xd84fd0, 0xe0b400, 0x18b8c8];

export function paletteColor(index: number): number {
  return PALETTE[index % PALETTE.length]!;
}

/** A line of some pixels' width whose points change. */
export class Trace extends Group {
  private readonly line: Line2;
  private readonly material: LineMaterial;

  constructor(color: ColorRepresentation, width = 3, opacity = 1) {
    super();
    this.material = new LineMaterial({
      color, linewidth: width, transparent: opacity < 1, opacity, toneMapped: false,
    });
    this.line = new Line2(new LineGeometry(), this.material);
    this.line.frustumCulled = false;
    this.line.visible = false;
    this.line.raycast = () => {};
    this.add(this.line);
  }

  /** x, y, z of each point, one after the other. */
  setPoints(coordinates: number[]): void {
    this.line.visible = coordinates.length >= 6;
    if (!this.line.visible) return;
    // a geometry of another length needs buffers of another size
    this.line.geometry.dispose();
    this.line.geometry = new LineGeometry();
    this.line.geometry.setPositions(coordinates);
  }

  override dispose(): void {
    this.removeFromParent();
    this.line.geometry.dispose();
    this.material.dispose();
  }
}
