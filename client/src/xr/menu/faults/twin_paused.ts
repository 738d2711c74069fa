// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type { FaultSource } from './fault';

/** A twin that is not followed any more, as if its tracker were gone. */
export const twinPaused: FaultSource = {
  faults: (app, { robot: wanted }) =>
    (app.store.status.value?.robots ?? [])
      .filter(({ name, mode }) => name === wanted && mode === 'twin')
      .map(({ name, paused }) => ({
        title: `${name} stands still`,
        isOn: paused ?? false,
        toggle: () => void app.order({ do: 'pause_twin', robot: name, paused: !paused }),
      })),
};
