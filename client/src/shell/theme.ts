// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type { Settings } from '../settings';

export type Theme = 'system' | 'light' | 'dark';

/** Sets light or dark as the person chose, else as the system has it. */
export function followTheme(settings: Settings): void {
  const chosen = settings.item<Theme>('theme', 'system');
  const system = window.matchMedia('(prefers-color-scheme: dark)');
  const apply = () => {
    const isDark = chosen.value === 'system' ? system.matches : chosen.value === 'dark';
    document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
  };
  chosen.subscribe(apply);
  system.addEventListener('change', apply);
}

/** The other one of what is shown now. */
export function switchTheme(settings: Settings): void {
  const isDark = document.documentElement.dataset.theme === 'dark';
  settings.item<Theme>('theme', 'system').set(isDark ? 'light' : 'dark');
}
