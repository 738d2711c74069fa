// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type { App } from '../app';

/**
 * Stops the program of a robot that somebody is about to steer: it would steer against them. Ends
 * when it has stopped, or cannot.
 */
export async function takeOver(app: App, robot: string): Promise<void> {
  const mission = app.store.missions.value.find((each) =>
    each.robot === robot && each.has_program && each.status === 'running');
  if (!mission) return;
  const program = mission.program.replaceAll('_', ' ');
  const answer = await app.connection.command({ do: 'mission', robot, command: 'stop' });
  if (answer.ok)
    app.notices.show(`You steer now: ${program} has stopped. Resume it in the panel Programs.`);
  else
    app.notices.show(`${program} steers ${robot} too, and did not stop: ${answer.reason}`, 'error');
}
