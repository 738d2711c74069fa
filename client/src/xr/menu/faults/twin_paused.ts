// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type { FaultKind } from './fault';

/** Twins that are not followed any more, as if their trackers were gone. */
export const twinPaused: FaultKind = (app) =>
  (app.store.status.value?.robots ?? [])
    .filter(({ mode }) => mode === 'twin')
    .map(({ name, paused }) => ({
      title: `${name} stands still`,
      isOn: paused ?? false,
      toggle: () => void app.order({ do: 'pause_twin', robot: name, paused: !paused }),
    }));
