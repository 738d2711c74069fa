// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { chartsPanel } from './charts_panel';
import { connectionState } from './connection_state';
import { eventsPanel } from './events_panel';
import { faultsPanel } from './faults_panel';
import { headsetPanel } from './headset_panel';
import { imagesPanel } from './images_panel';
import { layersPanel } from './layers_panel';
import { missionPanel } from './mission_panel';
import { pageSwitches } from './page_switches';
import type { Panel } from './panel';
import { robotsPanel } from './robots_panel';
import { rulesPanel } from './rules_panel';
import { runControls } from './run_controls';
import { scenarioSwitcher } from './scenario_switcher';
import { telemetryPanel } from './telemetry_panel';
import { viewPanel } from './view_panel';

/** From left to right in the bar, from top to bottom in the columns. */
export const PANELS: readonly Panel[] = [
  scenarioSwitcher, runControls, connectionState, headsetPanel, pageSwitches, viewPanel,
  layersPanel, robotsPanel, missionPanel, rulesPanel, telemetryPanel, imagesPanel, faultsPanel,
  eventsPanel, chartsPanel,
];
