// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type { Object3D } from 'three';
import type { App } from '../app';
import type { DrawMoment } from '../view/viewer';

/** A layer while it exists, which is as long as the page. */
export interface LiveLayer {
  /** in the world's frame (z up); hidden while the layer is off */
  readonly root?: Object3D;
  /** Called before each picture while the layer is on. */
  update?(moment: DrawMoment): void;
  /** Called when it is switched, and once at the beginning: the place to watch sources. */
  shown?(on: boolean): void;
}

/** Something that can be shown or hidden. Adding one is a file here and a line in list.ts. */
export interface Layer {
  /** names it in settings and for programs */
  readonly name: string;
  readonly title: string;
  readonly isOnByDefault: boolean | ((app: App) => boolean);
  /** key that switches it */
  readonly key?: string;
  create(app: App): LiveLayer;
}
