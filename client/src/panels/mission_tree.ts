// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type { Mission, MissionState } from '../protocol/messages';
import { el } from '../shell/dom';

export interface TreeState {
  /** the last part of its path */
  name: string;
  path: string;
  children: TreeState[];
  /** undefined: others are inside of it, and it is no state by itself */
  state?: MissionState;
}

/** States inside of those that their paths name. */
export function treeOf(states: readonly MissionState[]): TreeState[] {
  const roots: TreeState[] = [];
  const known = new Map<string, TreeState>();
  const at = (path: string): TreeState => {
    const found = known.get(path);
    if (found) return found;
    const slash = path.lastIndexOf('/');
    const tree: TreeState = { name: path.slice(slash + 1), path, children: [] };
    known.set(path, tree);
    (slash < 0 ? roots : at(path.slice(0, slash)).children).push(tree);
    return tree;
  };
  for (const state of states) at(state.path).state = state;
  return roots;
}

/** Whether the mission is in a state, or in one that is inside of it. */
export function isIn({ active }: Pick<Mission, 'active'>, path: string): boolean {
  return active === path || active.startsWith(`${path}/`);
}

/** "done → seed", for each way out. */
export function waysOut({ outcomes, next }: MissionState): string[] {
  return outcomes.map((outcome, i) => {
    const to = next[i];
    return to && to !== outcome ? `${outcome} → ${to}` : outcome;
  });
}

/** The states as lists inside of lists; `choose` is what a click on one does. */
export function stateTree(
  mission: Mission, chosen: string | undefined, choose: (path: string) => void,
): HTMLElement {
  const list = (trees: readonly TreeState[]): HTMLElement => el('ul', { class: 'states' },
    ...trees.map(({ name, path, children, state }) => {
      const isActive = isIn(mission, path);
      const button = el('button', {
        type: 'button', class: `state ${isActive ? mission.status : ''}`, 'data-state': path,
        'aria-current': isActive ? 'step' : undefined, 'aria-pressed': String(path === chosen),
        title: state && waysOut(state).join(', '), disabled: !state,
        onclick: () => choose(path),
      }, name.replaceAll('_', ' '));
      return el('li', {}, button, children.length > 0 ? list(children) : undefined);
    }));
  return list(treeOf(mission.states));
}
