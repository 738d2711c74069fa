// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
// Of all tests in a browser, before their own hooks close the pages and end the programs.
import { afterAll, afterEach } from 'vitest';
import { tellOfPages } from './failures';
import { Program } from './program';

let hasTold = false;

async function tell(test: string): Promise<void> {
  await tellOfPages(test);
  for (const { account } of Program.started) console.log(account);
}

afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return;
  hasTold = true;
  await tell(`${task.file.name}: ${task.name}`);
});
// what failed before the first test
afterAll(async (suite) => {
  if (!hasTold && suite.result?.state === 'fail') await tell(suite.name);
});
