// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { Group, Matrix4, PerspectiveCamera, Ray, Vector3 } from 'three';
import type { App } from '../app';
import { Observable } from '../store/observable';
import type { CameraView } from '../view/camera_mode';
import { interestingExtent } from '../view/extent';
import { sceneFromWorld, worldFromScene } from '../view/frames';
import { planRoom, planWithin, type RoomPlan } from './geometry/room_plan';
import { applyStanding, matrixOf, movedTo, type Standing, turnedAbout } from './geometry/standing';
import { XrHand } from './hand';
import { release, XrInput } from './input';
import type { LiveXrPart, XrMode, XrMoment, XrPart } from './xr_part';

const SESSIONS = { vr: 'immersive-vr', ar: 'immersive-ar' } as const;
const FEATURES = ['hand-tracking', 'bounded-floor', 'layers'];

/** What hinders a headset, as a sentence. */
function whyNot(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'NotAllowedError')
    return 'the headset was not allowed; press the button again';
  return error.message;
}

// who has been somewhere so long, or has walked so far, stays there when the world is whole
const PLACES_AGAIN_MS = 10_000;
const STEP_M = 0.3;

/** Puts a person with a headset into the world, at full size, and takes them out again. */
export class XrHost {
  /** undefined: nobody is in */
  readonly mode = new Observable<XrMode | undefined>(undefined);
  /** what this browser's headset can do */
  readonly offered = new Observable<readonly XrMode[]>([]);
  readonly hands = [new XrHand('left'), new XrHand('right')] as const;
  /** where the room stands, by two points of its floor; undefined: nobody knows */
  readonly aligned = new Observable<Standing | undefined>(undefined);
  /** the person is asked to point out two points of the floor */
  readonly aligning = new Observable(false);
  private readonly rig = new Group();
  private readonly camera = new PerspectiveCamera(70, 1, 0.05, 5000);
  private readonly parts: XrPart[] = [];
  private live: { part: LiveXrPart; root: Group }[] = [];
  private input: XrInput | undefined;
  private session: XRSession | undefined;
  private isEntering = false;
  private standing: Standing = { place: new Vector3(), turn: 0 };
  private readonly headInRoom = new Matrix4();
  private readonly worldFromRoom = new Matrix4();
  /**
   * Where somebody was put before all of a world was there to see what hides what: they are put
   * anew when it soon is, unless they have gone elsewhere. Undefined: there is nothing left to do.
   */
  private provisional: Standing | 'nowhere' | undefined = 'nowhere';
  private placedMs = 0;
  private readonly placedHead = new Vector3();

  constructor(private readonly app: App) {
    this.rig.add(this.camera);
    app.viewer.scene.add(this.rig);
    app.viewer.renderer.xr.setReferenceSpaceType('local-floor');
    void this.ask();
    navigator.xr?.addEventListener('devicechange', () => void this.ask());
    let scenario: string | undefined;
    app.store.frame.on(({ full }) => {
      const name = app.store.world.value?.scenario.name;
      if (!full || name === scenario) return;
      scenario = name;
      if (this.isIn) this.provisional = 'nowhere';
    });
  }

  get isIn(): boolean {
    return this.mode.value !== undefined;
  }

  add(part: XrPart): void {
    this.parts.push(part);
  }

  /** Who is left-handed points with the left one. */
  get isLeftHanded(): Observable<boolean> {
    return this.app.settings.item('xr.left_handed', false);
  }

  get plan(): RoomPlan {
    const { store, world, viewer } = this.app;
    const plan = planRoom(interestingExtent(store), store.world.value?.floor_m ?? 0);
    const robot = world.robotMatrix(store.entities.robots[0]?.name ?? '', new Matrix4());
    // outdoors one sees far
    if (!robot || world.hasHills) return plan;
    return planWithin(plan, new Vector3().setFromMatrixPosition(robot), (from, to) => {
      const ray = new Ray(from, to.clone().sub(from).normalize());
      const distance = viewer.pickAlong(ray, world.things)?.distance ?? Infinity;
      return distance < from.distanceTo(to) ? distance : undefined;
    });
  }

  /** To be called by a click: browsers demand that. */
  async enter(mode: XrMode): Promise<void> {
    if (this.session || this.isEntering) return;
    const { viewer, notices } = this.app;
    this.isEntering = true;
    try {
      const session = await navigator.xr!.requestSession(SESSIONS[mode], {
        requiredFeatures: ['local-floor'],
        optionalFeatures: FEATURES,
      });
      this.session = session;
      await viewer.renderer.xr.setSession(session);
      session.addEventListener('end', () => this.end());
      this.begin(session, mode);
    } catch (error) {
      void this.session?.end().catch(() => {});
      this.session = undefined;
      notices.show(`There is no way into the headset: ${whyNot(error)}`, 'error');
    } finally {
      this.isEntering = false;
    }
  }

  leave(): void {
    void this.session?.end();
  }

  /** Where the person is put at first: in front of what is interesting. */
  home(): void {
    const known = this.aligned.value;
    if (known) this.stand(known);
    else this.standAt(this.plan.start, this.plan.turn);
    for (const { part } of this.live) part.moved?.();
  }

  /** Puts the feet onto a place of the world; `turn` is the room's. */
  standAt(place: Vector3, turn = this.standing.turn): void {
    const { x, y } = place;
    const scene = sceneFromWorld(new Vector3(x, y, this.app.world.groundAt(x, y)));
    this.stand(movedTo({ place: this.standing.place, turn }, this.headPlace, scene));
  }

  /** By so much, in the world; the ground carries. */
  walk(by: Vector3): void {
    const feet = this.worldOf(new Vector3(this.headPlace.x, 0, this.headPlace.z));
    this.standAt(feet.add(by));
  }

  /** About the head, to the left. */
  turn(by: number): void {
    this.stand(turnedAbout(this.standing, this.headPlace, by));
  }

  /** From now on the room stands there, and what is real of the world is where it is seen. */
  align(standing: Standing): void {
    this.aligned.set(standing);
    this.stand(standing);
  }

  /** The aligned room has come to stand elsewhere in the world; undefined: nobody knows where. */
  moveRoom(standing: Standing | undefined): void {
    const isThere = this.isWhereRoomIs;
    this.aligned.set(standing);
    if (isThere && standing) this.stand(standing);
  }

  /** Whether the person walked on their own feet alone since the room was aligned. */
  get isWhereRoomIs(): boolean {
    const known = this.aligned.value;
    return (
      known !== undefined &&
      known.place.distanceTo(this.standing.place) < 1e-3 &&
      Math.abs(known.turn - this.standing.turn) < 1e-3
    );
  }

  /** Where the head is in the laboratory, wherever it is in the world; undefined: nobody knows. */
  get headInLaboratory(): Vector3 | undefined {
    const known = this.aligned.value;
    return known && worldFromScene(this.headPlace.applyMatrix4(matrixOf(known)));
  }

  /** Of a point of the room: x and z on its floor, y up. */
  worldOf(pointInRoom: Vector3): Vector3 {
    return worldFromScene(pointInRoom.clone().applyMatrix4(this.rig.matrixWorld));
  }

  roomOf(pointInWorld: Vector3): Vector3 {
    return sceneFromWorld(pointInWorld.clone()).applyMatrix4(this.rig.matrixWorld.clone().invert());
  }

  private get headPlace(): Vector3 {
    return new Vector3().setFromMatrixPosition(this.headInRoom);
  }

  private async ask(): Promise<void> {
    const { xr } = navigator;
    if (!xr) return;
    const modes: XrMode[] = [];
    for (const mode of ['vr', 'ar'] as const)
      if (await xr.isSessionSupported(SESSIONS[mode]).catch(() => false)) modes.push(mode);
    this.offered.set(modes);
  }

  private begin(session: XRSession, mode: XrMode): void {
    const { viewer, layers } = this.app;
    this.aligned.set(undefined);
    this.aligning.set(false);
    this.provisional = 'nowhere';
    this.input = new XrInput(session, this.hands, () => this.worldFromRoom);
    session.addEventListener('visibilitychange', () => {
      if (session.visibilityState !== 'hidden') return;
      for (const { part } of this.live) part.hidden?.();
    });
    this.mode.set(mode);
    viewer.setCameraView(this.view());
    for (const part of this.parts) {
      const root = new Group();
      root.name = `xr ${part.id}`;
      viewer.root.add(root);
      this.live.push({ part: part.create(this.app, root), root });
    }
    layers.refresh();
    viewer.invalidateStill();
  }

  // Left by a button, by the headset, or because it was lost: all the same.
  private end(): void {
    const { viewer, cameras, layers } = this.app;
    this.session = undefined;
    this.input = undefined;
    for (const hand of this.hands) {
      release(hand);
      hand.isThere = false;
    }
    for (const { part, root } of this.live) {
      part.dispose?.();
      root.removeFromParent();
    }
    this.live = [];
    this.mode.set(undefined);
    cameras.home();
    layers.refresh();
    viewer.invalidateStill();
  }

  private view(): CameraView {
    const lookedAt = new Vector3();
    return {
      camera: this.camera,
      lookedAt,
      update: (dt) => {
        this.update(dt);
        // two metres ahead
        lookedAt.set(0, 0, -2).applyMatrix4(this.camera.matrixWorld);
        return true;
      },
      resize: () => {},
      setPointer: () => {},
      dispose: () => {},
    };
  }

  private update(dt: number): void {
    const { xr } = this.app.viewer.renderer;
    const frame = xr.getFrame();
    const room = xr.getReferenceSpace();
    const pose = frame && room ? frame.getViewerPose(room) : undefined;
    // while the headset does not know where it is, nothing moves
    if (!frame || !room || !pose || !this.input) return;
    this.headInRoom.fromArray(pose.transform.matrix);
    this.place();
    this.input.read(frame, room);
    const isLeft = this.isLeftHanded.value;
    const [left, right] = this.hands;
    const worldFromHead = this.worldFromRoom.clone().multiply(this.headInRoom);
    const moment: XrMoment = {
      dt,
      ms: performance.now(),
      worldFromHead,
      head: new Vector3().setFromMatrixPosition(worldFromHead),
      hands: this.hands,
      main: isLeft ? left : right,
      other: isLeft ? right : left,
    };
    for (const { part } of this.live) part.update?.(moment);
    // what is drawn now is seen from where the head is now
    xr.updateCamera(this.camera);
  }

  private place(): void {
    const { provisional } = this;
    if (!provisional || !this.app.store.world.value) return;
    const { isWhole } = this.app.world;
    const head = new Vector3().setFromMatrixPosition(this.headInRoom);
    if (provisional !== 'nowhere') {
      // who has gone somewhere meanwhile, or has waited for long, is not moved any more
      const isLate = performance.now() - this.placedMs > PLACES_AGAIN_MS;
      const hasGone = provisional !== this.standing || head.distanceTo(this.placedHead) > STEP_M;
      if (isLate || hasGone) {
        this.provisional = undefined;
        return;
      }
      if (!isWhole) return;
    } else {
      this.placedMs = performance.now();
      this.placedHead.copy(head);
    }
    this.home();
    this.provisional = isWhole ? undefined : this.standing;
  }

  private stand(standing: Standing): void {
    this.standing = standing;
    applyStanding(this.rig, standing);
    const sceneFromWorldMatrix = this.app.viewer.root.matrixWorld;
    this.worldFromRoom.copy(sceneFromWorldMatrix).invert().multiply(matrixOf(standing));
  }
}
