// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0

/** Calls who listens. */
export class Emitter<T> {
  private readonly listeners = new Set<(value: T) => void>();

  /** Returns what ends the listening. */
  on(listener: (value: T) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  emit(value: T): void {
    for (const listener of [...this.listeners]) listener(value);
  }
}

/** A value that can be listened to. */
export class Observable<T> {
  private readonly changed = new Emitter<T>();

  constructor(private current: T) {}

  get value(): T {
    return this.current;
  }

  set(value: T): void {
    if (Object.is(value, this.current)) return;
    this.current = value;
    this.changed.emit(value);
  }

  /** Calls the listener with the value of now too. */
  subscribe(listener: (value: T) => void): () => void {
    const end = this.changed.on(listener);
    listener(this.current);
    return end;
  }

  /** Calls the listener at changes only. */
  onChange(listener: (value: T) => void): () => void {
    return this.changed.on(listener);
  }
}
