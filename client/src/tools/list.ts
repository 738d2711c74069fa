// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { drive } from './drive';
import { goal } from './goal';
import { grab } from './grab';
import { paint } from './paint';
import { place } from './place';
import type { Tool } from './tool';

/** In the order of the tool bar. */
export const TOOLS: readonly Tool[] = [drive, goal, paint, place, grab];
