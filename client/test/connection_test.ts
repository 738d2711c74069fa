// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Connection, type Socket } from '../src/connection/connection';
import { ServerClock } from '../src/connection/clock';
import { takeToken } from '../src/connection/token';
import { decodePageMessage, encodeServerMessage } from '../src/protocol/codec';
import { PROTOCOL } from '../src/protocol/kinds';
import type { Frame, Hello, PageMessage, ServerMessage } from '../src/protocol/messages';

class TestSocket implements Socket {
  binaryType = '';
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;
  readonly sent: PageMessage[] = [];
  isClosed = false;

  send(bytes: Uint8Array): void {
    this.sent.push(decodePageMessage(bytes));
  }

  close(): void {
    this.isClosed = true;
  }

  give(message: ServerMessage): void {
    this.onmessage?.({ data: encodeServerMessage(message).slice().buffer });
  }

  of<T extends PageMessage['type']>(type: T): Extract<PageMessage, { type: T }>[] {
    return this.sent.filter((message) => message.type === type) as never;
  }
}

const HELLO: Hello = {
  type: 'hello', protocol: PROTOCOL, run: 'r', version: '0.1.0', role: 'control', reason: '',
};

function frame(sequence: number, sentUs = 0): Frame {
  return {
    type: 'frame', full: false, epoch: 1, sequence, count: 0, time_ns: 0n, sent_us: sentUs,
    pose_age_us: undefined, step_age_us: 0, ids: new Uint32Array(), poses: new Float32Array(),
  };
}

let sockets: TestSocket[];
let received: ServerMessage[];
let connection: Connection;
const last = () => sockets[sockets.length - 1]!;

function goLive(): TestSocket {
  const socket = last();
  socket.onopen?.();
  socket.give(HELLO);
  return socket;
}

beforeEach(() => {
  vi.useFakeTimers();
  sockets = [];
  received = [];
  connection = new Connection({
    open: () => {
      sockets.push(new TestSocket());
      return last();
    },
    token: 'secret', name: 'test',
    receive: (message) => received.push(message),
    nowUs: () => Date.now() * 1000,
  });
  connection.start();
});

afterEach(() => {
  connection.close();
  vi.useRealTimers();
});

describe('a connection', () => {
  it('joins with its token, and is live after the answer', () => {
    expect(connection.state.value).toEqual({ is: 'connecting', attempt: 1 });
    last().onopen?.();
    expect(last().sent).toEqual([
      { type: 'join', protocol: PROTOCOL, token: 'secret', name: 'test' },
    ]);
    expect(connection.state.value.is).toBe('connecting');
    last().give(HELLO);
    expect(connection.state.value.is).toBe('live');
    expect(received).toEqual([HELLO]);
  });

  it('gives a credit for each frame, only when it was drawn', () => {
    const socket = goLive();
    socket.give(frame(1));
    socket.give(frame(2));
    expect(socket.of('credit')).toEqual([]);
    connection.drawn();
    expect(socket.of('credit').map(({ sequence }) => sequence)).toEqual([1, 2]);
    connection.drawn();
    expect(socket.of('credit')).toHaveLength(2);
  });

  it('tells the latency by the clock of the server', async () => {
    const socket = goLive();
    await vi.advanceTimersByTimeAsync(0);
    const asked = socket.of('ask_time')[0]!;
    const startUs = Date.now() * 1000;
    await vi.advanceTimersByTimeAsync(10);
    // the server looked at its clock, which is 1 s behind, half way through these 10 ms
    socket.give({ type: 'time', id: asked.id, server_us: startUs + 5_000 - 1_000_000 });
    socket.give(frame(1, Date.now() * 1000 - 1_000_000));
    await vi.advanceTimersByTimeAsync(7);
    connection.drawn();
    expect(socket.of('credit')).toEqual([{ type: 'credit', sequence: 1, latency_us: 7000 }]);
    expect(connection.latencyUs.value).toBe(7000);
  });

  it('says that the latency is unknown before it knows the clock', () => {
    const socket = goLive();
    socket.give(frame(1));
    connection.drawn();
    expect(socket.of('credit')[0]!.latency_us).toBeUndefined();
  });

  it('says nothing of how fast it is while nobody sees it', async () => {
    const socket = goLive();
    await vi.advanceTimersByTimeAsync(0);
    const serverUs = Date.now() * 1000;
    socket.give({ type: 'time', id: socket.of('ask_time')[0]!.id, server_us: serverUs });
    socket.give(frame(1, serverUs));
    connection.setSeen(false);
    socket.give(frame(2, serverUs));
    // it draws nothing while its tab is hidden
    await vi.advanceTimersByTimeAsync(2000);
    connection.setSeen(true);
    socket.give(frame(3, Date.now() * 1000));
    await vi.advanceTimersByTimeAsync(5);
    connection.drawn();
    expect(socket.of('credit').map(({ latency_us }) => latency_us))
      .toEqual([undefined, undefined, 5000]);
  });

  it('is back within two seconds whenever the server is', async () => {
    goLive().onclose?.({ code: 1006, reason: '' });
    expect(connection.state.value.is).toBe('lost');
    // the server stays away for a minute: each attempt fails at once
    for (let ms = 0; ms < 60_000; ms += 50) {
      await vi.advanceTimersByTimeAsync(50);
      if (connection.state.value.is === 'connecting')
        last().onclose?.({ code: 1006, reason: '' });
    }
    const before = sockets.length;
    await vi.advanceTimersByTimeAsync(1000);
    expect(sockets.length).toBeGreaterThan(before);
    goLive();
    expect(connection.state.value.is).toBe('live');
  });

  it('does not ask a server that refused it more than once in five seconds', async () => {
    goLive().onclose?.({ code: 1008, reason: 'this page sends too much' });
    expect(connection.state.value).toMatchObject({
      is: 'lost', reason: 'this page sends too much',
    });
    await vi.advanceTimersByTimeAsync(4900);
    expect(sockets).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(200);
    expect(sockets).toHaveLength(2);
  });

  it('waits longer each time it is refused, however often it gets in between', async () => {
    const refuse = () => goLive().onclose?.({ code: 1002, reason: 'a message is no JSON object' });
    for (const seconds of [5, 10, 20, 40, 60, 60]) {
      const before = sockets.length;
      refuse();
      expect(connection.state.value).toMatchObject({
        is: 'lost', reason: 'a message is no JSON object', isRefused: true,
        retryMs: seconds * 1000,
      });
      await vi.advanceTimersByTimeAsync(1000 * seconds - 1);
      expect(sockets).toHaveLength(before);
      await vi.advanceTimersByTimeAsync(1);
      expect(sockets).toHaveLength(before + 1);
      expect(connection.state.value).toMatchObject({
        is: 'connecting', reason: 'a message is no JSON object',
      });
    }
    // one that stayed for a while begins anew
    goLive();
    await vi.advanceTimersByTimeAsync(2500);
    last().give(frame(1));
    await vi.advanceTimersByTimeAsync(2500);
    last().onclose?.({ code: 1002, reason: '' });
    expect(connection.state.value).toMatchObject({ retryMs: 5000 });
  });

  it('does not come back ever faster to a server that hangs up at each join', async () => {
    const waits = [100, 250, 500, 1000, 1000];
    for (const ms of waits) {
      goLive().onclose?.({ code: 1006, reason: '' });
      expect(connection.state.value).toMatchObject({ retryMs: ms, isRefused: false });
      await vi.advanceTimersByTimeAsync(ms);
    }
  });

  it('gives up an attempt that is not answered', async () => {
    await vi.advanceTimersByTimeAsync(5000);
    expect(sockets.length).toBeGreaterThan(1);
    expect(sockets[0]!.isClosed).toBe(true);
  });

  it('says when nothing comes any more, and comes back from that', async () => {
    const socket = goLive();
    await vi.advanceTimersByTimeAsync(3500);
    expect(connection.state.value.is).toBe('silent');
    socket.give(frame(1));
    expect(connection.state.value.is).toBe('live');
    await vi.advanceTimersByTimeAsync(10_500);
    expect(socket.isClosed).toBe(true);
    expect(sockets).toHaveLength(2);
  });

  it('does not wait for one that fell silent when the network is back', async () => {
    const socket = goLive();
    connection.retryNow();
    expect(sockets).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(3500);
    connection.retryNow();
    expect(socket.isClosed).toBe(true);
    expect(sockets).toHaveLength(2);
    goLive();
    expect(connection.state.value.is).toBe('live');
  });

  it('stops at a server of another protocol', async () => {
    last().onopen?.();
    last().give({ ...HELLO, protocol: PROTOCOL + 1 });
    expect(connection.state.value.is).toBe('outdated');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sockets).toHaveLength(1);
  });

  it('drops a server that sends nonsense', () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {});
    const socket = goLive();
    socket.onmessage?.({ data: new Uint8Array([1, 2, 3]).buffer });
    expect(connection.state.value).toMatchObject({ is: 'lost', isRefused: true });
    expect(socket.isClosed).toBe(true);
    error.mockRestore();
  });

  it('gives answers to those who asked', async () => {
    const socket = goLive();
    const pause = connection.command({ do: 'pause' });
    const load = connection.command({ do: 'load', scenario: 'push' });
    const [first, second] = socket.of('command');
    const answer = (id: number, ok: boolean, reason: string) =>
      socket.give({ type: 'answer', id, ok, reason, data: null });
    answer(second!.id, false, 'there is no such scenario');
    answer(first!.id, true, '');
    expect((await pause).ok).toBe(true);
    expect((await load).reason).toBe('there is no such scenario');
  });

  it('answers itself what the server can not', async () => {
    expect((await connection.command({ do: 'pause' })).ok).toBe(false);
    const socket = goLive();
    const lost = connection.command({ do: 'reset' });
    socket.onclose?.({ code: 1006, reason: '' });
    expect(await lost).toMatchObject({ ok: false, reason: 'the connection to Tandem was lost' });
  });

  it('watches what somebody watches, once, and again after a reconnection', async () => {
    const names = (socket: TestSocket) => socket.of('watch').map((message) => message.names);
    const socket = goLive();
    const endA = connection.watch('lidar');
    const endB = connection.watch('lidar');
    connection.watch('camera');
    await vi.advanceTimersByTimeAsync(0);
    expect(names(socket)).toEqual([['lidar', 'camera']]);
    endA();
    endA();
    await vi.advanceTimersByTimeAsync(0);
    expect(names(socket)[1]).toEqual(['lidar', 'camera']);
    endB();
    await vi.advanceTimersByTimeAsync(0);
    expect(names(socket)[2]).toEqual(['camera']);
    socket.onclose?.({ code: 1006, reason: '' });
    await vi.advanceTimersByTimeAsync(200);
    const next = goLive();
    await vi.advanceTimersByTimeAsync(0);
    expect(names(next)).toEqual([['camera']]);
  });

  it('says when it may not watch all that it wants, and nothing when it is cut off', async () => {
    const told: string[] = [];
    connection.notWatched = (reason) => told.push(reason);
    const socket = goLive();
    connection.watch('lidar');
    await vi.advanceTimersByTimeAsync(0);
    const id = socket.of('watch')[0]!.id!;
    socket.give({ type: 'answer', id, ok: false, reason: 'too many', data: null });
    expect(told).toEqual(['too many']);
    connection.watch('camera');
    await vi.advanceTimersByTimeAsync(0);
    socket.onclose?.({ code: 1006, reason: '' });
    expect(told).toEqual(['too many']);
  });
});

describe('the clock', () => {
  it('believes the quickest answer', () => {
    const clock = new ServerClock();
    expect(clock.offsetUs).toBeUndefined();
    clock.add(0, 1500, 1000); // 1000 ± 500
    clock.add(2000, 3150, 2100); // 1100 ± 50
    clock.add(4000, 9000, 8000);
    expect(clock.offsetUs).toBe(1100);
    expect(clock.roundTripUs).toBe(100);
  });
});

describe('the token', () => {
  const storage = () => {
    const kept = new Map<string, string>();
    return {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    };
  };

  it('is taken from the address, from where it vanishes, and kept for the tab', () => {
    const tab = storage();
    let address = '';
    const at = (hash: string) =>
      takeToken({ hash, pathname: '/', search: '?a' }, tab, (to) => (address = to));
    expect(at('')).toBe('');
    expect(at('#token=abc&view=top')).toBe('abc');
    expect(address).toBe('/?a#view=top');
    expect(at('#view=top')).toBe('abc');
  });
});
