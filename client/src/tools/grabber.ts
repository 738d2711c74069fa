// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { Matrix4, Vector3 } from 'three';
import type { App } from '../app';
import type { Entity, Vec3 } from '../protocol/messages';
import { el, icon } from '../shell/dom';
import { Observable } from '../store/observable';
import { originOf, poseOfMatrix, radiusOf } from '../world/origin';
import { onLevel } from './aim';
import { Ring } from './ring';
import { Trail } from './throw';
import type { AtEnd, ToolPointer } from './tool';

const HOLD_PERIOD_MS = 50;
const TURN_RAD = Math.PI / 12;
/** how far something is lifted while it is held, so that it does not scrape along the floor */
const LIFT_M = 0.03;
const UP_SHARE = 0.25;
const LEFT = 'M5 12a7 7 0 1 0 2.4-5.3M5 4v4.5h4.5';
const RIGHT = 'M19 12a7 7 0 1 1-2.4-5.3M19 4v4.5h-4.5';
const BIN = 'M5 7h14M10 7V4.5h4V7M7 7l1 13h8l1-13M10.5 11v5.5M13.5 11v5.5';

export const GRAB_KEYS = [
  ['q', 'Turn left'], ['e', 'Turn right'], ['Delete', 'Take it away'],
] as const;

export function isMovable(entity: Entity): boolean {
  return !entity.static || entity.spawned;
}

/** Something in the hand, from press to release. */
interface Held {
  entity: Entity;
  /** where it was grabbed, and what it was then */
  point: Vector3;
  worldFromModel: Matrix4;
  at: Vector3;
  turn: number;
  trail: Trail;
  isMoved: boolean;
}

/** Selects, drags, turns, throws and removes things; for the tools that do. */
export class Grabber {
  /** name of what is selected */
  readonly selected = new Observable<string | undefined>(undefined);
  private held: Held | undefined;
  private readonly ring: Ring;
  // what is held where it is falls after half a second without a word
  private timer: ReturnType<typeof setInterval> | undefined;
  private readonly ends: (() => void)[];

  constructor(private readonly app: App, group: string) {
    this.ring = new Ring(app, 0x1f8fff);
    const runs = [() => this.turn(1), () => this.turn(-1), () => this.remove()];
    this.ends = GRAB_KEYS.map(([key, title], i) => app.actions.add({
      id: `grab.${key}`, title, group, key, run: runs[i]!,
    }));
    this.ends.push(app.actions.add({
      id: 'grab.Backspace', title: 'Take it away', group, key: 'Backspace', run: runs[2]!,
    }));
    // what is gone is not selected any more; what was just placed is about to come
    this.ends.push(app.store.entities.changed.on(({ removed }) => {
      const isGone = (name: string) => app.store.entities.named(name) === undefined;
      if (removed.some(({ name }) => name === this.selected.value && isGone(name)))
        this.select(undefined);
    }));
  }

  /** Names what is selected, and what can be done with it. */
  options(atEnd: AtEnd): HTMLElement {
    const name = el('strong');
    const button = (path: string, title: string, onclick: () => void) =>
      el('button', { type: 'button', class: 'icon', title, 'aria-label': title, onclick },
        icon(path));
    const actions = el('div', { class: 'field', role: 'group', 'aria-label': 'Selected' },
      name,
      button(LEFT, 'Turn left (q)', () => this.turn(1)),
      button(RIGHT, 'Turn right (e)', () => this.turn(-1)),
      button(BIN, 'Take it away (Delete)', () => this.remove()));
    const hint = el('span', { class: 'soft' }, 'Drag things over the floor; let go fast to throw.');
    atEnd(this.selected.subscribe((selected) => {
      name.textContent = selected ?? '';
      actions.hidden = selected === undefined;
      hint.hidden = selected !== undefined;
    }));
    return el('div', { class: 'field' }, actions, hint);
  }

  select(name: string | undefined): void {
    this.selected.set(name);
    if (name === undefined) this.ring.hide();
    this.app.viewer.invalidate();
  }

  /** Takes what is there into the hand; false if nothing can be moved there. */
  press(pointer: ToolPointer): boolean {
    const { hit } = pointer;
    if (!hit || !isMovable(hit.entity)) return false;
    const worldFromModel = originOf(this.app.store, hit.entity);
    if (!worldFromModel) return false;
    this.select(hit.entity.name);
    this.held = {
      entity: hit.entity, point: hit.point, worldFromModel, at: hit.point.clone(), turn: 0,
      trail: new Trail(), isMoved: false,
    };
    return true;
  }

  drag({ ray, trail }: ToolPointer): void {
    const { held } = this;
    if (!held) return;
    const at = onLevel(ray, held.point.z);
    if (!at) return;
    held.at = at;
    for (const past of trail) {
      const place = onLevel(past.ray, held.point.z);
      if (place) held.trail.add(past.ms, place.x, place.y);
    }
    // a click is no drag
    if (!held.isMoved && at.distanceTo(held.point) < 0.01) return;
    this.hold(held);
  }

  release(pointer: ToolPointer): void {
    this.drag(pointer);
    const held = this.letGo();
    if (!held?.isMoved) return;
    // what does not move by itself does not fly either
    const thrown =
      held.entity.static ? undefined : held.trail.velocity(pointer.ms);
    const velocity: Vec3 | null =
      thrown ? [...thrown, UP_SHARE * Math.hypot(...thrown)] : null;
    const pose = poseOfMatrix(poseOfHeld(held, thrown ? LIFT_M : 0));
    void this.app.order({ do: 'move', entity: held.entity.name, pose, velocity });
  }

  /** Puts it back where it was. */
  cancel(): void {
    const held = this.letGo();
    if (!held?.isMoved) return;
    const pose = poseOfMatrix(held.worldFromModel);
    void this.app.order({ do: 'move', entity: held.entity.name, pose, velocity: null });
  }

  /** To be called before each picture. */
  update(): void {
    const entity = this.app.store.entities.named(this.selected.value ?? '');
    const matrix = entity && originOf(this.app.store, entity);
    if (!entity || !matrix) return this.ring.hide();
    const { x, y, z } = new Vector3().setFromMatrixPosition(matrix);
    this.ring.place(x, y, z, 1.15 * radiusOf(this.app.store, entity));
  }

  dispose(): void {
    this.cancel();
    this.ring.dispose();
    for (const end of this.ends) end();
  }

  /** From its first move on until it is let go. */
  private hold(held: Held): void {
    held.isMoved = true;
    if (this.timer !== undefined) return;
    this.timer = setInterval(() => this.send(held), HOLD_PERIOD_MS);
    this.send(held);
  }

  private letGo(): Held | undefined {
    const { held } = this;
    clearInterval(this.timer);
    this.held = this.timer = undefined;
    return held;
  }

  private send(held: Held): void {
    const pose = poseOfMatrix(poseOfHeld(held, LIFT_M));
    void this.app.order({ do: 'hold', entity: held.entity.name, pose });
  }

  private turn(sign: number): void {
    if (this.held) {
      this.held.turn += sign * TURN_RAD;
      return this.hold(this.held);
    }
    const entity = this.app.store.entities.named(this.selected.value ?? '');
    const matrix = entity && originOf(this.app.store, entity);
    if (!entity || !matrix) return;
    const pose = poseOfMatrix(turned(matrix, sign * TURN_RAD));
    void this.app.order({ do: 'move', entity: entity.name, pose, velocity: null });
  }

  private remove(): void {
    const entity = this.selected.value;
    if (entity === undefined) return;
    this.letGo();
    void this.app.order({ do: 'remove', entity });
  }
}

// about its own place, upright
function turned(matrix: Matrix4, angle: number): Matrix4 {
  const place = new Vector3().setFromMatrixPosition(matrix);
  return new Matrix4().makeRotationZ(angle).multiply(matrix).setPosition(place);
}

function poseOfHeld({ worldFromModel, point, at, turn }: Held, lift: number): Matrix4 {
  const place = new Vector3().setFromMatrixPosition(worldFromModel).add(at).sub(point);
  place.z += lift;
  return turned(worldFromModel, turn).setPosition(place);
}
