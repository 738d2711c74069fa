// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type { Camera } from 'three';
import type { App } from '../app';
import { Observable } from '../store/observable';
import type { CameraMode } from './camera_mode';

/** All ways to look, and the chosen one. */
export class CameraHost {
  readonly chosen: Observable<CameraMode>;

  constructor(private readonly app: App, readonly all: readonly CameraMode[]) {
    this.chosen = new Observable(all[0]!);
    for (const mode of all) {
      app.actions.add({
        id: `camera.${mode.id}`, title: mode.title, group: 'View', key: mode.key,
        run: () => this.choose(mode),
      });
    }
    app.actions.add({
      id: 'camera.home', title: 'See everything', group: 'View', key: 'Home',
      run: () => this.home(),
    });
  }

  choose(mode: CameraMode, goesOn = true): void {
    const { viewer, xr } = this.app;
    this.chosen.set(mode);
    // the headset looks for itself
    if (xr?.isIn) return;
    const before: Camera | undefined = viewer.cameraView?.camera;
    viewer.cameraView?.dispose();
    viewer.setCameraView(mode.create(this.app, goesOn ? before : undefined));
  }

  /** Looks at what is interesting, in the way that is chosen. */
  home(): void {
    this.choose(this.chosen.value, false);
  }
}
