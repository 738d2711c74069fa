// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0

const FIRST_MS = 1000;
const MOST_MS = 30_000;

/** How many of the things that were asked for failed, and are tried again. */
export type Trouble = (missing: number) => void;

/** Tries again what failed, ever more slowly, until it is there or nobody wants it any more. */
export class Retries {
  private readonly timers = new Set<ReturnType<typeof setTimeout>>();
  private readonly missing = new Set<string>();
  private round = 0;

  constructor(private readonly trouble: Trouble = () => {}) {}

  /** Resolves when an attempt does; never, when it is not wanted any more. */
  until<T>(
    name: string, attempt: () => Promise<T>, isWanted: () => boolean = () => true,
  ): Promise<T> {
    const { round } = this;
    const isOver = () => round !== this.round || !isWanted();
    return new Promise((resolve) => {
      const again = (delayMs: number) => {
        attempt().then((value) => {
          if (round === this.round) this.found(name);
          resolve(value);
        }, (error: unknown) => {
          if (round !== this.round) return;
          if (isOver()) return this.found(name);
          console.warn(String(error));
          this.lack(name);
          const timer = setTimeout(() => {
            this.timers.delete(timer);
            if (isOver()) return this.found(name);
            again(Math.min(2 * delayMs, MOST_MS));
          }, delayMs);
          this.timers.add(timer);
        });
      };
      again(FIRST_MS);
    });
  }

  /** Nothing of before is wanted. */
  clear(): void {
    ++this.round;
    for (const timer of this.timers) clearTimeout(timer);
    this.timers.clear();
    this.missing.clear();
  }

  private lack(name: string): void {
    if (this.missing.has(name)) return;
    this.missing.add(name);
    this.trouble(this.missing.size);
  }

  private found(name: string): void {
    if (this.missing.delete(name)) this.trouble(this.missing.size);
  }
}
