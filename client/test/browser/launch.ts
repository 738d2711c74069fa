// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0

/** What a slow machine does in the end is right; only what never comes is wrong. */
export const PATIENCE_MS = 90_000;

/** Debian's chromium, drawing without a GPU. */
export const CHROMIUM = {
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: [
    '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist',
    '--no-sandbox',
  ],
};
