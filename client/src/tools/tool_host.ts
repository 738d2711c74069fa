// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type { Vector3 } from 'three';
import type { App } from '../app';
import { VIEW_ONLY } from '../shell/control';
import { Observable } from '../store/observable';
import { worldFromScene } from '../view/frames';
import type { Aim, LiveTool, Tool, ToolPointer } from './tool';

type PointedAt = Pick<PointerEvent, 'clientX' | 'clientY' | 'timeStamp'>;

/** All tools, and the one that has the pointer. */
export class ToolHost {
  /** undefined: looking around */
  readonly chosen = new Observable<Tool | undefined>(undefined);
  private readonly tools: Tool[] = [];
  private live: LiveTool | undefined;
  private readonly optionEnds: (() => void)[] = [];
  private pressedBy: number | undefined;

  constructor(private readonly app: App) {
    const { canvas } = app.viewer;
    // before the camera's controls hear of it
    canvas.addEventListener('pointerdown', (event) => this.pointerPress(event), { capture: true });
    canvas.addEventListener('pointermove', (event) => this.pointerMove(event), { capture: true });
    canvas.addEventListener('pointerup', (event) => this.pointerRelease(event), { capture: true });
    canvas.addEventListener('pointercancel', () => this.cancel());
    app.viewer.beforeDraw.on(() => this.live?.update?.());
    app.actions.add({
      id: 'tool.none', title: 'Stop, and look around', group: 'Tools', key: 'Escape',
      run: () => (this.pressedBy === undefined ? this.choose(undefined) : this.cancel()),
    });
    // a page that may not control any more has no tools either
    app.store.hello.onChange(() => {
      if (this.chosen.value?.needsControl && !app.store.mayControl) this.choose(undefined);
    });
  }

  get all(): readonly Tool[] {
    return this.tools;
  }

  /** Fills the element with the options of the chosen tool; false if it has none. */
  showOptions(element: HTMLElement): boolean {
    this.endOptions();
    this.live?.options?.(element, (end) => this.optionEnds.push(end));
    return this.live?.options !== undefined;
  }

  add(tool: Tool): void {
    this.tools.push(tool);
    if (tool.key === undefined) return;
    this.app.actions.add({
      id: `tool.${tool.id}`, title: tool.title, group: 'Tools', key: tool.key,
      run: () => this.choose(this.chosen.value === tool ? undefined : tool),
    });
  }

  choose(tool: Tool | undefined): void {
    if (tool?.needsControl && !this.app.store.mayControl) {
      this.app.notices.show(VIEW_ONLY);
      return;
    }
    this.cancel();
    this.live?.dispose();
    this.live = tool?.choose(this.app);
    this.chosen.set(tool);
    this.app.viewer.canvas.style.cursor = tool ? 'crosshair' : '';
    this.app.viewer.invalidate();
  }

  /** What a hand in the headset or keys point at; a press that is nobody's is false. */
  press(pointer: ToolPointer): boolean {
    return this.live?.press?.(pointer) ?? false;
  }

  drag(pointer: ToolPointer): void {
    this.live?.drag?.(pointer);
  }

  release(pointer: ToolPointer): void {
    this.live?.release?.(pointer);
  }

  hover(pointer: ToolPointer): void {
    this.live?.hover?.(pointer);
  }

  /** What was begun is not to be done. */
  abandon(): void {
    this.live?.cancel?.();
  }

  /** Whether the chosen tool does something where one points. */
  get takesPointer(): boolean {
    return this.live?.press !== undefined;
  }

  /** What is at places of the window that something pointed at, oldest first. */
  pointerAt(places: readonly PointedAt[]): ToolPointer | undefined {
    const { viewer, world } = this.app;
    const trail = places.flatMap(({ clientX, clientY, timeStamp: ms }): Aim[] => {
      const ray = viewer.pickRay(clientX, clientY);
      return ray ? [{ ms, ray }] : [];
    });
    const [now, last] = [trail.at(-1), places.at(-1)];
    if (!now || !last) return undefined;
    const floor = world.groundAlong(now.ray);
    let hit: ToolPointer['hit'] | null = null;
    return {
      ...now, trail, floor,
      get hit() {
        if (hit === null) {
          const met = viewer.pick(last.clientX, last.clientY, world.root);
          const entity = met && world.entityOf(met);
          const point: Vector3 | undefined = met && worldFromScene(met.point.clone());
          hit = entity && point ? { entity, point } : undefined;
        }
        return hit;
      },
    };
  }

  private endOptions(): void {
    for (const end of this.optionEnds.splice(0)) end();
  }

  // the browser gathers moves between pictures
  private pointer(event: PointerEvent): ToolPointer | undefined {
    return this.pointerAt([...event.getCoalescedEvents().slice(0, -1), event]);
  }

  private pointerPress(event: PointerEvent): void {
    if (!this.live?.press || event.button !== 0) return;
    if (this.pressedBy !== undefined) return this.cancel(); // a second finger: the view is turned
    const pointer = this.pointer(event);
    if (!pointer || !this.live.press(pointer)) return;
    this.pressedBy = event.pointerId;
    this.app.viewer.canvas.setPointerCapture(event.pointerId);
    this.app.viewer.cameraView?.setPointer(false);
    event.stopImmediatePropagation();
    this.app.viewer.invalidate();
  }

  private pointerMove(event: PointerEvent): void {
    if (!this.live) return;
    const isDrag = event.pointerId === this.pressedBy;
    if (!isDrag && (event.buttons !== 0 || !this.live.hover)) return;
    const pointer = this.pointer(event);
    if (!pointer) return;
    if (isDrag) {
      this.live.drag?.(pointer);
      event.stopImmediatePropagation();
    } else {
      this.live.hover?.(pointer);
    }
    this.app.viewer.invalidate();
  }

  private pointerRelease(event: PointerEvent): void {
    if (event.pointerId !== this.pressedBy) return;
    const pointer = this.pointer(event);
    this.end();
    if (pointer) this.live?.release?.(pointer);
    event.stopImmediatePropagation();
  }

  private cancel(): void {
    if (this.pressedBy === undefined) return;
    this.end();
    this.live?.cancel?.();
  }

  private end(): void {
    this.pressedBy = undefined;
    this.app.viewer.cameraView?.setPointer(true);
    this.app.viewer.invalidate();
  }
}
