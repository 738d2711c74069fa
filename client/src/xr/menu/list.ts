// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { faultsSection } from './faults_section';
import { layersSection } from './layers_section';
import { monitorSection } from './monitor_section';
import { panelsSection } from './panels_section';
import { personSection } from './person_section';
import { runSection } from './run_section';
import { scenariosSection } from './scenarios_section';
import type { MenuSection } from './section';
import { toolsSection } from './tools_section';

/** From top to bottom. */
export const MENU: readonly MenuSection[] = [
  toolsSection, layersSection, runSection, scenariosSection, monitorSection, panelsSection,
  faultsSection, personSection,
];
