// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type { RuleStatus, RuleValue } from '../../protocol/messages';
import { el } from '../../shell/dom';
import { inWords } from './rule_view';

/** `ripe_tiles` is "ripe tiles"; units at the end of a name go after the number. */
export function ruleRow(name: string, value: RuleValue): [name: string, value: string] {
  const [, words, unit] = /^(.*?)_(m|s|mps|kg|n|ns|percent)$/.exec(name) ?? [null, name, ''];
  const units: Record<string, string> = {
    m: ' m', s: ' s', mps: ' m/s', kg: ' kg', n: ' N', ns: ' N s', percent: ' %',
  };
  const label = inWords(words!);
  if (typeof value === 'boolean') return [label, value ? 'yes' : 'no'];
  if (typeof value === 'string') return [label, value];
  const text = Number.isInteger(value) ? String(value) : value.toFixed(2);
  return [label, text + (units[unit!] ?? '')];
}

/** What a rule has to say now, whatever it is: nothing is said of what is empty. */
export function ruleValues({ values }: RuleStatus): HTMLElement {
  const said = values.filter(([, value]) => value !== '').map(([key, value]) => {
    const [label, text] = ruleRow(key, value);
    return el('span', {}, el('span', { class: 'soft' }, `${label} `),
      el('span', { class: 'number' }, text));
  });
  return el('div', { class: 'values' }, ...said);
}
