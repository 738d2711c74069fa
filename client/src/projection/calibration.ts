// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type { Matrix4 } from 'three';
import type { App } from '../app';
import type { Vec2, World } from '../protocol/messages';
import { el } from '../shell/dom';
import type { Observable } from '../store/observable';
import { FloorCamera, projectorNumber, projectorOf, shownFloor } from './floor_camera';
import { clipMatrix, type Corners, fitted } from './homography';

const ARROWS: Record<string, Vec2> = {
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
};

/**
 * Lays the picture onto the real floor: by a calibration that Tandem was given, else by corners
 * that are dragged, or moved by arrow keys.
 */
export class Calibration {
  /** where the corners of the picture are, as shares of the window; none: as large as it fits */
  private readonly chosen: Observable<Vec2[]>;
  private readonly handles: HTMLElement[];
  private readonly said: HTMLElement;

  constructor(private readonly app: App) {
    // each projector of a machine stands elsewhere
    const number = projectorNumber();
    this.chosen = app.settings.item<Vec2[]>(number === 1 ? 'corners' : `corners.${number}`, []);
    this.handles = [0, 1, 2, 3].map((i) => this.makeHandle(i));
    this.said = el('p', { class: 'said', role: 'alert', hidden: true });
    document.body.append(...this.handles, this.said);
    window.addEventListener('resize', () => this.apply());
    app.actions.add({
      id: 'calibrate', title: 'Move the corners', group: 'Projector', key: 'c',
      run: () => this.toggle(),
    });
    app.actions.add({
      id: 'straighten', title: 'As large as it fits', group: 'Projector', key: 'shift+c',
      run: () => this.set([]),
    });
    app.store.world.subscribe(() => this.apply());
  }

  private get corners(): Corners {
    const projector = projectorOf(this.app.store.world.value);
    if (projector)
      return projector.corners
        .map(([x, y]) => [x / projector.width, y / projector.height]) as Corners;
    const { value } = this.chosen;
    if (value.length === 4) return value as Corners;
    const [, , , sizeX, sizeY] = shownFloor(this.app.store.world.value);
    return fitted(sizeX / sizeY, window.innerWidth / window.innerHeight);
  }

  private toggle(): void {
    // a file that others use too is changed by its own command
    if (projectorOf(this.app.store.world.value)) return;
    for (const handle of this.handles) handle.hidden = !handle.hidden;
    if (!this.handles[0]!.hidden) this.handles[0]!.focus();
  }

  private makeHandle(index: number): HTMLElement {
    const name = ['upper left', 'upper right', 'lower right', 'lower left'][index]!;
    const handle = el('button', {
      class: 'corner', type: 'button', hidden: true, 'aria-label': `Corner at the ${name}`,
    });
    handle.addEventListener('pointerdown', (event) => handle.setPointerCapture(event.pointerId));
    handle.addEventListener('pointermove', (event) => {
      if (!handle.hasPointerCapture(event.pointerId)) return;
      this.move(index, [event.clientX / window.innerWidth, event.clientY / window.innerHeight]);
    });
    handle.addEventListener('keydown', (event) => {
      const arrow = ARROWS[event.key];
      if (!arrow) return;
      event.preventDefault();
      const pixels = event.shiftKey ? 10 : 1;
      const [x, y] = this.corners[index]!;
      this.move(index, [
        x + (arrow[0] * pixels) / window.innerWidth, y + (arrow[1] * pixels) / window.innerHeight,
      ]);
    });
    return handle;
  }

  private move(index: number, to: Vec2): void {
    this.set(this.corners.map((corner, i) => (i === index ? to : corner)));
  }

  // a place that would fold the picture is not taken
  private set(corners: Vec2[]): void {
    if (corners.length === 4 && !this.matrix(corners as Corners)) return;
    this.chosen.set(corners);
    this.apply();
  }

  private inPixels(corners: Corners): Corners {
    const { innerWidth: width, innerHeight: height } = window;
    return corners.map(([x, y]) => [x * width, y * height]) as Corners;
  }

  private matrix(corners: Corners): Matrix4 | undefined {
    return clipMatrix(window.innerWidth, window.innerHeight, this.inPixels(corners));
  }

  private apply(): void {
    const { app, corners } = this;
    const camera = app.viewer.cameraView?.camera;
    const matrix = this.matrix(corners);
    if (camera instanceof FloorCamera && matrix) camera.setWarp(matrix);
    // nothing beside the floor: another projector may shine there
    const around = this.inPixels(corners).map(([x, y]) => `${x}px ${y}px`).join(', ');
    app.viewer.canvas.style.clipPath = `polygon(${around})`;
    this.handles.forEach((handle, i) => {
      const [x, y] = corners[i]!;
      handle.style.left = `${100 * x}%`;
      handle.style.top = `${100 * y}%`;
    });
    this.say(app.store.world.value);
    app.viewer.invalidate();
  }

  private say(world: World | undefined): void {
    // by hand there may be any number of them
    const given = world?.projectors.length ?? 0;
    const isMissing = world !== undefined && given > 0 && projectorNumber() > given;
    this.said.hidden = !isMissing;
    this.said.textContent = isMissing
      ? `Tandem was given ${world.projectors.length} calibrations by --projector-page, and there is`
        + ` no number ${projectorNumber()} of them.` : '';
  }
}
