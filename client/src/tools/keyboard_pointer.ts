// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { Vector3 } from 'three';
import type { App } from '../app';
import { pictureHeightAt } from '../layers/screen_size';
import { el } from '../shell/dom';
import { ARROWS, floorDirections, moveCamera } from '../view/camera_keys';
import { sceneFromWorld } from '../view/frames';
import { onLevel } from './aim';
import { Ring } from './ring';
import type { ToolPointer } from './tool';

/** Of the picture's height, about; with shift a tenth of it. */
const STEP_SHARE = 1 / 40;
const RING_SHARE = 1 / 60;
const COLOR = '#ffd60a';
/** Nearer to the picture's edge, as a share of half of it, the picture comes along. */
const MARGIN = 0.9;
const STEP_MS = 1000;

/** 1, 2 or 5 of a power of ten, so that steps add up to round places. */
export function niceStep(wanted: number): number {
  const power = 10 ** Math.floor(Math.log10(wanted));
  return (wanted >= 5 * power ? 5 : wanted >= 2 * power ? 2 : 1) * power;
}

/** The axis of the world that is nearest to a direction along the floor. */
export function nearestAxis({ x, y }: { x: number; y: number }): [x: number, y: number] {
  return Math.abs(x) >= Math.abs(y) ? [Math.sign(x), 0] : [0, Math.sign(y)];
}

const rounded = (value: number, step: number) =>
  Number((Math.round(value / step) * step).toFixed(6));

/**
 * A cursor on the floor, for who has no mouse: while the picture has the focus, arrows move it, and
 * Enter is the button of a pointer that the chosen tool has there. Without a tool that wants a
 * pointer they move the camera.
 */
class KeyboardPointer {
  // light on dark, so that it is seen on any floor
  private readonly rim: Ring;
  private readonly ring: Ring;
  private readonly place = el('p', { class: 'cursor-place', role: 'status', hidden: true });
  private at: Vector3 | undefined;
  /** a clock of its own, so slow that nothing is thrown: keys have no speed */
  private ms = 0;
  private isPressed = false;
  /** Enter was pressed with shift: the button stays down until the next time */
  private isLocked = false;

  constructor(private readonly app: App) {
    const { canvas } = app.viewer;
    this.rim = new Ring(app, '#000000', 0.5);
    this.ring = new Ring(app, COLOR, 0.65);
    canvas.tabIndex = 0;
    canvas.setAttribute('role', 'application');
    canvas.setAttribute('aria-label', 'The world. Arrow keys turn the view; with a tool they move '
      + 'a cursor on the floor, and Enter is the button of a mouse there.');
    canvas.after(this.place);
    canvas.addEventListener('keydown', (event) => this.keyDown(event));
    canvas.addEventListener('keyup', (event) => this.keyUp(event));
    canvas.addEventListener('blur', () => this.letGo());
    canvas.addEventListener('focus', () => app.viewer.invalidate());
    // the mouse has it now
    canvas.addEventListener('pointerdown', () => this.leave());
    app.tools.chosen.onChange(() => this.letGo());
    app.store.world.onChange(() => this.leave());
    app.viewer.beforeDraw.on(() => this.show());
    app.actions.add({
      id: 'picture', title: 'To the picture', group: 'Page', key: 'Enter',
      run: () => canvas.focus(),
    });
  }

  private keyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.take(event)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** True if the key is for the picture. */
  private take({ key, shiftKey, repeat }: KeyboardEvent): boolean {
    const { tools } = this.app;
    if (key === 'Escape' && this.isPressed) {
      this.letGo();
      return true;
    }
    if (!tools.chosen.value) return moveCamera(this.app, key, shiftKey);
    if (!tools.takesPointer) return false;
    if (ARROWS[key]) this.move(ARROWS[key], shiftKey);
    else if (key === 'Enter') {
      if (!repeat) this.enter(shiftKey);
    } else return (key === 'PageUp' || key === 'PageDown') && moveCamera(this.app, key, false);
    return true;
  }

  private keyUp({ key }: KeyboardEvent): void {
    if (key === 'Enter' && this.isPressed && !this.isLocked) this.release();
  }

  private enter(isLocked: boolean): void {
    if (this.isPressed) return this.release();
    const pointer = this.pointer();
    if (!pointer || !this.app.tools.press(pointer)) return;
    this.isPressed = true;
    this.isLocked = isLocked;
    this.app.viewer.invalidate();
  }

  private release(): void {
    this.isPressed = false;
    const pointer = this.pointer();
    if (pointer) this.app.tools.release(pointer);
    this.app.viewer.invalidate();
  }

  private move([right, up]: readonly [number, number], isFine: boolean): void {
    const { tools, viewer } = this.app;
    const at = this.start();
    if (!at) return;
    const size = niceStep(STEP_SHARE * this.pictureHeight(at)) * (isFine ? 0.1 : 1);
    const directions = floorDirections(this.app);
    const [rx, ry] = nearestAxis(directions.right);
    const [ux, uy] = [-ry, rx];
    const next = new Vector3(rounded(at.x + (rx * right + ux * up) * size, size),
      rounded(at.y + (ry * right + uy * up) * size, size), at.z);
    // what leaves the picture takes it along, or stays
    if (!this.isSeen(next)) {
      const { moves } = viewer.cameraView!;
      if (!moves?.shift) return;
      moves.shift(sceneFromWorld(next.clone().sub(at)));
      viewer.cameraView!.camera.updateMatrixWorld();
    }
    this.at = next;
    // at once: who listens to it may press the next key before the next picture
    this.show();
    const pointer = this.pointer();
    if (pointer && this.isPressed) tools.drag(pointer);
    else if (pointer) tools.hover(pointer);
    viewer.invalidate();
  }

  /** Where it is, or where it begins when it was left or is not in the picture any more. */
  private start(): Vector3 | undefined {
    if (this.at && (this.isPressed || this.isSeen(this.at))) return this.at;
    const { viewer, store } = this.app;
    const { left, top, width, height } = viewer.canvas.getBoundingClientRect();
    // the middle may be the sky
    for (const down of [0.5, 0.7, 0.9]) {
      const ray = viewer.pickRay(left + 0.5 * width, top + down * height);
      const floor = ray && onLevel(ray, store.world.value?.floor_m ?? 0);
      if (floor) return (this.at = floor);
    }
    return undefined;
  }

  /** x and y from -1 to 1 */
  private inPicture(at: Vector3): Vector3 {
    const { camera } = this.app.viewer.cameraView!;
    camera.updateMatrixWorld();
    return sceneFromWorld(at.clone()).project(camera);
  }

  private isSeen(at: Vector3): boolean {
    const { x, y, z } = this.inPicture(at);
    return Math.abs(x) <= MARGIN && Math.abs(y) <= MARGIN && Math.abs(z) <= 1;
  }

  private pictureHeight(at: Vector3): number {
    return pictureHeightAt(this.app.viewer.cameraView!.camera, sceneFromWorld(at.clone()));
  }

  private pointer(): ToolPointer | undefined {
    const at = this.start();
    if (!at) return undefined;
    this.ms += STEP_MS;
    const { left, top, width, height } = this.app.viewer.canvas.getBoundingClientRect();
    const { x, y } = this.inPicture(at);
    const clientX = left + ((x + 1) / 2) * width;
    const clientY = top + ((1 - y) / 2) * height;
    return this.app.tools.pointerAt([{ clientX, clientY, timeStamp: this.ms }]);
  }

  /** What was begun is not to be done. */
  private letGo(): void {
    if (this.isPressed) this.app.tools.abandon();
    this.isPressed = false;
    this.app.viewer.invalidate();
  }

  private leave(): void {
    this.letGo();
    this.at = undefined;
  }

  private show(): void {
    const { app, at } = this;
    const isShown =
      at && app.tools.takesPointer && document.activeElement === app.viewer.canvas;
    this.place.hidden = !isShown;
    if (!isShown) {
      this.rim.hide();
      return this.ring.hide();
    }
    this.ring.setColor(this.isPressed ? '#ffffff' : COLOR);
    const radius = RING_SHARE * this.pictureHeight(at);
    this.rim.place(at.x, at.y, at.z, 1.15 * radius);
    this.ring.place(at.x, at.y, at.z, radius);
    const text = `${at.x.toFixed(2)}, ${at.y.toFixed(2)} m`;
    if (this.place.textContent !== text) this.place.textContent = text;
  }
}

/** For the help. */
export const PICTURE_KEYS = [
  ['Tab', 'Next thing'], ['arrows', 'Turn the view, or move a cursor'],
  ['shift+arrows', 'Move the view, or less far'], ['PageUp', 'Nearer'], ['PageDown', 'Farther'],
  ['Enter', 'Mouse button of the cursor'], ['shift+Enter', 'The same, locked'],
] as const;

export function addKeyboardPointer(app: App): void {
  new KeyboardPointer(app);
}
