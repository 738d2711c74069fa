// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
// What is said of faults on demand, as docs/protocol.md has it.

/** Something that goes wrong on purpose, now or later. */
export interface FaultStatus {
  name: string;
  kind: string;
  /** empty: of a process */
  robot: string;
  /** empty: all that the robot has */
  sensor: string;
  process: string;
  values: [name: string, value: number][];
  /** otherwise it is still to come */
  active: boolean;
  /** below 0 since it began */
  starts_in_s: number;
  /** null: when somebody clears it */
  ends_in_s: number | null;
  /** poses or measurements that it changed or took away */
  hits: number;
}

export interface FaultParameter {
  /** with its unit, as in delay_s */
  name: string;
  standard: number;
  low: number;
  high: number;
  text: string;
}

export interface FaultKind {
  name: string;
  subject: 'poses' | 'wheels' | 'sensors' | 'process';
  text: string;
  parameters: FaultParameter[];
}

/** What `fault_kinds` answers. */
export interface FaultKinds {
  kinds: FaultKind[];
  /** that can be killed */
  processes: string[];
}
