// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type { App } from '../app';
import type { Source, SourceKind } from '../protocol/messages';
import type { Received } from '../store/store';

export interface KindWatch {
  /** To be called with what `shown` of a layer gets. */
  setOn(on: boolean): void;
}

/**
 * Watches every source of a kind while a layer is on. `keep` is called with the names that are left
 * whenever sources go: none when the layer is switched off or another world begins.
 */
export function watchKind(
  app: App, kind: SourceKind, receive: (received: Received) => void,
  keep: (names: string[]) => void, wanted: (source: Source) => boolean = () => true,
): KindWatch {
  const watches = new Map<string, () => void>();
  let isOn = false;

  function update(): void {
    const sources = isOn ? app.store.sources.value : [];
    const names = sources.filter((s) => s.kind === kind && wanted(s)).map((s) => s.name);
    for (const name of names)
      if (!watches.has(name)) watches.set(name, app.connection.watch(name));
    for (const [name, end] of watches) {
      if (names.includes(name)) continue;
      end();
      watches.delete(name);
    }
    keep(names);
    app.viewer.invalidate();
  }

  app.store.sources.onChange(update);
  app.store.world.onChange(() => {
    keep([]);
    app.viewer.invalidate();
  });
  app.store.stream.on((received) => {
    if (!watches.has(received.watching.name)) return;
    receive(received);
    app.viewer.invalidate();
  });
  app.store.watchingChanged.on(({ name, problem }) => {
    if (problem !== '' && watches.has(name))
      app.notices.show(`${name} cannot be shown: ${problem}`, 'warning');
  });
  return {
    setOn(on) {
      isOn = on;
      update();
    },
  };
}
