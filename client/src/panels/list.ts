// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { connectionState } from './connection_state';
import { layersPanel } from './layers_panel';
import { pageSwitches } from './page_switches';
import type { Panel } from './panel';
import { runControls } from './run_controls';
import { scenarioSwitcher } from './scenario_switcher';
import { viewPanel } from './view_panel';

/** From left to right in the bar, from top to bottom in the columns. */
export const PANELS: readonly Panel[] = [
  scenarioSwitcher, runControls, connectionState, pageSwitches, viewPanel, layersPanel,
];
