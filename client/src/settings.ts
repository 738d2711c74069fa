// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { Observable } from './store/observable';

/** What a person chose, kept in the browser. */
export class Settings {
  private readonly items = new Map<string, Observable<unknown>>();

  constructor(
    private readonly storage: Pick<Storage, 'getItem' | 'setItem'> | undefined,
    private readonly prefix = 'tandem.',
  ) {}

  /** The same name is the same item. What is kept is ignored if its type is not the default's. */
  item<T>(name: string, byDefault: T): Observable<T> {
    const known = this.items.get(name);
    if (known) return known as Observable<T>;
    const item = new Observable<T>(this.read(name, byDefault));
    item.onChange((value) => this.write(name, value));
    this.items.set(name, item as Observable<unknown>);
    return item;
  }

  private read<T>(name: string, byDefault: T): T {
    try {
      const text = this.storage?.getItem(this.prefix + name);
      if (!text) return byDefault;
      const value: unknown = JSON.parse(text);
      return typeof value === typeof byDefault ? (value as T) : byDefault;
    } catch {
      return byDefault;
    }
  }

  private write(name: string, value: unknown): void {
    try {
      this.storage?.setItem(this.prefix + name, JSON.stringify(value));
    } catch {
      // full or forbidden: the choice lasts as long as the page
    }
  }
}
