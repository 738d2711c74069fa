// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { ball } from './ball';
import { carrying } from './carrying';
import { movers, people } from './doings';
import { field } from './field';
import { fires } from './fires';
import { hazards } from './hazards';
import type { RuleView } from './rule_view';
import { coats, tracks } from './tracks';
import { zones } from './zones';

/** From top to bottom; rules that none of them shows are below. */
export const RULE_VIEWS: readonly RuleView[] = [
  ball, field, zones, hazards, fires, carrying, tracks, coats, people, movers,
];
