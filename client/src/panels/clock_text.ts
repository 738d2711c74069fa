// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0

/** later than this it is the wall clock's time since 1970 */
const WALL_CLOCK_S = 1e9;

/** 83.456 is 1:23.45; times of the wall clock are those of the day */
export function clockText(seconds: number): string {
  if (seconds > WALL_CLOCK_S) {
    const midnight = new Date(seconds * 1000).setHours(0, 0, 0, 0) / 1000;
    return clockText(seconds - midnight);
  }
  const hundredths = Math.floor(seconds * 100 + 1e-6);
  const minutes = Math.floor(hundredths / 6000);
  const rest = ((hundredths % 6000) / 100).toFixed(2).padStart(5, '0');
  const hours = Math.floor(minutes / 60);
  if (hours === 0) return `${minutes}:${rest}`;
  return `${hours}:${String(minutes % 60).padStart(2, '0')}:${rest}`;
}
