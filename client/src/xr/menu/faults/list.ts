// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type { FaultSource } from './fault';
import { injected } from './injected';
import { twinPaused } from './twin_paused';

/** In the order of the menu. */
export const FAULTS: readonly FaultSource[] = [twinPaused, injected];
