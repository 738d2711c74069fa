// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import type {
  Board, Drawing, EventInfo, Frame, Grid, Hello, Image, Mission, Paint, Person, Points,
  ServerMessage, Source, Status, Watching, World,
} from '../protocol/messages';
import { BodyTable } from './body_table';
import { EntityTable } from './entity_table';
import { Emitter, Observable } from './observable';

/** What is kept of the events; the newest of them. */
export const MOST_EVENTS = 1000;

export type StreamMessage = Image | Points | Grid | Drawing;

export interface Received {
  watching: Watching;
  message: StreamMessage;
}

function unreachable(message: never): never {
  throw new Error(`nobody takes ${JSON.stringify(message)}`);
}

/** All that the page knows of the running Tandem. Plain state: nothing here draws. */
export class Store {
  readonly hello = new Observable<Hello | undefined>(undefined);
  readonly world = new Observable<World | undefined>(undefined);
  readonly entities = new EntityTable();
  readonly bodies = new BodyTable();
  readonly status = new Observable<Status | undefined>(undefined);
  /** oldest first */
  readonly events = new Observable<readonly EventInfo[]>([]);
  readonly board = new Observable<Board['entries']>([]);
  /** of programs of robots */
  readonly missions = new Observable<readonly Mission[]>([]);
  /** others with headsets */
  readonly people = new Observable<readonly Person[]>([]);
  readonly sources = new Observable<readonly Source[]>([]);
  /** simulated time of the newest frame */
  readonly timeNs = new Observable<bigint>(0n);
  readonly frame = new Emitter<Frame>();
  readonly paint = new Emitter<Paint>();
  /** every message of a watched source; the newest of each is in `latest` */
  readonly stream = new Emitter<Received>();
  /** a source is about to come, or what is wrong with it is another thing */
  readonly watchingChanged = new Emitter<Watching>();
  private readonly latestByName = new Map<string, Received>();
  private readonly watched = new Map<number, Watching>();

  constructor() {
    this.entities.changed.on(({ full, removed }) => {
      if (full) return this.bodies.clear();
      for (const entity of removed)
        for (const body of entity.bodies)
          // what came again at once, as another one, stands where it stood
          if (!this.entities.ofBody(body)) this.bodies.remove(body);
    });
  }

  get epoch(): number | undefined {
    return this.world.value?.epoch;
  }

  get mayControl(): boolean {
    return this.hello.value?.role === 'control';
  }

  /** The newest that a source said. */
  latest(name: string): Received | undefined {
    return this.latestByName.get(name);
  }

  watching(name: string): Watching | undefined {
    for (const watching of this.watched.values()) if (watching.name === name) return watching;
    return undefined;
  }

  /** A new connection numbers its sources anew, and tells the latest events again. */
  startConnection(): void {
    this.watched.clear();
    this.events.set([]);
    this.missions.set([]);
    this.people.set([]);
  }

  /** Forgets what a source said, when nobody wants to see it any more. */
  forgetSource(name: string): void {
    this.latestByName.delete(name);
    for (const [number, watching] of this.watched)
      if (watching.name === name) this.watched.delete(number);
  }

  receive(message: ServerMessage): void {
    switch (message.type) {
      case 'frame': return this.receiveFrame(message);
      case 'paint':
        if (message.epoch === this.epoch) this.paint.emit(message);
        return;
      case 'image':
      case 'points':
      case 'grid':
      case 'drawing': return this.receiveStream(message);
      case 'hello': return this.hello.set(message);
      case 'world': return this.receiveWorld(message);
      case 'entities':
        if (message.epoch !== this.epoch) return;
        this.entities.receive(message);
        return;
      case 'status': return this.status.set(message);
      case 'events':
        return this.events.set([...this.events.value, ...message.events].slice(-MOST_EVENTS));
      case 'board': return this.board.set(message.entries);
      case 'people': return this.people.set(message.people);
      case 'missions': return this.missions.set(message.missions);
      case 'sources': return this.sources.set(message.sources);
      case 'watching':
        this.watched.set(message.source, message);
        return this.watchingChanged.emit(message);
      case 'answer':
      case 'time':
        return; // the connection's
      default: unreachable(message);
    }
  }

  private receiveFrame(frame: Frame): void {
    if (frame.epoch !== this.epoch) return;
    this.bodies.apply(frame);
    this.timeNs.set(frame.time_ns);
    this.frame.emit(frame);
  }

  // another world, or the same one anew: nothing of before means anything
  private receiveWorld(world: World): void {
    this.entities.clear();
    this.bodies.clear();
    this.latestByName.clear();
    this.world.set(world);
  }

  private receiveStream(message: StreamMessage): void {
    const watching = this.watched.get(message.source);
    if (!watching) return;
    const received = { watching, message };
    this.latestByName.set(watching.name, received);
    this.stream.emit(received);
  }
}
