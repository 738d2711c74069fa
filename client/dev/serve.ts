// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
// Shows the built page beside a world by rule:
//   npx vite-node dev/serve.ts [--port 8080] [--boxes 60] [--pillars 0]
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { FakeServer } from './fake_server';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '8080' },
    boxes: { type: 'string', default: '60' },
    pillars: { type: 'string', default: '0' },
    folder: {
      type: 'string', default: fileURLToPath(new URL('../../build/client', import.meta.url)),
    },
  },
});
const options = { boxes: Number(values.boxes), pillars: Number(values.pillars) };
const server = new FakeServer(options, values.folder!);
const port = await server.listen(Number(values.port));
console.log(`http://127.0.0.1:${port}/#token=${server.token}`);
