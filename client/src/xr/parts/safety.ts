// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import {
  BufferGeometry,
  CylinderGeometry,
  DoubleSide,
  Float32BufferAttribute,
  Group,
  Mesh,
  MeshBasicMaterial,
  RingGeometry,
  Vector3,
} from 'three';
import { ABOVE_FLOOR_M } from '../../layers/marks';
import { Keyed } from '../../layers/keyed';
import type { App } from '../../app';
import type { Area, RobotStatus, Vec2 } from '../../protocol/messages';
import { cornersOf } from '../../world/area';
import { onTrackedAreas } from '../../world/tracked_areas';
import { Dangers } from '../dangers';
import { drawText, fillBox, LEVEL_COLORS } from '../surfaces/drawing';
import { Surface } from '../surfaces/surface';
import { realPlaceOf, type RunState, stopStateOf } from '../stop_state';
import type { XrPart } from '../xr_part';
import { Warning } from './warning';

const BAND_M = 0.04;
const CALM = 0x1f8fff;
const POST_M = 1.6;
/** Of a `status`, which comes ten times a second: what it says of a robot is true for so long. */
const FRESH_MS = 1000;

/** Bands on the floor around areas. */
function bandGeometry(areas: readonly Area[], z: number): BufferGeometry {
  const positions = areas.flatMap(([x, y, yaw, width, height]) => {
    const outer = cornersOf([x, y, yaw, width + BAND_M, height + BAND_M]);
    const inner = cornersOf([x, y, yaw, width - BAND_M, height - BAND_M]);
    return [...outer, ...inner].flatMap(([px, py]) => [px, py, z]);
  });
  const indices = areas.flatMap((_, area) =>
    [0, 1, 2, 3].flatMap((corner) => {
      const [i, next] = [8 * area + corner, 8 * area + ((corner + 1) % 4)];
      return [i, next, 4 + next, i, 4 + next, 4 + i];
    }),
  );
  return new BufferGeometry()
    .setAttribute('position', new Float32BufferAttribute(positions, 3))
    .setIndex(indices);
}

/** A real robot: a ring and a post that nothing hides, and a sign with whether it may drive. */
class RobotMark {
  readonly root = new Group();
  readonly sign: Surface;
  private readonly material = new MeshBasicMaterial({
    toneMapped: false,
    fog: false,
    depthTest: false,
    transparent: true,
    opacity: 0.8,
    side: DoubleSide,
  });

  constructor(
    readonly name: string,
    radius: number,
  ) {
    const ring = new Mesh(new RingGeometry(1.25 * radius, 1.4 * radius, 48), this.material);
    const post = new Mesh(
      new CylinderGeometry(0.006, 0.006, POST_M, 6)
        .rotateX(Math.PI / 2)
        .translate(0, 0, POST_M / 2),
      this.material,
    );
    for (const mesh of [ring, post]) {
      mesh.raycast = () => {};
      mesh.renderOrder = 60;
    }
    ring.position.z = ABOVE_FLOOR_M;
    this.root.name = `mark ${name}`;
    this.root.add(ring, post);
    this.sign = new Surface(`robot ${name}`, { widthM: 1, widthPx: 800, heightPx: 130 }, true);
    this.sign.mesh.visible = true;
    this.sign.mesh.renderOrder = 101;
  }

  show(status: RobotStatus, run: RunState, { world }: App, head: Vector3): void {
    const { level, text } = stopStateOf(status, run);
    // of one that is lost, its twin
    const [x, y] = (realPlaceOf(status, run) ?? status.pose) as Vec2;
    const floorM = world.groundAt(x, y);
    this.root.position.set(x, y, floorM);
    this.material.color.set(LEVEL_COLORS[level]);
    const place = new Vector3(x, y, floorM + POST_M + 0.12);
    this.sign.faceFrom(place, head);
    // as large as it can be read from there
    const scale = Math.min(Math.max(place.distanceTo(head) / 2.5, 0.35), 4);
    this.sign.mesh.scale.setScalar(scale);
    this.sign.show(`${level} ${text}`, (context) => {
      fillBox(context, { x: 0, y: 0, width: 800, height: 130 }, LEVEL_COLORS[level], 24);
      drawText(
        context,
        this.name,
        { x: 24, y: 6, width: 752, height: 58 },
        { px: 44, isBold: true },
      );
      drawText(context, text, { x: 24, y: 62, width: 752, height: 60 }, { px: 40 });
      return [];
    });
  }

  dispose(): void {
    this.root.removeFromParent();
    this.sign.dispose();
    this.material.dispose();
    for (const mesh of this.root.children as Mesh[]) mesh.geometry.dispose();
  }
}

/** What is always seen, whatever layers are off: real robots, their stop state, and the border. */
export const safety: XrPart = {
  id: 'safety',
  create(app, root) {
    // nothing hides it
    const border = new Mesh(
      new BufferGeometry(),
      new MeshBasicMaterial({
        color: CALM,
        toneMapped: false,
        fog: false,
        side: DoubleSide,
        depthTest: false,
        transparent: true,
        opacity: 0.75,
      }),
    );
    border.name = 'border';
    border.raycast = () => {};
    border.frustumCulled = false;
    border.renderOrder = 59;
    root.add(border);
    const marks = new Keyed(
      (name: string) => {
        const mark = new RobotMark(name, app.store.entities.robot(name)?.radius_m ?? 0.2);
        root.add(mark.root, mark.sign.mesh);
        return mark;
      },
      (mark) => mark.dispose(),
    );
    const warning = new Warning(root, { id: 'warning', level: 'error', aboveM: 0.16 });
    const dangers = new Dangers();

    let areas: readonly Area[] = [];
    let heardMs = -Infinity;
    const ends = [
      app.store.status.onChange(() => {
        heardMs = performance.now();
      }),
      onTrackedAreas(app.store, (now) => {
        areas = now;
        border.visible = areas.length > 0;
        border.geometry.dispose();
        const floorM = app.store.world.value?.floor_m ?? 0;
        border.geometry = bandGeometry(areas, floorM + ABOVE_FLOOR_M);
      }),
      app.store.world.onChange(() => dangers.forget()),
    ];
    return {
      update({ ms, head, worldFromHead }) {
        const { robots = [], paused: isPaused = false } = app.store.status.value ?? {};
        const isConnected = app.connection.state.value.is === 'live';
        const run: RunState = { isLive: isConnected && ms - heardMs < FRESH_MS, isPaused };
        const twins = robots.filter(({ mode }) => mode === 'twin');
        for (const robot of twins) marks.get(robot.name).show(robot, run, app, head);
        marks.keep(twins.map(({ name }) => name));
        const lab = app.xr.headInLaboratory;
        const { words, isOutside } = dangers.look({
          areas,
          person: lab ? [lab.x, lab.y] : [head.x, head.y],
          robots: twins.map((robot) => ({
            name: robot.name,
            place: realPlaceOf(robot, run),
            // who walks on their own feet sees robots where they are, but not what moves paused
            isSeen: (!lab || app.xr.isWhereRoomIs) && robot.paused !== true,
            inside: robot.inside,
          })),
        });
        warning.show(words, worldFromHead, head);
        border.material.color.set(isOutside ? LEVEL_COLORS.error : CALM);
      },
      dispose() {
        for (const end of ends) end();
        marks.keep([]);
        warning.dispose();
        border.geometry.dispose();
        border.material.dispose();
      },
    };
  },
};
