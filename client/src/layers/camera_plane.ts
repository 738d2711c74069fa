// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import {
  type BufferAttribute, type BufferGeometry, CanvasTexture, Group, Matrix4, Mesh,
  MeshBasicMaterial, PlaneGeometry, SRGBColorSpace, Vector3,
} from 'three';
import type { App } from '../app';
import type { Lens, Robot, Source } from '../protocol/messages';
import { worldFromCamera } from '../view/camera_place';
import { isStraight, rayOf } from '../view/lens';
import { type ImageChoice, imageChoices } from '../panels/image_choice';
import { Keyed } from './keyed';
import type { Layer } from './layer';

/** How far in front of its camera a picture stands, in robots' radii. */
const DISTANCE = 4;

/** Of a surface's side, where a lens bends. */
const PIECES = 24;
/** What a lens sees farther to the side stands too far away: tangent of 80°. */
const FARTHEST = 5.67;

/**
 * Where in the optical frame the pixels of a picture are seen at a distance: a rectangle, or as
 * the lens bends it.
 */
export function pictureSurface(lens: Lens, distance: number): BufferGeometry {
  const pieces = isStraight(lens) ? 1 : PIECES;
  const geometry = new PlaneGeometry(1, 1, pieces, pieces);
  const { position, uv } = geometry.attributes as Record<string, BufferAttribute>;
  const isSeen: boolean[] = [];
  for (let i = 0; i < position!.count; ++i) {
    const ray = rayOf(lens, uv!.getX(i) * lens.width - 0.5, (1 - uv!.getY(i)) * lens.height - 0.5);
    isSeen.push(ray !== undefined && Math.hypot(...ray) < FARTHEST);
    const [x, y] = ray ?? [0, 0];
    position!.setXYZ(i, x * distance, y * distance, distance);
  }
  const corners = [...geometry.index!.array];
  geometry.setIndex(corners.filter((_, i) =>
    corners.slice(i - (i % 3), i - (i % 3) + 3).every((corner) => isSeen[corner])));
  geometry.computeBoundingSphere();
  return geometry;
}

/**
 * One picture a robot: the first of those that somebody chose to look at, as that of the real
 * camera, or else the first of its cameras. Those of no robot, as of a camera above the floor, if
 * somebody chose them.
 */
export function pictureOfEach(
  sources: readonly Source[], chosen: readonly string[],
): Map<string, string> {
  const pictures = sources.filter(({ kind }) => kind === 'image');
  const wanted = chosen.flatMap((source) => pictures.filter(({ name }) => name === source));
  const found = new Map<string, string>();
  for (const { robot, name } of [...wanted, ...pictures.filter(({ robot: owner }) => owner)])
    if (!found.has(robot || name)) found.set(robot || name, name);
  return found;
}

// a plane's x is the robot's right, its y up; it looks back
const BEHIND = [new Vector3(0, -1, 0), new Vector3(0, 0, 1), new Vector3(-1, 0, 0)] as const;

/** Where the picture of a robot's camera is that is so wide by so high, if not where it looks. */
export type PlacePicture =
  (app: App, robot: Robot, worldFromRobot: Matrix4, width: number, height: number) => Matrix4;

// upright behind the robot, seen from behind
const behind: PlacePicture = (_, { radius_m }, worldFromRobot, width, height) =>
  worldFromRobot.clone()
    .multiply(new Matrix4().makeTranslation(-2.5 * radius_m, 0, height / 2 + 0.5 * radius_m))
    .multiply(new Matrix4().makeBasis(...BEHIND))
    .multiply(new Matrix4().makeScale(width, height, 1));

/** A camera's picture in the world: where the camera looks, or behind the robot if nobody knows. */
class ImagePlane {
  readonly mesh: Mesh<BufferGeometry, MeshBasicMaterial>;
  private shape = 'flat';
  private readonly canvas = document.createElement('canvas');
  private readonly endWatch: () => void;
  private readonly matrix = new Matrix4();

  constructor(
    private readonly app: App, private readonly source: Source,
    private readonly onFloor: PlacePicture | undefined,
  ) {
    const material = new MeshBasicMaterial({ toneMapped: false, side: 2, fog: false });
    this.mesh = new Mesh(new PlaneGeometry(1, 1), material);
    this.mesh.matrixAutoUpdate = false;
    this.mesh.visible = false;
    this.mesh.raycast = () => {};
    this.endWatch = app.images.watch(source.name, (picture) => this.show(picture));
  }

  update(): void {
    if (!this.mesh.material.map) return;
    this.mesh.visible = this.place();
    this.mesh.matrixWorldNeedsUpdate = true;
  }

  dispose(): void {
    this.endWatch();
    this.mesh.removeFromParent();
    this.mesh.geometry.dispose();
    this.mesh.material.map?.dispose();
    this.mesh.material.dispose();
  }

  private show(picture: ImageBitmap): void {
    const { canvas, mesh: { material } } = this;
    if (!material.map || canvas.width !== picture.width || canvas.height !== picture.height) {
      canvas.width = picture.width;
      canvas.height = picture.height;
      material.map?.dispose();
      material.map = new CanvasTexture(canvas);
      material.map.colorSpace = SRGBColorSpace;
      material.needsUpdate = true;
    }
    canvas.getContext('2d')!.drawImage(picture, 0, 0);
    material.map.needsUpdate = true;
    this.app.viewer.invalidate();
  }

  private setShape(name: string, make: () => BufferGeometry): void {
    if (name === this.shape) return;
    this.shape = name;
    this.mesh.geometry.dispose();
    this.mesh.geometry = make();
  }

  private place(): boolean {
    const { store, world } = this.app;
    const camera =
      this.onFloor ? undefined : store.watching(this.source.name)?.camera;
    const robot = store.entities.robot(this.source.robot);
    const radius = robot?.radius_m ?? 0.2;
    if (camera) {
      const distance = DISTANCE * radius;
      this.setShape(JSON.stringify([camera.lens, distance]),
        () => pictureSurface(camera.lens, distance));
      return worldFromCamera(this.app, camera, this.mesh.matrix) !== undefined;
    }
    this.setShape('flat', () => new PlaneGeometry(1, 1));
    if (!robot || !world.robotMatrix(robot.name, this.matrix)) return false;
    const width = 4 * radius;
    const height = (width * this.canvas.height) / this.canvas.width;
    const place = this.onFloor ?? behind;
    this.mesh.matrix.copy(place(this.app, robot, this.matrix, width, height));
    return true;
  }
}

/** The pictures of robots' cameras where cameras look, or all of them where that says. */
export const cameraPlanes = (onFloor?: PlacePicture): Layer => ({
  name: 'camera plane',
  title: 'Camera plane',
  isOnByDefault: false,
  key: 'm',
  create(app) {
    const root = new Group();
    let isOn = false;
    const planes = new Keyed((name) => {
      const source = app.store.sources.value.find((s) => s.name === name)!;
      const plane = new ImagePlane(app, source, onFloor);
      root.add(plane.mesh);
      return plane;
    }, (plane) => plane.dispose());

    // in the panel of cameras
    const chosen = app.settings.item<ImageChoice[]>('images', []);
    function update(): void {
      const names = imageChoices(chosen.value).map(({ source }) => source);
      const shown = pictureOfEach(isOn ? app.store.sources.value : [], names);
      planes.keep(shown.values());
      for (const name of shown.values()) planes.get(name);
    }

    app.store.sources.onChange(update);
    chosen.onChange(update);
    return {
      root,
      update() {
        for (const { name } of app.store.sources.value) planes.find(name)?.update();
      },
      shown(on) {
        isOn = on;
        update();
      },
    };
  },
});

export const cameraPlane = cameraPlanes();
