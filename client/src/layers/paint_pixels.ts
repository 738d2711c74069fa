// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0

const LINEAR = new Float32Array(256);
for (let i = 0; i < 256; ++i) {
  const v = i / 255;
  LINEAR[i] = v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
}
const STEPS = 4095;
const ENCODED = new Uint8Array(STEPS + 1);
for (let i = 0; i <= STEPS; ++i) {
  const v = i / STEPS;
  ENCODED[i] = Math.round(255 * (v <= 0.0031308 ? 12.92 * v : 1.055 * v ** (1 / 2.4) - 0.055));
}

/**
 * Colours times their alpha, as amounts of light: so a GPU can mix neighbours without the black of
 * clear pixels showing at the edges of strokes.
 */
export function premultiply(pixels: Uint8Array): Uint8Array {
  const out = new Uint8Array(pixels.length);
  for (let i = 0; i < pixels.length; i += 4) {
    const alpha = pixels[i + 3]!;
    if (alpha === 0) continue;
    out[i + 3] = alpha;
    for (let k = 0; k < 3; ++k) {
      const value = pixels[i + k]!;
      out[i + k] =
        alpha === 255 ? value : ENCODED[Math.round((LINEAR[value]! * alpha * STEPS) / 255)]!;
    }
  }
  return out;
}

export interface Region {
  column: number;
  row: number;
  width: number;
  height: number;
}

/** Every `step`-th pixel, for areas with more pixels than a texture can have. */
export function thin(
  pixels: Uint8Array, region: Region, step: number,
): { region: Region; pixels: Uint8Array } {
  if (step === 1) return { region, pixels };
  const firstColumn = Math.ceil(region.column / step);
  const firstRow = Math.ceil(region.row / step);
  const width = Math.max(0, Math.ceil((region.column + region.width) / step) - firstColumn);
  const height = Math.max(0, Math.ceil((region.row + region.height) / step) - firstRow);
  const out = new Uint8Array(4 * width * height);
  for (let r = 0; r < height; ++r) {
    for (let c = 0; c < width; ++c) {
      const row = (firstRow + r) * step - region.row;
      const column = (firstColumn + c) * step - region.column;
      const from = 4 * (row * region.width + column);
      out.set(pixels.subarray(from, from + 4), 4 * (r * width + c));
    }
  }
  return { region: { column: firstColumn, row: firstRow, width, height }, pixels: out };
}
