// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { WebSocketServer, type WebSocket } from 'ws';
import { decodePageMessage, encodeServerMessage } from '../src/protocol/codec';
import type { FaultKinds } from '../src/protocol/faults';
import { PROTOCOL } from '../src/protocol/kinds';
import type {
  BoardEntry, Command, Frame, PageMessage, ServerMessage,
} from '../src/protocol/messages';
import { FakeWorld, type FakeOptions } from './fake_world';

const TYPES: Record<string, string> = {
  '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml',
};
const SOURCES = [
  { name: 'emaros/lidar', kind: 'points', robot: 'emaros', from: 'sensor' },
  { name: '/emaros/costmap', kind: 'grid', robot: 'emaros', from: 'topic' },
  { name: 'emaros/camera', kind: 'image', robot: 'emaros', from: 'sensor' },
] as const;

const onBoard = (label: string, text: string, unit: string, level: BoardEntry['level']) =>
  ({ label, topic: `/emaros/${label}`, robot: 'emaros', text, unit, level, problem: '' });
const BOARD = [
  onBoard('battery', '11.9', 'V', 'ok'),
  onBoard('CPU', '71', '°C', 'warning'),
  onBoard('memory', '412', 'MB', 'ok'),
];

const FAULT_KINDS: FaultKinds = {
  kinds: [
    {
      name: 'latency', subject: 'poses', text: 'all poses arrive late',
      parameters: [
        { name: 'delay_s', standard: 0.2, low: 0, high: 10, text: 'by which they are late' },
      ],
    },
    {
      name: 'process_kill', subject: 'process', text: 'a program that belongs to the run is killed',
      parameters: [],
    },
  ],
  processes: ['plant'],
};

const nowUs = () => Math.round(performance.now() * 1000);

/** Speaks docs/protocol.md as a server, about a world by rule: for work on the page, and tests. */
export class FakeServer {
  readonly world: FakeWorld;
  /** everything that pages sent */
  readonly heard: PageMessage[] = [];
  token = 'secret';
  private readonly http: Server;
  private readonly sockets: WebSocketServer;
  private readonly pages = new Set<FakePage>();
  private readonly run = Math.random().toString(16).slice(2);

  constructor(options: FakeOptions, private readonly folder: string) {
    this.world = new FakeWorld(options);
    this.http = createServer((request, response) => {
      let path = normalize(new URL(request.url ?? '/', 'http://x').pathname);
      if (path === '/') path = '/index.html';
      if (path === '/projector') path = '/projector.html';
      const file = join(this.folder, path);
      if (!existsSync(file)) return void response.writeHead(404).end();
      response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'text/plain' });
      response.end(readFileSync(file));
    });
    this.sockets = new WebSocketServer({ server: this.http, path: '/ws' });
    this.sockets.on('connection', (socket) => {
      const page = new FakePage(socket, this.world, this.run, this.token, this.heard);
      this.pages.add(page);
      socket.on('close', () => {
        page.stop();
        this.pages.delete(page);
      });
    });
  }

  listen(port: number): Promise<number> {
    return new Promise((resolve) => {
      this.http.listen(port, '127.0.0.1', () => {
        const address = this.http.address();
        resolve(typeof address === 'object' && address ? address.port : port);
      });
    });
  }

  async close(): Promise<void> {
    for (const page of this.pages) page.stop();
    for (const client of this.sockets.clients) client.terminate();
    this.sockets.close();
    await new Promise((resolve) => this.http.close(resolve));
  }
}

class FakePage {
  private sequence = 0;
  private onTheWay = 0;
  private tick = 0;
  private timer: ReturnType<typeof setInterval> | undefined;
  private watched: string[] = [];

  constructor(
    private readonly socket: WebSocket, private readonly world: FakeWorld,
    private readonly run: string, private readonly token: string,
    private readonly heard: PageMessage[],
  ) {
    socket.on('message', (data: Buffer) => this.receive(decodePageMessage(new Uint8Array(data))));
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private send(message: ServerMessage): void {
    this.socket.send(encodeServerMessage(message));
  }

  private receive(message: PageMessage): void {
    this.heard.push(message);
    switch (message.type) {
      case 'join': return this.join(message.token);
      case 'credit': --this.onTheWay; return;
      case 'presence': return;
      case 'ask_time': return this.send({ type: 'time', id: message.id, server_us: nowUs() });
      case 'watch':
        this.watched = message.names;
        SOURCES.forEach(({ name, kind }, source) => {
          if (!message.names.includes(name)) return;
          const camera = kind === 'image' ? this.world.camera() : null;
          this.send({ type: 'watching', source, name, kind, camera, problem: '' });
        });
        return;
      case 'command': return this.answer(message);
    }
  }

  private join(token: string): void {
    const role = token === this.token ? 'control' : 'view';
    const reason = token && role === 'view' ? 'this is not the token of this run' : '';
    this.send({
      type: 'hello', protocol: PROTOCOL, run: this.run, version: 'fake', role, reason,
    });
    this.send(this.world.world(1));
    this.send(this.world.all(1));
    this.sendFrame(true);
    this.send(this.world.status(0));
    this.send({ type: 'board', entries: BOARD });
    this.send({ type: 'sources', sources: [...SOURCES] });
    this.send({
      type: 'events',
      events: [{ time_s: 0, name: 'started', robot: '', text: 'it began', level: 'info' }],
    });
    this.timer = setInterval(() => this.step(), 16);
  }

  private get time(): number {
    return this.tick * 0.016;
  }

  private step(): void {
    ++this.tick;
    if (this.onTheWay < 2) this.sendFrame(false);
    if (this.tick % 4 === 0) this.send(this.world.paint(1, this.time));
    if (this.tick % 6 !== 0) return;
    this.send(this.world.status(this.time));
    if (this.watched.includes('emaros/lidar')) this.send(this.world.points(0, this.time));
    if (this.watched.includes('emaros/camera')) this.send(this.world.image(2, this.time));
    if (this.watched.includes('/emaros/costmap')) this.send(this.world.grid(1, this.time));
  }

  private sendFrame(full: boolean): void {
    const poses = this.world.poses(this.time, full);
    const frame: Frame = {
      type: 'frame', full, epoch: 1, sequence: ++this.sequence, count: poses.length,
      time_ns: BigInt(Math.round(this.time * 1e9)), sent_us: nowUs(), pose_age_us: 2000,
      step_age_us: 300, ids: Uint32Array.from(poses, ({ id }) => id),
      poses: Float32Array.from(poses.flatMap(({ pose }) => pose)),
    };
    ++this.onTheWay;
    this.send(frame);
  }

  private answer(command: Command): void {
    const data = command.do === 'catalog'
      ? {
          scenarios: [{ name: 'fake', description: 'a world by rule' }],
          things: [{ name: 'box', description: 'a light box' }],
        }
      : command.do === 'fault_kinds' ? FAULT_KINDS : null;
    this.send({ type: 'answer', id: command.id, ok: true, reason: '', data });
  }
}
