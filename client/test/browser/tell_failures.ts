// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
// Of all tests in a browser, before their own hooks close the pages.
import { afterAll, afterEach } from 'vitest';
import { tellOfPages } from './failures';

let hasTold = false;

afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return;
  hasTold = true;
  await tellOfPages(`${task.file.name}: ${task.name}`);
});
// what failed before the first test
afterAll(async (suite) => {
  if (!hasTold && suite.result?.state === 'fail') await tellOfPages(suite.name);
});
