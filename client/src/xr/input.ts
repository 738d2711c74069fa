// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { Matrix4 } from 'three';
import { RAY_COLOR, type XrHand } from './hand';

// of the layout 'xr-standard': trigger, squeeze, touchpad, thumbstick, then two more
const [LOWER, UPPER] = [4, 5];
const PRESSED = 0.5;

/** Of WebXR's Hand Input, which not all headsets have. */
interface JointFrame extends XRFrame {
  fillPoses?(spaces: Iterable<XRSpace>, base: XRSpace, into: Float32Array): boolean;
  fillJointRadii?(joints: Iterable<XRSpace>, into: Float32Array): boolean;
}

/** Reads what a session says of hands, controllers and their buttons. */
export class XrInput {
  private readonly selecting = new Set<XRInputSource>();
  private readonly squeezing = new Set<XRInputSource>();
  private readonly matrix = new Matrix4();
  private joints = new Map<
    XRHand,
    { spaces: XRSpace[]; matrices: Float32Array; radii: Float32Array }
  >();

  /** `worldFromRoom` is where the room stands in the world now. */
  constructor(
    private readonly session: XRSession,
    private readonly hands: readonly XrHand[],
    private readonly worldFromRoom: () => Matrix4,
  ) {
    // pinches and triggers alike, whatever a device calls its buttons
    session.addEventListener('selectstart', ({ inputSource }) => this.selecting.add(inputSource));
    session.addEventListener('selectend', ({ inputSource }) => this.selecting.delete(inputSource));
    session.addEventListener('squeezestart', ({ inputSource }) => this.squeezing.add(inputSource));
    session.addEventListener('squeezeend', ({ inputSource }) => this.squeezing.delete(inputSource));
  }

  read(frame: XRFrame, room: XRReferenceSpace): void {
    const isAttended = this.session.visibilityState === 'visible';
    for (const hand of this.hands) {
      const source = [...this.session.inputSources].find(
        ({ handedness, targetRayMode }) =>
          handedness === hand.side && targetRayMode === 'tracked-pointer',
      );
      hand.target = hand.reach = undefined;
      hand.color = RAY_COLOR;
      const isThere = source !== undefined && this.place(hand, source, frame, room);
      if (isThere && isAttended) this.readButtons(hand, source!);
      else release(hand);
      hand.isThere = isThere;
      if (!hand.trigger.isDown && !hand.trigger.wentUp && !hand.grip.isDown && !hand.grip.wentUp)
        hand.owner = undefined;
    }
  }

  private place(
    hand: XrHand,
    source: XRInputSource,
    frame: XRFrame,
    room: XRReferenceSpace,
  ): boolean {
    const aim = frame.getPose(source.targetRaySpace, room);
    if (!aim) return false;
    const grip = (source.gripSpace && frame.getPose(source.gripSpace, room)) ?? aim;
    hand.worldFromAim.multiplyMatrices(
      this.worldFromRoom(),
      this.matrix.fromArray(aim.transform.matrix),
    );
    hand.worldFromGrip.multiplyMatrices(
      this.worldFromRoom(),
      this.matrix.fromArray(grip.transform.matrix),
    );
    hand.ray.origin.setFromMatrixPosition(hand.worldFromAim);
    hand.ray.direction.set(0, 0, -1).transformDirection(hand.worldFromAim);
    hand.isBare = Boolean(source.hand);
    hand.profiles = source.profiles;
    hand.joints = source.hand ? this.readJoints(source.hand, frame, room) : undefined;
    return true;
  }

  private readJoints(hand: XRHand, frame: XRFrame, room: XRReferenceSpace): XrHand['joints'] {
    let known = this.joints.get(hand);
    if (!known) {
      const spaces = [...hand.values()] as unknown as XRSpace[];
      known = {
        spaces,
        matrices: new Float32Array(16 * spaces.length),
        radii: new Float32Array(spaces.length),
      };
      this.joints.set(hand, known);
    }
    const { spaces, matrices, radii } = known;
    const jointFrame = frame as JointFrame;
    if (!jointFrame.fillPoses?.(spaces, room, matrices)) return undefined;
    jointFrame.fillJointRadii?.(spaces, radii);
    const worldFromRoom = this.worldFromRoom();
    for (let i = 0; i < spaces.length; ++i)
      this.matrix
        .fromArray(matrices, 16 * i)
        .premultiply(worldFromRoom)
        .toArray(matrices, 16 * i);
    return { worldFromJoint: matrices, radii, count: spaces.length };
  }

  private readButtons(hand: XrHand, source: XRInputSource): void {
    const pad = source.gamepad;
    const isPressed = (i: number) => (pad?.buttons[i]?.value ?? 0) > PRESSED;
    hand.trigger.set(this.selecting.has(source));
    hand.grip.set(this.squeezing.has(source));
    hand.lower.set(!hand.isBare && isPressed(LOWER));
    hand.upper.set(!hand.isBare && isPressed(UPPER));
    // axes of a touchpad come first
    hand.stick = { x: pad?.axes[2] ?? 0, y: -(pad?.axes[3] ?? 0) };
  }
}

/** Somebody who looks elsewhere, as into the headset's own menu, holds nothing any more. */
export function release(hand: XrHand): void {
  for (const press of [hand.trigger, hand.grip, hand.lower, hand.upper]) press.set(false);
  hand.stick = { x: 0, y: 0 };
}
