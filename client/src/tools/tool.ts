// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type { Ray, Vector3 } from 'three';
import type { App } from '../app';
import type { Entity } from '../protocol/messages';

/** Where something pointed at a moment. */
export interface Aim {
  readonly ms: number;
  /** in the world's frame */
  readonly ray: Ray;
}

/** Where a mouse, a finger or a hand points, and what is there. */
export interface ToolPointer extends Aim {
  /** where it pointed since the last call, oldest first; the last one is now */
  readonly trail: readonly Aim[];
  /** which way a wrist or a stick turns what is pointed out; undefined: by dragging alone */
  readonly heading?: number;
  /** where it meets the ground; undefined above the horizon */
  readonly floor: Vector3 | undefined;
  /** what it meets first; looked for when asked, which costs a millisecond or more */
  readonly hit: { entity: Entity; point: Vector3 } | undefined;
}

export type AtEnd = (call: () => void) => void;

/** A tool while it is chosen. Positions are of the world's frame. */
export interface LiveTool {
  /**
   * Puts its options, such as a brush's size, into the element beside the tools. What is given to
   * `atEnd` is called when they go.
   */
  options?(element: HTMLElement, atEnd: AtEnd): void;
  /** The pointer goes down. True: drags are this tool's until it goes up, else the camera's. */
  press?(pointer: ToolPointer): boolean;
  drag?(pointer: ToolPointer): void;
  release?(pointer: ToolPointer): void;
  /** The pointer moves without a button. */
  hover?(pointer: ToolPointer): void;
  /** Escape, or the pointer was lost: what was begun is not to be done. */
  cancel?(): void;
  /** Called before each picture. */
  update?(): void;
  /** Another tool was chosen. */
  dispose(): void;
}

/** Something to do with the pointer. Adding one is a file here and a line in list.ts. */
export interface Tool {
  readonly id: string;
  readonly title: string;
  /** what it does, in a sentence */
  readonly hint: string;
  readonly key?: string;
  /** SVG path of 24 × 24 */
  readonly icon: string;
  readonly needsControl: boolean;
  /** for the help: keys that it has while it is chosen, and what they do */
  readonly keys?: readonly (readonly [key: string, title: string])[];
  choose(app: App): LiveTool;
}
