// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
// Writes the bytes of every interfaces/golden/web/*.json beside it:
//   npx vite-node dev/write_golden.ts
import { writeFileSync } from 'node:fs';
import { encodeAny } from '../src/protocol/any_message';
import { FOLDER, readGolden } from '../test/golden';

for (const golden of readGolden())
  writeFileSync(`${FOLDER}${golden.name}.bin`, encodeAny(golden.message, 0));
