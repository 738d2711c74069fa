// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { BoundMessage } from '../src/protocol/any_message';
import { Kind, type KindName } from '../src/protocol/kinds';

/** The pairs of interfaces/golden/web: what a message means, and its bytes. */
export const FOLDER = fileURLToPath(new URL('../../interfaces/golden/web/', import.meta.url));

export interface GoldenBody {
  id: number;
  position: number[];
  rotation: number[];
  position_units: number[];
  rotation_bits: number;
}

export interface Golden {
  name: string;
  type: KindName;
  /** as the JSON file has it */
  meaning: Record<string, unknown>;
  /** as the page has it */
  message: BoundMessage;
  bytes: Uint8Array | undefined;
}

function typeOf(kind: number): KindName {
  const entry = Object.entries(Kind).find(([, number]) => number === kind);
  if (!entry) throw new Error(`there is no kind ${kind}`);
  return entry[0] as KindName;
}

type Fields = Record<string, any>; // eslint-disable-line @typescript-eslint/no-explicit-any

// what is not seen of somebody
const partsOf = ({ head, left, right }: Fields): Fields =>
  ({ head: head ?? undefined, left: left ?? undefined, right: right ?? undefined });

// numbers of 64 bits are text in the JSON files, and lists of bytes are lists of numbers
const FROM_MEANING: Partial<Record<KindName, (fields: Fields) => Fields>> = {
  frame: ({ bodies, time_ns, sent_us, pose_age_us, ...rest }) => ({
    ...rest,
    count: bodies.length,
    time_ns: BigInt(time_ns),
    sent_us: Number(sent_us),
    pose_age_us: pose_age_us ?? undefined,
    ids: Uint32Array.from(bodies, (body: GoldenBody) => body.id),
    poses: bodies.flatMap((body: GoldenBody) => [...body.position, ...body.rotation]),
  }),
  paint: ({ tiles, ...rest }) => ({
    ...rest,
    tiles: tiles.map((tile: Fields) => ({
      ...tile,
      pixels: tile.pixels ? Uint8Array.from(tile.pixels) : undefined,
    })),
  }),
  image: (fields) => ({
    ...fields,
    stamp_ns: BigInt(fields.stamp_ns),
    picture: Uint8Array.from(fields.picture),
  }),
  points: (fields) => ({
    ...fields,
    stamp_ns: BigInt(fields.stamp_ns),
    points: Int16Array.from(fields.points.flat()),
  }),
  grid: (fields) => ({
    ...fields,
    stamp_ns: BigInt(fields.stamp_ns),
    cells: Int8Array.from(fields.cells),
  }),
  presence: partsOf,
  people: ({ people }) => ({
    people: people.map(({ id, ...parts }: Fields) => ({ id, ...partsOf(parts) })),
  }),
  credit: (fields) => ({ ...fields, latency_us: fields.latency_us ?? undefined }),
};

export function readGolden(): Golden[] {
  const files = readdirSync(FOLDER).filter((file) => file.endsWith('.json')).sort();
  return files.map((file) => {
    const name = file.slice(0, -'.json'.length);
    const { kind, message: meaning } = JSON.parse(readFileSync(FOLDER + file, 'utf-8'));
    const type = typeOf(kind);
    const message = { type, ...(FROM_MEANING[type]?.(meaning) ?? meaning) } as BoundMessage;
    const binary = `${FOLDER}${name}.bin`;
    const bytes = existsSync(binary) ? new Uint8Array(readFileSync(binary)) : undefined;
    return { name, type, meaning, message, bytes };
  });
}
