// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { missionText, possibleOrders } from '../src/panels/mission_panel';
import { isIn, treeOf, waysOut } from '../src/panels/mission_tree';
import type { Mission } from '../src/protocol/messages';

const state = (path: string) => ({ path, outcomes: [], next: [] });

describe('the states of a mission', () => {
  it('are inside of those that their paths name, in the order of the program', () => {
    const [find, work] = treeOf([state('find'), state('work/plough'), state('work/seed')]);
    expect(find).toMatchObject({ name: 'find', children: [] });
    // nobody told of it by itself
    expect(work!.state).toBeUndefined();
    expect(work!.children.map(({ name, path }) => [name, path]))
      .toEqual([['plough', 'work/plough'], ['seed', 'work/seed']]);
  });

  it('are active together with those inside of them', () => {
    expect(isIn({ active: 'work/plough' }, 'work')).toBe(true);
    expect(isIn({ active: 'work/plough' }, 'work/plough')).toBe(true);
    expect(isIn({ active: 'work/plough' }, 'work/seed')).toBe(false);
    expect(isIn({ active: 'workshop' }, 'work')).toBe(false);
  });

  it('say where they lead to', () => {
    const outcomes = ['found', 'failed', 'odd'];
    expect(waysOut({ path: 'find', outcomes, next: ['work', 'failed'] })).toEqual(
      ['found → work', 'failed', 'odd']);
  });
});

const mission: Mission = {
  robot: 'emaros', program: 'farming', status: 'running', active: 'work', since_s: 0,
  outcome: 'found', message: 'ploughs', states: [], blackboard: [], has_program: true,
};

describe('what is said of a mission', () => {
  it('is how it goes, how it ended, and that its program is gone', () => {
    expect(missionText(mission)).toBe('running: ploughs');
    expect(missionText({ ...mission, status: 'failed', outcome: 'lost', message: 'no field' }))
      .toBe('failed (lost): no field');
    // what is said twice is said once, and the way out of a state is no end
    expect(missionText({ ...mission, status: 'failed', outcome: 'failed', message: 'no field' }))
      .toBe('failed: no field');
    expect(missionText({ ...mission, status: 'stopped', outcome: 'known', message: 'in find' }))
      .toBe('stopped: in find');
    const gone: Mission = { ...mission, status: 'stopped', outcome: '', has_program: false };
    expect(missionText({ ...gone, message: '' })).toBe('stopped, and the program is gone');
  });
});

describe('what can be told to a mission', () => {
  const orders = (status: Mission['status']) => {
    const can = possibleOrders({ ...mission, status });
    return (['stop', 'resume', 'restart'] as const).filter((order) => can[order]);
  };

  it('is to resume where it was stopped or failed, and never to do twice what it does', () => {
    expect(orders('running')).toEqual(['stop', 'restart']);
    expect(orders('stopped')).toEqual(['resume', 'restart']);
    expect(orders('failed')).toEqual(['resume', 'restart']);
    expect(orders('succeeded')).toEqual(['restart']);
  });

  it('is nothing where its program is gone', () => {
    expect(Object.values(possibleOrders({ ...mission, has_program: false })))
      .toEqual([false, false, false]);
  });
});
