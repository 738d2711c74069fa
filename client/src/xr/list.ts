// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { alignment } from './parts/alignment';
import { arView } from './parts/ar_view';
import { budgetSheet } from './parts/budget_sheet';
import { grab } from './parts/grab';
import { ground } from './parts/ground';
import { menu } from './parts/menu';
import { monitor } from './parts/monitor';
import { notices } from './parts/notices';
import { pagePanel } from './parts/page_panel';
import { presence } from './parts/presence';
import { safety } from './parts/safety';
import { shownHands } from './parts/shown_hands';
import { storage } from './parts/storage';
import { teleport } from './parts/teleport';
import { toolRay } from './parts/tool_ray';
import { unaligned } from './parts/unaligned';
import { walking } from './parts/walking';
import type { XrPart } from './xr_part';

/** In the order in which they are asked: what takes a hand's ray first has it. */
export const XR_PARTS: readonly XrPart[] = [
  menu, alignment, pagePanel, monitor, storage, grab, toolRay, teleport, walking, safety, unaligned,
  notices, budgetSheet, arView, ground, presence, shownHands,
];
