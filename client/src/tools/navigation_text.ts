// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type { Status } from '../protocol/messages';

export interface NavigationText {
  text: string;
  level: 'soft' | 'ok' | 'warning' | 'error';
  isUnderWay: boolean;
}

/** What a person should know of a robot's way to its goal. */
export function navigationText(
  status: Status | undefined, robot: string | undefined,
): NavigationText {
  const said = (
    text: string, level: NavigationText['level'] = 'soft', isUnderWay = false,
  ): NavigationText => ({ text, level, isUnderWay });
  const navigation = status?.robots.find(({ name }) => name === robot)?.navigation;
  if (!status || !navigation) return said('');
  if (!status.network)
    return said('No navigator: this run takes no part in a ROS 2 network.', 'warning');
  const because = navigation.text ? `: ${navigation.text}` : '.';
  const distance = `${navigation.distance_m.toFixed(2)} m to go`;
  switch (navigation.state) {
    case 'no navigator': return said(`No navigator answers for ${robot}.`, 'warning');
    case 'asking': return said('Asking the navigator …', 'soft', true);
    case 'driving': return said(`Driving, ${distance}`, 'ok', true);
    case 'arrived': return said('Arrived.', 'ok');
    case 'failed': return said(`The navigator failed${because}`, 'error');
    case 'cancelled': return said('Cancelled.');
    default: return said('Press on the floor, drag for the heading, release.');
  }
}
