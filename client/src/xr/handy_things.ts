// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type { Catalog } from '../protocol/messages';

const HANDY = /box|carton|cube|ball|crate|can$/;

/** What a hand can hold comes first, then trees and barns. */
export function handyFirst(things: Catalog['things']): Catalog['things'] {
  const isHandy = ({ name }: { name: string }) => HANDY.test(name);
  return [...things.filter(isHandy), ...things.filter((each) => !isHandy(each))];
}
