// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type { FaultKind } from './fault';
import { twinPaused } from './twin_paused';

/** In the order of the menu. */
export const FAULTS: readonly FaultKind[] = [twinPaused];
