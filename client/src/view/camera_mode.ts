// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type { Camera, OrthographicCamera, PerspectiveCamera, Vector3 } from 'three';
import type { App } from '../app';
import type { CameraMoves } from './camera_keys';

/** A way to look at the world while its mode is chosen. */
export interface CameraView {
  readonly camera: PerspectiveCamera | OrthographicCamera;
  /** what is looked at, in the scene's frame (y up): shadows are finest there */
  readonly lookedAt: Vector3;
  /** Called for each picture before it is drawn; true if the camera moved. */
  update(dt: number): boolean;
  resize(width: number, height: number): void;
  /** what keys can do to it */
  readonly moves?: CameraMoves;
  /** While false the pointer is a tool's. */
  setPointer(isOurs: boolean): void;
  dispose(): void;
}

/** Adding one is a file in view/cameras and a line in view/cameras/list.ts. */
export interface CameraMode {
  readonly id: string;
  readonly title: string;
  /** key that chooses it */
  readonly key?: string;
  /** `before` is the camera that was used until now. */
  create(app: App, before: Camera | undefined): CameraView;
}
