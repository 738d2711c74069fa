// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Retries } from '../src/world/retries';

let told: number[];
let retries: Retries;
beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  told = [];
  retries = new Retries((missing) => told.push(missing));
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Fails so often, and is there then. */
function failing(times: number) {
  const at: number[] = [];
  const attempt = () => {
    at.push(Date.now());
    return at.length > times ? Promise.resolve('there') : Promise.reject(new Error('404'));
  };
  return { at, attempt };
}

describe('what could not be loaded', () => {
  it('is tried again ever more slowly until it is there, and both are told', async () => {
    const { at, attempt } = failing(8);
    let value: string | undefined;
    void retries.until('/asset/1.mesh', attempt).then((it) => (value = it));
    await vi.advanceTimersByTimeAsync(200_000);
    expect(at.slice(1).map((ms, i) => (ms - at[i]!) / 1000)).toEqual([1, 2, 4, 8, 16, 30, 30, 30]);
    expect(value).toBe('there');
    expect(told).toEqual([1, 0]);
  });

  it('is told by how many there are', async () => {
    void retries.until('a', failing(1).attempt);
    void retries.until('b', failing(2).attempt);
    void retries.until('c', failing(0).attempt);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(told).toEqual([1, 2, 1, 0]);
  });

  it('is left alone when another world came, or the thing is gone', async () => {
    const world = failing(99);
    const thing = failing(99);
    let isThere = true;
    void retries.until('thing', thing.attempt, () => isThere);
    await vi.advanceTimersByTimeAsync(100);
    isThere = false;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(thing.at).toHaveLength(1);
    expect(told).toEqual([1, 0]);
    void retries.until('world', world.attempt);
    await vi.advanceTimersByTimeAsync(100);
    retries.clear();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(world.at).toHaveLength(1);
  });
});
