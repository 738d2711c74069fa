// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type { Layer } from './layer';
import { lights } from './lights';
import { robotBody } from './robot_body';
import { shadows } from './shadows';

/** In the order of the panel. */
export const LAYERS: readonly Layer[] = [robotBody, lights, shadows];
