// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { PATIENCE_MS } from './launch';
import { networkOf } from './program';

/**
 * `tandem run` or `tandem replay` as its own process, a run without a ROS 2 network unless a domain
 * is given.
 */
export class Run {
  private constructor(private readonly process: ChildProcess, readonly link: string) {}

  get port(): number {
    return Number(new URL(this.link).port);
  }

  /** Resolves when its page can be had. */
  static start(
    scenario: string, port = 0, more: readonly string[] = [], domain?: number,
  ): Promise<Run> {
    return Run.launch(
      ['run', scenario, '--headless', '--no-program', ...(domain === undefined ? ['--no-ros'] : []),
        '--port', String(port), ...more], domain);
  }

  /** With the robot programs that the scenario, or a setting, has. */
  static withPrograms(
    scenario: string, settings: readonly string[], domain: number,
  ): Promise<Run> {
    const words = settings.flatMap((setting) => ['--set', setting]);
    return Run.launch(['run', scenario, '--headless', '--port', '0', ...words], domain);
  }

  /** A recording that is shown again. */
  static replay(file: string, more: readonly string[] = []): Promise<Run> {
    return Run.launch(['replay', file, '--page', '--port', '0', ...more]);
  }

  private static launch(words: readonly string[], domain?: number): Promise<Run> {
    const program = process.env.TANDEM ?? '';
    if (!existsSync(program)) throw new Error(`TANDEM names the program; '${program}' is none`);
    const child = spawn(program, words,
      { stdio: ['ignore', 'ignore', 'pipe'], env: networkOf(domain) });
    let said = '';
    return new Promise((resolve, reject) => {
      const fail = (why: string) => {
        child.kill('SIGKILL');
        reject(new Error(`tandem ${why}; it said: ${said}`));
      };
      const timer = setTimeout(() => fail('printed no link'), PATIENCE_MS);
      child.on('exit', (code) => {
        clearTimeout(timer);
        fail(`ended with ${code}`);
      });
      child.stderr!.on('data', (text: Buffer) => {
        said += text.toString();
        const link = /page: (http:\S+#token=\w+)\s/.exec(said)?.[1];
        if (!link) return;
        clearTimeout(timer);
        resolve(new Run(child, link));
      });
    });
  }

  /** It answers nothing, as a program that hangs, until it may go on. */
  hang(): void {
    this.process.kill('SIGSTOP');
  }

  goOn(): void {
    this.process.kill('SIGCONT');
  }

  get hasEnded(): boolean {
    return this.process.exitCode !== null || this.process.signalCode !== null;
  }

  stop(): Promise<void> {
    if (this.hasEnded) return Promise.resolve();
    this.goOn();
    return new Promise((resolve) => {
      this.process.once('exit', () => resolve());
      this.process.kill('SIGINT');
    });
  }
}
