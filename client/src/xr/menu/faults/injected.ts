// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type { App } from '../../../app';
import { faultWords, inWords } from '../../../panels/faults_panel';
import type { FaultKind, FaultKinds, FaultStatus } from '../../../protocol/faults';
import type { Fault, FaultSource, Wanted } from './fault';

let known: FaultKinds = { kinds: [], processes: [] };

/** In a word or two: there is little room. */
function timesOf({ active, starts_in_s, ends_in_s }: FaultStatus): string {
  if (!active) return `in ${Math.max(0, starts_in_s).toFixed(0)} s`;
  return ends_in_s === null ? 'on' : `${Math.max(0, ends_in_s).toFixed(0)} s`;
}

/** Makes it go wrong, or ends all that there is of it. */
function fault(
  app: App,
  title: string,
  words: Record<string, string>,
  isIt: (it: FaultStatus) => boolean,
): Fault {
  const there = (app.store.status.value?.faults ?? []).filter(isIt);
  const [first] = there;
  return {
    title,
    isOn: first !== undefined,
    ...(first ? { times: timesOf(first) } : {}),
    toggle() {
      if (!first) void app.order({ do: 'fault', words });
      for (const { name } of there) void app.order({ do: 'clear_fault', name });
    },
  };
}

/** Of a kind one for the robot that is wanted; of those that kill, one for each process. */
function faultsOf(app: App, kind: FaultKind, { robot, lasts = '' }: Wanted): Fault[] {
  if (kind.subject !== 'process') {
    const words = faultWords([['kind', kind.name], ['robot', robot], ['for', lasts]]);
    return [fault(app, inWords(kind.name), words, (it) =>
      it.kind === kind.name && it.robot === robot)];
  }
  return known.processes.map((process) =>
    fault(app, `Kill ${process}`, faultWords([['kind', kind.name], ['process', process]]), (it) =>
      it.kind === kind.name && it.process === process));
}

/** What `tandem fault` can do, with the numbers that each kind has by itself. */
export const injected: FaultSource = {
  faults(app, wanted) {
    const isTwin = app.store.entities.robot(wanted.robot)?.mode === 'twin';
    // what only happens to twins comes last where there is none, and says so if it is asked for
    const isLast = ({ subject }: FaultKind) => subject === 'poses' && !isTwin;
    const kinds = [...known.kinds].sort((a, b) => Number(isLast(a)) - Number(isLast(b)));
    return kinds.flatMap((kind) => faultsOf(app, kind, wanted));
  },
  opened(app) {
    void app.connection.command({ do: 'fault_kinds' }).then(({ ok, data }) => {
      if (ok) known = data as FaultKinds;
    });
  },
};
