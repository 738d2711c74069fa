// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0

/** The version of docs/protocol.md that this page speaks. */
export const PROTOCOL = 1;

/** First byte of a message. Below 64, and from 128 to 191, they are binary, the others JSON. */
export const Kind = {
  frame: 1,
  paint: 2,
  image: 3,
  points: 4,
  grid: 5,
  people: 6,
  hello: 64,
  world: 65,
  entities: 66,
  status: 67,
  events: 68,
  board: 69,
  sources: 70,
  watching: 71,
  drawing: 72,
  answer: 73,
  time: 74,
  missions: 75,
  credit: 128,
  presence: 129,
  join: 192,
  watch: 193,
  ask_time: 194,
  command: 195,
} as const;

export type KindName = keyof typeof Kind;

/** Stands for "none" and "unknown" in unsigned fields of 32 bits. */
export const NONE_U32 = 0xffffffff;
