// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type { Entities, Entity, Link, MaterialInfo, Model, Robot } from '../protocol/messages';
import { Emitter } from './observable';

export interface EntityChange {
  /** everything that was known before is gone; `removed` names it all the same */
  full: boolean;
  added: Entity[];
  removed: Entity[];
}

/** What stands in the world. */
export class EntityTable {
  materials: (MaterialInfo | null)[] = [];
  models: (Model | null)[] = [];
  robots: Robot[] = [];
  readonly changed = new Emitter<EntityChange>();
  private readonly byId = new Map<number, Entity>();
  private readonly byName = new Map<string, Entity>();
  private readonly byBody = new Map<number, Entity>();

  get all(): Iterable<Entity> {
    return this.byId.values();
  }

  get size(): number {
    return this.byId.size;
  }

  entity(id: number): Entity | undefined {
    return this.byId.get(id);
  }

  named(name: string): Entity | undefined {
    return this.byName.get(name);
  }

  ofBody(body: number): Entity | undefined {
    return this.byBody.get(body);
  }

  robot(name: string): Robot | undefined {
    return this.robots.find((robot) => robot.name === name);
  }

  robotOf(entity: Entity): Robot | undefined {
    return this.robots.find((robot) => robot.entity === entity.id);
  }

  links(entity: Entity): Link[] {
    return this.models[entity.model]?.links ?? [];
  }

  receive(message: Entities): void {
    const removed: Entity[] = [];
    if (message.full) {
      removed.push(...this.forgetAll());
      this.materials = [...message.materials];
      this.models = [...message.models];
    } else {
      this.materials.push(...message.materials);
      this.models.push(...message.models);
      for (const id of message.remove) {
        const entity = this.byId.get(id);
        if (!entity) continue;
        this.forget(entity);
        removed.push(entity);
      }
    }
    for (const entity of message.add) {
      this.byId.set(entity.id, entity);
      this.byName.set(entity.name, entity);
      for (const body of entity.bodies) this.byBody.set(body, entity);
    }
    this.robots = message.robots;
    this.changed.emit({ full: message.full, added: message.add, removed });
  }

  clear(): void {
    const removed = this.forgetAll();
    this.materials = [];
    this.models = [];
    this.robots = [];
    this.changed.emit({ full: true, added: [], removed });
  }

  private forget(entity: Entity): void {
    this.byId.delete(entity.id);
    if (this.byName.get(entity.name) === entity) this.byName.delete(entity.name);
    for (const body of entity.bodies)
      if (this.byBody.get(body) === entity) this.byBody.delete(body);
  }

  private forgetAll(): Entity[] {
    const all = [...this.byId.values()];
    this.byId.clear();
    this.byName.clear();
    this.byBody.clear();
    return all;
  }
}
