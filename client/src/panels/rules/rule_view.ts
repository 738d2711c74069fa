// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type { App } from '../../app';
import type { RuleStatus, RuleValue } from '../../protocol/messages';

/**
 * How rules of one type are shown, all of them together. Adding one is a file here and a line in
 * list.ts; rules of other types are shown as the values that they tell.
 */
export interface RuleView {
  readonly type: string;
  readonly title: string;
  /** Makes it anew, whenever something else is to be seen. */
  show(rules: readonly RuleStatus[], app: App): HTMLElement[];
}

export function valuesOf({ values }: RuleStatus): Record<string, RuleValue | undefined> {
  return Object.fromEntries(values);
}

/** What a rule counts; nothing is 0. */
export function count(rule: RuleStatus, name: string): number {
  return Number(valuesOf(rule)[name] ?? 0);
}

export const inWords = (name: string) => name.replaceAll('_', ' ');
