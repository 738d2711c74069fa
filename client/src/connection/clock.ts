// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0

/** How far the server's clock is ahead of the page's, in µs, from asking it for the time. */
export class ServerClock {
  private readonly samples: { offset: number; roundTrip: number }[] = [];

  /** `sentUs` and `receivedUs` by the page's clock. */
  add(sentUs: number, serverUs: number, receivedUs: number): void {
    const offset = serverUs - (sentUs + receivedUs) / 2;
    this.samples.push({ offset, roundTrip: receivedUs - sentUs });
    // old samples drift away, young ones may have been held up
    if (this.samples.length > 16) this.samples.shift();
  }

  clear(): void {
    this.samples.length = 0;
  }

  /** undefined before the first answer */
  get offsetUs(): number | undefined {
    return this.best?.offset;
  }

  get roundTripUs(): number | undefined {
    return this.best?.roundTrip;
  }

  // the quickest answer has the least room for being wrong
  private get best(): { offset: number; roundTrip: number } | undefined {
    let best = this.samples[0];
    for (const sample of this.samples) if (sample.roundTrip < best!.roundTrip) best = sample;
    return best;
  }
}
