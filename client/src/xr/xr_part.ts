// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type { Group, Matrix4, Vector3 } from 'three';
import type { App } from '../app';
import type { XrHand } from './hand';

export type XrMode = 'vr' | 'ar';

/** The person in the headset, at one picture. In the world's frame (z up). */
export interface XrMoment {
  /** seconds since the last picture */
  readonly dt: number;
  readonly ms: number;
  readonly head: Vector3;
  readonly worldFromHead: Matrix4;
  readonly hands: readonly XrHand[];
  /** the one that points and turns, and the one with the menu that walks */
  readonly main: XrHand;
  readonly other: XrHand;
}

/** A part of what people in headsets see and can do, for as long as one is in. */
export interface LiveXrPart {
  /** Called before each picture, in the order of list.ts. */
  update?(moment: XrMoment): void;
  /** Another world came, or the person was put elsewhere. */
  moved?(): void;
  /** The headset shows something else, or was taken off: there may be no pictures for long. */
  hidden?(): void;
  dispose?(): void;
}

/** Adding one is a file in xr/parts and a line in xr/list.ts. */
export interface XrPart {
  readonly id: string;
  /** `root` is in the world's frame; it is taken away with the part. */
  create(app: App, root: Group): LiveXrPart;
}
