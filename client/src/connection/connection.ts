// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { ProtocolError } from '../protocol/bytes';
import { decodeServerMessage, encodePageMessage } from '../protocol/codec';
import { FrameRoom } from '../protocol/frame';
import { PROTOCOL } from '../protocol/kinds';
import type { Answer, Frame, Order, PageMessage, Parts, ServerMessage } from '../protocol/messages';
import { Observable } from '../store/observable';
import { ServerClock } from './clock';

export type ConnectionState =
  /** `reason`: why the server refused the page before */
  | { is: 'connecting'; attempt: number; reason?: string }
  | { is: 'live' }
  /** connected, but nothing comes */
  | { is: 'silent' }
  /** tries again by itself */
  | { is: 'lost'; reason: string; attempt: number; retryMs: number; isRefused: boolean }
  /** only another page can help */
  | { is: 'outdated'; reason: string };

/** What the page needs of a WebSocket; tests bring their own. */
export interface Socket {
  binaryType: string;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number; reason: string }) => void) | null;
  send(bytes: Uint8Array): void;
  close(): void;
}

export interface ConnectionOptions {
  open: () => Socket;
  token: string;
  name: string;
  receive: (message: ServerMessage) => void;
  started?: () => void;
  /** the page's clock */
  nowUs?: () => number;
}

// a restarted server is found within two seconds: the wait never grows above one
const RETRY_MS = [100, 250, 500, 1000];
// what is refused once is refused again; each time in a row it waits twice as long
const REFUSED_RETRY_MS = 5000;
const REFUSED_RETRY_MOST_MS = 60_000;
// who was connected for so long begins anew with waiting
const STEADY_MS = 5000;
const OPEN_TIMEOUT_MS = 4000;
// `status` comes ten times a second, and every second an answer to `time`
const SILENT_MS = 3000;
const DEAD_MS = 10000;
const TIME_FIRST_MS = [0, 50, 100, 200, 400];
const TIME_PERIOD_MS = 1000;
const WATCHDOG_MS = 500;
// by which servers say that the page is at fault, and not the network: malformed, of a type or with
// content that cannot be, against the rules, too large, one page too many
const REFUSALS: readonly number[] = [1002, 1003, 1007, 1008, 1009, 1013];
const MISUNDERSTOOD = 1002;
const TOO_MANY = 1013;

/**
 * The WebSocket to Tandem: joins, gives credits, keeps the clock, and comes back by itself when the
 * server goes away.
 */
export class Connection {
  readonly state = new Observable<ConnectionState>({ is: 'connecting', attempt: 1 });
  readonly clock = new ServerClock();
  /** from a frame's being sent to its being drawn, newest; undefined: unknown */
  readonly latencyUs = new Observable<number | undefined>(undefined);
  private readonly room = new FrameRoom();
  private readonly nowUs: () => number;
  private socket: Socket | undefined;
  private isJoined = false;
  private failures = 0;
  private refusals = 0;
  private refusal: string | undefined;
  private joinedUs = 0;
  private attempt = 0;
  private lastHeardUs = 0;
  private timers: ReturnType<typeof setTimeout>[] = [];
  private retryTimer: ReturnType<typeof setTimeout> | undefined;
  private nextId = 1;
  private readonly answers = new Map<number, (answer: Answer) => void>();
  private readonly asked = new Map<number, number>();
  private undrawn: { sequence: number; sentUs: number | undefined }[] = [];
  private isSeen = true;
  private readonly watchers = new Map<string, number>();
  private watchQueued = false;
  /** told when nobody wants to see a source any more */
  unwatched: (name: string) => void = () => {};
  /** told when the server does not let the page watch all that it wants */
  notWatched: (reason: string) => void = () => {};

  constructor(private readonly options: ConnectionOptions) {
    this.nowUs = options.nowUs ?? (() => performance.now() * 1000);
  }

  start(): void {
    this.connect();
  }

  /** Tries at once instead of waiting, as when the browser says that the network is back. */
  retryNow(): void {
    // what fell silent will not speak again over another network
    if (this.state.value.is === 'silent') this.drop();
    if (this.socket || this.state.value.is === 'outdated') return;
    this.connect();
  }

  close(): void {
    clearTimeout(this.retryTimer);
    this.drop();
  }

  /** Asks Tandem to do something. Never fails: what goes wrong is in the answer. */
  command(order: Order): Promise<Answer> {
    const id = this.nextId++;
    if (!this.isJoined)
      return Promise.resolve(notAnswered(id, 'there is no connection to Tandem'));
    return new Promise((resolve) => {
      this.answers.set(id, resolve);
      this.send({ type: 'command', id, ...order });
    });
  }

  /** Says where a person with a headset is; nothing of them: they have gone. */
  tellPresence(parts: Parts): void {
    this.send({ type: 'presence', ...parts });
  }

  /** Watches a source until the returned function is called. Several may watch the same one. */
  watch(name: string): () => void {
    this.watchers.set(name, (this.watchers.get(name) ?? 0) + 1);
    this.queueWatch();
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      const left = this.watchers.get(name)! - 1;
      if (left > 0) this.watchers.set(name, left);
      else {
        this.watchers.delete(name);
        this.unwatched(name);
      }
      this.queueWatch();
    };
  }

  /** To be called when what was received has been drawn: the server may send more then. */
  drawn(): void {
    const offset = this.clock.offsetUs;
    for (const { sequence, sentUs } of this.undrawn) {
      const isKnown = offset !== undefined && sentUs !== undefined;
      const latency_us = isKnown ? this.nowUs() + offset - sentUs : undefined;
      this.send({ type: 'credit', sequence, latency_us });
      this.latencyUs.set(latency_us);
    }
    this.undrawn = [];
  }

  /** A page that nobody sees draws nothing: how long that took says nothing of how fast it is. */
  setSeen(isSeen: boolean): void {
    this.isSeen = isSeen;
    this.undrawn = this.undrawn.map(({ sequence }) => ({ sequence, sentUs: undefined }));
  }

  private connect(): void {
    clearTimeout(this.retryTimer);
    this.state.set({
      is: 'connecting', attempt: ++this.attempt,
      ...(this.refusal === undefined ? {} : { reason: this.refusal }),
    });
    let socket: Socket;
    try {
      socket = this.options.open();
    } catch (error) {
      return this.lose(0, String(error));
    }
    this.socket = socket;
    socket.binaryType = 'arraybuffer';
    this.lastHeardUs = this.nowUs();
    socket.onopen = () => {
      const { token, name } = this.options;
      this.options.started?.();
      socket.send(encodePageMessage({ type: 'join', protocol: PROTOCOL, token, name }));
    };
    socket.onmessage = ({ data }) => this.receive(data);
    socket.onclose = ({ code, reason }) => this.lose(code, reason);
    this.timers.push(setInterval(() => this.watchOver(), WATCHDOG_MS));
  }

  private receive(data: unknown): void {
    this.lastHeardUs = this.nowUs();
    if (this.state.value.is === 'silent') this.state.set({ is: 'live' });
    let message: ServerMessage;
    try {
      if (!(data instanceof ArrayBuffer)) throw new ProtocolError('a message is not binary');
      message = decodeServerMessage(new Uint8Array(data), this.room);
    } catch (error) {
      console.error(error);
      return this.lose(MISUNDERSTOOD,
        `Tandem sent what this page does not understand: ${String(error)}`);
    }
    switch (message.type) {
      case 'hello':
        if (message.protocol !== PROTOCOL) return this.giveUp(message.protocol);
        this.join();
        break;
      case 'frame': this.noteFrame(message); break;
      case 'answer': return this.takeAnswer(message);
      case 'time': return this.takeTime(message.id, message.server_us);
    }
    this.options.receive(message);
  }

  private join(): void {
    this.isJoined = true;
    this.joinedUs = this.nowUs();
    this.attempt = 0;
    this.clock.clear();
    for (const delay of TIME_FIRST_MS) this.timers.push(setTimeout(() => this.askTime(), delay));
    this.timers.push(setInterval(() => this.askTime(), TIME_PERIOD_MS));
    if (this.watchers.size > 0) this.queueWatch();
    this.state.set({ is: 'live' });
  }

  private giveUp(protocol: number): void {
    this.drop();
    const reason = `Tandem speaks version ${protocol} of the protocol, this page ${PROTOCOL}`;
    this.state.set({ is: 'outdated', reason });
  }

  private noteFrame(frame: Frame): void {
    const sentUs = this.isSeen ? frame.sent_us : undefined;
    this.undrawn.push({ sequence: frame.sequence, sentUs });
  }

  private takeAnswer(answer: Answer): void {
    this.answers.get(answer.id)?.(answer);
    this.answers.delete(answer.id);
  }

  private askTime(): void {
    const id = this.nextId++;
    // an answer that did not come for long will not come
    if (this.asked.size > 32) this.asked.clear();
    this.asked.set(id, this.nowUs());
    this.send({ type: 'ask_time', id });
  }

  private takeTime(id: number, serverUs: number): void {
    const sentUs = this.asked.get(id);
    if (sentUs === undefined) return;
    this.asked.delete(id);
    this.clock.add(sentUs, serverUs, this.nowUs());
  }

  private queueWatch(): void {
    if (this.watchQueued) return;
    this.watchQueued = true;
    queueMicrotask(() => {
      this.watchQueued = false;
      if (!this.isJoined) return;
      const id = this.nextId++;
      this.answers.set(id, ({ ok, reason }) => {
        if (!ok && this.isJoined) this.notWatched(reason);
      });
      this.send({ type: 'watch', id, names: [...this.watchers.keys()] });
    });
  }

  private send(message: PageMessage): void {
    if (this.isJoined) this.socket!.send(encodePageMessage(message));
  }

  private watchOver(): void {
    const quietMs = (this.nowUs() - this.lastHeardUs) / 1000;
    if (!this.isJoined) {
      if (quietMs >= OPEN_TIMEOUT_MS) this.lose(0, 'Tandem does not answer');
    } else if (quietMs >= DEAD_MS) {
      this.lose(0, 'Tandem has fallen silent');
    } else if (quietMs >= SILENT_MS) {
      this.state.set({ is: 'silent' });
    }
  }

  private lose(code: number, reason: string): void {
    if (this.isJoined && this.nowUs() - this.joinedUs >= STEADY_MS * 1000)
      this.failures = this.refusals = 0;
    this.drop();
    const isRefused = REFUSALS.includes(code);
    // places become free at any time
    const doublings = isRefused && code !== TOO_MANY ? this.refusals++ : 0;
    const retryMs = isRefused
      ? Math.min(REFUSED_RETRY_MS * 2 ** doublings, REFUSED_RETRY_MOST_MS)
      : RETRY_MS[Math.min(this.failures++, RETRY_MS.length - 1)]!;
    this.refusal = isRefused ? reason : undefined;
    this.state.set({ is: 'lost', reason, attempt: this.attempt, retryMs, isRefused });
    this.retryTimer = setTimeout(() => this.connect(), retryMs);
  }

  private drop(): void {
    for (const timer of this.timers) clearTimeout(timer);
    this.timers = [];
    const socket = this.socket;
    this.socket = undefined;
    this.isJoined = false;
    this.undrawn = [];
    this.asked.clear();
    this.latencyUs.set(undefined);
    if (socket) {
      socket.onopen = socket.onmessage = socket.onclose = null;
      socket.close();
    }
    const waiting = [...this.answers];
    this.answers.clear();
    for (const [id, resolve] of waiting)
      resolve(notAnswered(id, 'the connection to Tandem was lost'));
  }
}

function notAnswered(id: number, reason: string): Answer {
  return { type: 'answer', id, ok: false, reason, data: null };
}
