// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0

/** Things by name, made when first needed and taken away when not named any more. */
export class Keyed<T> {
  private readonly things = new Map<string, T>();

  constructor(
    private readonly make: (name: string, index: number) => T,
    private readonly dispose: (thing: T) => void,
  ) {}

  get(name: string): T {
    let thing = this.things.get(name);
    if (thing === undefined) {
      thing = this.make(name, this.things.size);
      this.things.set(name, thing);
    }
    return thing;
  }

  find(name: string): T | undefined {
    return this.things.get(name);
  }

  keep(names: Iterable<string>): void {
    const kept = new Set(names);
    for (const [name, thing] of this.things) {
      if (kept.has(name)) continue;
      this.dispose(thing);
      this.things.delete(name);
    }
  }
}
