// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type { RobotStatus } from '../protocol/messages';

export interface StopState {
  level: 'ok' | 'warning' | 'error';
  text: string;
}

/** What somebody who stands beside a real robot must know of it; `isLive`: Tandem answers. */
export function stopStateOf(robot: RobotStatus, isLive = true): StopState {
  if (!isLive) return { level: 'error', text: 'unknown: Tandem does not answer' };
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
  return {
    level: 'ok',
    text: speed > 0.01 ? `drives, ${speed.toFixed(2)} m/s` : 'stands, may drive',
  };
}
