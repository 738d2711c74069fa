// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type { Tool } from './tool';

/** In the order of the tool bar. */
export const TOOLS: readonly Tool[] = [];
