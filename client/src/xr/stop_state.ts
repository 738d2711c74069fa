// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type { RobotStatus } from '../protocol/messages';

export interface StopState {
  level: 'ok' | 'warning' | 'error';
  text: string;
}

/** Of Tandem, beside what it says of a robot. */
export interface RunState {
  /** it answers */
  isLive: boolean;
  /** the whole run stands still, and looks at nothing */
  isPaused: boolean;
}

/** Where a real robot is, x and y first, or was seen last; undefined: nobody knows. */
export function realPlaceOf(robot: RobotStatus, run: RunState): readonly number[] | undefined {
  if (run.isPaused) return undefined;
  if (robot.real) return robot.real;
  return robot.paused ? undefined : robot.pose;
}

/** What somebody who stands beside a real robot must know of it. */
export function stopStateOf(robot: RobotStatus, run: RunState): StopState {
  if (!run.isLive) return { level: 'error', text: 'unknown: Tandem does not answer' };
  if (run.isPaused) return { level: 'error', text: 'the run is paused: it may be elsewhere' };
  // its twin stands while somebody moves the robot
  if (robot.paused && !robot.real)
    return { level: 'error', text: 'paused: the real robot may be elsewhere' };
  const { level, text } = drivingStateOf(robot);
  if (!robot.paused) return { level, text };
  return { level: level === 'ok' ? 'warning' : level, text: `seen here, twin paused: ${text}` };
}

function drivingStateOf(robot: RobotStatus): StopState {
  // its twin stands where it was seen last
  if (robot.inside === false)
    return { level: 'error', text: 'has left the tracked area: it may be elsewhere' };
  if (robot.tracking === 'lost' || robot.tracking === 'waiting')
    return { level: 'error', text: `not tracked: it may be elsewhere` };
  if (robot.gate === 'closed') {
    const reason = robot.gate_reason || 'closed';
    return { level: 'error', text: `stopped (${reason})` };
  }
  if (robot.gate === null) return { level: 'warning', text: 'no gate: nothing would stop it' };
  const speed = Math.abs(robot.speed_mps);
  // a paused twin stands, whatever its robot does
  const drives = robot.paused ? 'may drive' : 'stands, may drive';
  return { level: 'ok', text: speed > 0.01 ? `drives, ${speed.toFixed(2)} m/s` : drives };
}
