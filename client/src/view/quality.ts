// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0

/** `auto` is `low` where the processor has to draw, `high` with a GPU. */
export type QualityChoice = 'auto' | 'high' | 'low';

/** What pictures cost. */
export interface Quality {
  readonly isHigh: boolean;
  readonly antialias: boolean;
  readonly mostPixelRatio: number;
  readonly leastPixelRatio: number;
  /** pictures that take longer than this get fewer pixels */
  readonly slowMs: number;
  /** ... and more when they are as quick as this */
  readonly quickMs: number;
}

const HIGH: Quality = {
  isHigh: true, antialias: true, mostPixelRatio: 2, leastPixelRatio: 0.7, slowMs: 45, quickMs: 22,
};
// a screen's picture now and then may be missed, not every second one
const LOW: Quality = {
  isHigh: false, antialias: false, mostPixelRatio: 1, leastPixelRatio: 0.7, slowMs: 24,
  quickMs: 20,
};

export function qualityOf(choice: QualityChoice, rendererName: string): Quality {
  if (choice !== 'auto') return choice === 'high' ? HIGH : LOW;
  return /swiftshader|llvmpipe|softpipe|software|basic render/i.test(rendererName) ? LOW : HIGH;
}

/** What draws, as the browser says; empty if it does not. */
export function rendererName(): string {
  const context = document.createElement('canvas').getContext('webgl2');
  if (!context) return '';
  const info = context.getExtension('WEBGL_debug_renderer_info');
  const name = info ? String(context.getParameter(info.UNMASKED_RENDERER_WEBGL)) : '';
  context.getExtension('WEBGL_lose_context')?.loseContext();
  return name;
}

const PAUSE_MS = 1000;
/** So many pixels as were too many are not tried again before. */
const RETRY_MS = 20_000;
const STEP = 0.8;

/** Finds how many pixels can be drawn in time, from how long pictures take. */
export class PixelRatio {
  private smoothMs = 0;
  private changedAtMs = 0;
  private tooMany = Infinity;
  private tooManyAtMs = 0;

  constructor(private readonly quality: Quality, public value: number) {
    this.value = Math.min(value, quality.mostPixelRatio);
  }

  /** True if the ratio changed. `intervalMs` is between two pictures that follow each other. */
  note(intervalMs: number, nowMs: number, devicePixelRatio: number): boolean {
    this.smoothMs = this.smoothMs === 0 ? intervalMs : 0.8 * this.smoothMs + 0.2 * intervalMs;
    if (nowMs - this.changedAtMs < PAUSE_MS) return false;
    const { leastPixelRatio, mostPixelRatio, slowMs, quickMs } = this.quality;
    const most = Math.min(devicePixelRatio, mostPixelRatio);
    let wanted = this.value;
    if (this.smoothMs > slowMs) wanted = Math.max(this.value * STEP, leastPixelRatio);
    else if (this.smoothMs < quickMs) wanted = Math.min(this.value / STEP, most);
    if (wanted === this.value) return false;
    if (wanted < this.value) {
      this.tooMany = this.value;
      this.tooManyAtMs = nowMs;
    } else if (wanted > this.tooMany * 0.99 && nowMs - this.tooManyAtMs < RETRY_MS) {
      return false;
    }
    this.value = wanted;
    this.changedAtMs = nowMs;
    this.smoothMs = 0;
    return true;
  }
}
