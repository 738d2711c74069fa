// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type { MenuSection } from './section';

/** How the run goes. */
export const runSection: MenuSection = {
  id: 'run',
  title: 'Run',
  items(app) {
    const { store } = app;
    const isDisabled = !store.mayControl;
    const isPaused = store.status.value?.paused ?? false;
    return [
      {
        title: isPaused ? 'Go on' : 'Pause',
        isOn: isPaused,
        isDisabled,
        run: () => void app.order({ do: isPaused ? 'resume' : 'pause' }),
      },
      { title: 'One step', isDisabled, run: () => void app.order({ do: 'step', count: 1 }) },
      { title: 'Begin anew', isDisabled, run: () => void app.order({ do: 'reset' }) },
      { title: 'Next episode', isDisabled, run: () => void app.order({ do: 'next_episode' }) },
    ];
  },
  note(app) {
    const status = app.store.status.value;
    if (!status) return 'There is no connection to Tandem.';
    const pace = status.paused ? 'paused' : `${status.real_time_factor.toFixed(1)}×`;
    return `${status.time_s.toFixed(1)} s, ${pace}`;
  },
};
