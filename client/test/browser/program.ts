// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';

/** The environment of what is to take part in a ROS 2 network of this machine alone. */
export function networkOf(domain?: number): NodeJS.ProcessEnv {
  if (domain === undefined) return process.env;
  return { ...process.env, ROS_DOMAIN_ID: String(domain), ROS_LOCALHOST_ONLY: '1' };
}

/** Of a test's own network: tests of other languages take those below 101. */
export const DOMAIN = 101 + (process.pid % 100);

const MOST_ERRORS = 40;

/** A program beside the page, as a robot in the laboratory: what it says and is told, by lines. */
export class Program {
  /** all of this file of tests, for who has to tell why one failed */
  static readonly started: Program[] = [];
  readonly lines: string[] = [];
  /** the last of what it said of itself */
  readonly errors: string[] = [];
  private readonly process: ChildProcess;
  private readonly ended: Promise<void>;
  private rest = '';

  /** `variable` of the environment names the program's file. */
  constructor(
    variable: 'TANDEM' | 'PAGE_PEER', readonly words: readonly string[], domain = DOMAIN,
  ) {
    const file = process.env[variable] ?? '';
    if (!existsSync(file)) throw new Error(`${variable} names a program; '${file}' is none`);
    this.process =
      spawn(file, words, { stdio: ['pipe', 'pipe', 'pipe'], env: networkOf(domain) });
    this.ended = new Promise((resolve) => this.process.once('exit', () => resolve()));
    this.process.stderr!.on('data', (text: Buffer) => {
      this.errors.push(...text.toString().split('\n').filter((line) => line !== ''));
      this.errors.splice(0, this.errors.length - MOST_ERRORS);
    });
    Program.started.push(this);
    this.process.stdout!.on('data', (text: Buffer) => {
      const lines = (this.rest + text.toString()).split('\n');
      this.rest = lines.pop()!;
      this.lines.push(...lines);
    });
  }

  /** What it is and said of itself. */
  get account(): string {
    const { exitCode, signalCode } = this.process;
    const end = exitCode ?? signalCode;
    const state = end === null ? 'runs' : `ended with ${end}`;
    return [`${this.words.join(' ')}: ${state}`, ...this.errors].join('\n  ');
  }

  tell(line: string): void {
    this.process.stdin!.write(`${line}\n`);
  }

  /** By force: it has no time to say goodbye. */
  kill(): Promise<void> {
    this.process.kill('SIGKILL');
    return this.ended;
  }

  stop(): Promise<void> {
    this.process.stdin!.end();
    this.process.kill('SIGINT');
    return this.ended;
  }
}
