// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const page = (name: string) => fileURLToPath(new URL(name, import.meta.url));

export default defineConfig({
  build: {
    outDir: process.env.TANDEM_CLIENT_OUT ?? '../build/client',
    emptyOutDir: true,
    target: 'es2022',
    chunkSizeWarningLimit: 1500,
    // everything is a file of its own, which the server may forbid to come from elsewhere
    assetsInlineLimit: 0,
    rollupOptions: { input: [page('index.html'), page('projector.html')] },
  },
  // `npm run dev` shows the sources beside a Tandem that runs
  server: {
    proxy: {
      '/ws': { target: 'ws://127.0.0.1:8080', ws: true },
      '/asset': 'http://127.0.0.1:8080',
    },
  },
  test: {
    // so that the pages of a test that failed are told of before the test closes them
    sequence: { hooks: 'list' },
    projects: [
      { test: { name: 'unit', include: ['test/*_test.ts'] } },
      {
        test: {
          name: 'browser', include: ['test/browser/*_test.ts'],
          globalSetup: 'test/browser/browser_server.ts',
          setupFiles: 'test/browser/tell_failures.ts',
          // what is waited for comes soon, or late on a machine that does more than this
          testTimeout: 300_000, hookTimeout: 300_000,
          expect: { poll: { timeout: 90_000, interval: 50 } },
        },
      },
    ],
  },
});
