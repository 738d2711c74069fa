// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type { PackLevel } from './binary';
import {
  decodePageMessage, decodeServerMessage, encodePageMessage, encodeServerMessage,
} from './codec';
import { Kind } from './kinds';
import type { PageMessage, ServerMessage } from './messages';

/** A message of either side; kinds from 128 on are those of pages. */
export type BoundMessage = ServerMessage | PageMessage;

export function isPageMessage(message: BoundMessage): message is PageMessage {
  return Kind[message.type] >= Kind.credit;
}

export function encodeAny(message: BoundMessage, level?: PackLevel): Uint8Array {
  return isPageMessage(message) ? encodePageMessage(message) : encodeServerMessage(message, level);
}

export function decodeAny(bytes: Uint8Array): BoundMessage {
  return (bytes[0] ?? 0) >= Kind.credit ? decodePageMessage(bytes) : decodeServerMessage(bytes);
}
