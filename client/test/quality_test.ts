// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { PixelRatio, qualityOf } from '../src/view/quality';

describe('quality', () => {
  it('is low where the processor draws, unless somebody says otherwise', () => {
    expect(qualityOf('auto', 'ANGLE (Google, Vulkan (SwiftShader))').isHigh).toBe(false);
    expect(qualityOf('auto', 'llvmpipe (LLVM 15.0.6, 256 bits)').isHigh).toBe(false);
    expect(qualityOf('auto', 'ANGLE (NVIDIA, RTX 2070 SUPER)').isHigh).toBe(true);
    expect(qualityOf('auto', '').isHigh).toBe(true);
    expect(qualityOf('high', 'llvmpipe').isHigh).toBe(true);
    expect(qualityOf('low', 'NVIDIA').isHigh).toBe(false);
  });

  it('draws fewer pixels while pictures are slow, and more when they are quick', () => {
    const ratio = new PixelRatio(qualityOf('low', ''), 2);
    expect(ratio.value).toBe(1);
    for (let ms = 2000; ms < 20_000; ms += 100) ratio.note(100, ms, 2);
    expect(ratio.value).toBe(0.7);
    for (let ms = 20_000; ms < 60_000; ms += 16) ratio.note(16, ms, 2);
    expect(ratio.value).toBe(1);
  });

  it('wants a picture for each of the screen where the processor draws, else every second', () => {
    const low = new PixelRatio(qualityOf('low', ''), 1);
    for (let ms = 2000; ms < 20_000; ms += 33) low.note(33, ms, 1);
    expect(low.value).toBe(0.7);
    const high = new PixelRatio(qualityOf('high', ''), 1);
    for (let ms = 2000; ms < 20_000; ms += 33) expect(high.note(33, ms, 1)).toBe(false);
  });

  it('does not try again soon what was too many', () => {
    const ratio = new PixelRatio(qualityOf('low', ''), 1);
    // all pixels take too long, four fifths of them along each side do not
    const changes: number[] = [];
    for (let ms = 2000; ms < 62_000; ms += 16)
      if (ratio.note(ratio.value > 0.9 ? 40 : 16, ms, 1)) changes.push(ms);
    // fewer at 2 s, more and fewer again at 22 s and at 43 s
    expect(changes).toHaveLength(5);
    expect(ratio.value).toBeCloseTo(0.8);
  });

  it('changes once a second at most', () => {
    const ratio = new PixelRatio(qualityOf('high', ''), 1);
    let changes = 0;
    for (let ms = 5000; ms < 5900; ms += 100) if (ratio.note(100, ms, 1)) ++changes;
    expect(changes).toBe(1);
  });
});
