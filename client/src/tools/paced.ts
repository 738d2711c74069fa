// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0

/**
 * Calls at most once in a period, and always with the newest: the first at once, then at each
 * period's end if something came.
 */
export class Paced {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isDue = false;

  constructor(private readonly periodMs: number, private readonly call: () => void) {}

  ask(): void {
    if (this.timer !== undefined) {
      this.isDue = true;
      return;
    }
    this.start();
    this.call();
  }

  /** Calls at once if something waits. */
  flush(): void {
    const wasDue = this.isDue;
    this.drop();
    if (wasDue) this.call();
  }

  /** Forgets what waits. */
  drop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.isDue = false;
  }

  private start(): void {
    this.timer = setTimeout(() => {
      this.timer = undefined;
      if (!this.isDue) return;
      this.isDue = false;
      this.start();
      this.call();
    }, this.periodMs);
  }
}
