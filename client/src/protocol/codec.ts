// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import * as binary from './binary';
import { ProtocolError } from './bytes';
import { decodeFrame, encodeFrame, type FrameRoom } from './frame';
import { Kind, type KindName } from './kinds';
import type { PageMessage, ServerMessage } from './messages';

const SERVER_JSON = new Map<number, ServerMessage['type']>(
  (['hello', 'world', 'entities', 'status', 'events', 'board', 'sources', 'watching', 'drawing',
    'answer', 'time', 'missions'] as const).map((name) => [Kind[name], name]),
);
const PAGE_JSON = new Map<number, PageMessage['type']>(
  (['join', 'watch', 'ask_time', 'command'] as const).map((name) => [Kind[name], name]),
);

const decoder = new TextDecoder('utf-8', { fatal: true });
const encoder = new TextEncoder();

function decodeJson(bytes: Uint8Array, type: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(decoder.decode(bytes.subarray(1)));
  } catch (error) {
    throw new ProtocolError(`'${type}' is not JSON: ${String(error)}`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ProtocolError(`'${type}' is not an object`);
  return { ...value, type };
}

function encodeJson(message: { type: KindName }): Uint8Array {
  const { type, ...fields } = message;
  const text = encoder.encode(JSON.stringify(fields));
  const bytes = new Uint8Array(text.byteLength + 1);
  bytes[0] = Kind[type];
  bytes.set(text, 1);
  return bytes;
}

/** Throws `ProtocolError` when the bytes are no message of a server. */
export function decodeServerMessage(bytes: Uint8Array, room?: FrameRoom): ServerMessage {
  const kind = bytes[0];
  switch (kind) {
    case Kind.frame: return decodeFrame(bytes, room);
    case Kind.paint: return binary.decodePaint(bytes);
    case Kind.image: return binary.decodeImage(bytes);
    case Kind.points: return binary.decodePoints(bytes);
    case Kind.grid: return binary.decodeGrid(bytes);
    case Kind.people: return binary.decodePeople(bytes);
  }
  const type = kind === undefined ? undefined : SERVER_JSON.get(kind);
  if (!type) throw new ProtocolError(`a server sends nothing of kind ${kind}`);
  return decodeJson(bytes, type) as ServerMessage;
}

export function encodeServerMessage(message: ServerMessage, level?: binary.PackLevel): Uint8Array {
  switch (message.type) {
    case 'frame': return encodeFrame(message);
    case 'paint': return binary.encodePaint(message, level);
    case 'image': return binary.encodeImage(message);
    case 'points': return binary.encodePoints(message);
    case 'grid': return binary.encodeGrid(message, level);
    case 'people': return binary.encodePeople(message);
    default: return encodeJson(message);
  }
}

/** Throws `ProtocolError` when the bytes are no message of a page. */
export function decodePageMessage(bytes: Uint8Array): PageMessage {
  const kind = bytes[0];
  if (kind === Kind.credit) return binary.decodeCredit(bytes);
  if (kind === Kind.presence) return binary.decodePresence(bytes);
  const type = kind === undefined ? undefined : PAGE_JSON.get(kind);
  if (!type) throw new ProtocolError(`a page sends nothing of kind ${kind}`);
  return decodeJson(bytes, type) as PageMessage;
}

export function encodePageMessage(message: PageMessage): Uint8Array {
  switch (message.type) {
    case 'credit': return binary.encodeCredit(message);
    case 'presence': return binary.encodePresence(message);
    default: return encodeJson(message);
  }
}
