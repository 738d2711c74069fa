// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type { CameraMode } from '../camera_mode';
import { corners } from './corners';
import { firstPerson } from './first_person';
import { follow } from './follow';
import { orbit } from './orbit';
import { topDown } from './top_down';

export const CAMERA_MODES: readonly CameraMode[] = [
  orbit, follow, firstPerson, topDown, ...corners,
];
