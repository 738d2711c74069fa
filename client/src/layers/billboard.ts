// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import {
  CanvasTexture, Group, Matrix4, OrthographicCamera, Sprite, SpriteMaterial, SRGBColorSpace,
  Vector3,
} from 'three';
import type { BoardEntry, Vec2 } from '../protocol/messages';
import { positionOf } from '../view/frames';
import { Keyed } from './keyed';
import type { Layer } from './layer';
import { pictureHeightAt } from './screen_size';

const WIDTH = 320;
const LINE = 30;
const PAD = 14;
const LEVEL_COLORS = { ok: '#e8edf4', warning: '#ffc857', error: '#ff8178' };
/** A board is as high as its robot is wide, while its lines can be read and do not hide much. */
const LEAST_SHARE_PER_LINE = 0.021;
const MOST_SHARE_PER_LINE = 0.035;

/** What of a line's height letters have above their foot, of a font of 19 pixels. */
export const LETTER_SHARE = (0.7 * 19) / LINE;

/** How high a board of so many lines is, where the picture is that high, in metres. */
export function boardHeight(lines: number, radiusM: number, pictureM: number): number {
  const wanted = Math.max(2 * radiusM, LEAST_SHARE_PER_LINE * lines * pictureM);
  return Math.min(wanted, MOST_SHARE_PER_LINE * lines * pictureM);
}

/** Draws a name and what the board says about it. */
export function drawBoard(canvas: HTMLCanvasElement, name: string, entries: BoardEntry[]): void {
  canvas.width = WIDTH;
  canvas.height = 2 * PAD + LINE * (entries.length + 1);
  const context = canvas.getContext('2d')!;
  context.fillStyle = 'rgba(18, 24, 32, 0.86)';
  context.beginPath();
  context.roundRect(0, 0, canvas.width, canvas.height, 12);
  context.fill();
  context.textBaseline = 'middle';
  const row = (i: number) => PAD + LINE * (i + 0.5);
  context.font = '600 20px system-ui, sans-serif';
  context.fillStyle = '#ffffff';
  context.fillText(name, PAD, row(0), WIDTH - 2 * PAD);
  context.font = '19px system-ui, sans-serif';
  entries.forEach((entry, i) => {
    context.textAlign = 'left';
    context.fillStyle = '#9fb0c3';
    context.fillText(entry.label, PAD, row(i + 1), WIDTH / 2 - PAD);
    context.textAlign = 'right';
    context.fillStyle = entry.problem ? LEVEL_COLORS.error : LEVEL_COLORS[entry.level];
    const text = entry.problem || `${entry.text} ${entry.unit}`.trim();
    context.fillText(text, WIDTH - PAD, row(i + 1), WIDTH / 2 - PAD);
  });
}

/**
 * Where on a board the robot is that it is about, in shares of its size. From straight above the
 * board is beside the robot, not on it: above it in the picture, or below it where that would be
 * cut, and aside as far as the picture's edge demands.
 */
export function centerFromAbove(
  camera: OrthographicCamera, robot: Vector3, width: number, height: number, gap: number,
): Vec2 {
  const { x, y } = robot.clone().applyMatrix4(camera.matrixWorldInverse);
  const isCut = y + gap + height > camera.top / camera.zoom;
  const most = camera.right / camera.zoom - width / 2;
  const least = camera.left / camera.zoom + width / 2;
  const middle = Math.max(Math.min(x, most), least);
  return [0.5 - (middle - x) / width, isCut ? 1 + gap / height : -gap / height];
}

class Billboard {
  readonly sprite: Sprite;
  private readonly canvas = document.createElement('canvas');
  private drawn = '';

  constructor(private readonly name: string) {
    const material = new SpriteMaterial({ depthTest: false, toneMapped: false, fog: false });
    this.sprite = new Sprite(material);
    this.sprite.center.set(0.5, 0);
    this.sprite.renderOrder = 100;
    this.sprite.raycast = () => {};
  }

  get lines(): number {
    return this.canvas.height / LINE;
  }

  show(entries: BoardEntry[]): void {
    const content = JSON.stringify(entries);
    if (content === this.drawn) return;
    this.drawn = content;
    drawBoard(this.canvas, this.name, entries);
    this.sprite.material.map?.dispose();
    const texture = new CanvasTexture(this.canvas);
    texture.colorSpace = SRGBColorSpace;
    this.sprite.material.map = texture;
    this.sprite.material.needsUpdate = true;
  }

  setHeight(height: number): void {
    this.sprite.scale.set((height * this.canvas.width) / this.canvas.height, height, 1);
  }

  dispose(): void {
    this.sprite.removeFromParent();
    this.sprite.material.map?.dispose();
    this.sprite.material.dispose();
  }
}

/** Telemetry above each robot that has any: what the scenario observes. */
export const billboard: Layer = {
  name: 'billboard',
  title: 'Billboard',
  isOnByDefault: true,
  key: 'i',
  create(app) {
    const root = new Group();
    const boards = new Keyed((name) => {
      const board = new Billboard(name);
      root.add(board.sprite);
      return board;
    }, (board) => board.dispose());
    const entriesOf = (robot: string) =>
      app.store.board.value.filter((entry) => entry.robot === robot);

    function rebuild(): void {
      const names = app.store.entities.robots.map(({ name }) => name);
      const shown = names.filter((name) => entriesOf(name).length > 0);
      for (const name of shown) boards.get(name).show(entriesOf(name));
      boards.keep(shown);
      app.viewer.invalidate();
    }

    app.store.board.onChange(rebuild);
    app.store.entities.changed.on(rebuild);
    const matrix = new Matrix4();
    const inScene = new Vector3();
    return {
      root,
      update({ camera }) {
        for (const { name, radius_m } of app.store.entities.robots) {
          const board = boards.find(name);
          if (!board) continue;
          board.sprite.visible = app.world.robotMatrix(name, matrix) !== undefined;
          if (!board.sprite.visible) continue;
          board.sprite.position.copy(positionOf(matrix));
          board.sprite.position.z += 2.6 * radius_m;
          inScene.copy(board.sprite.position).applyMatrix4(app.viewer.root.matrixWorld);
          const picture = pictureHeightAt(camera, inScene);
          board.setHeight(boardHeight(board.lines, radius_m, picture));
          const { center, scale } = board.sprite;
          if (camera instanceof OrthographicCamera)
            center.set(...centerFromAbove(camera, inScene, scale.x, scale.y, 1.4 * radius_m));
          else center.set(0.5, 0);
        }
      },
    };
  },
};
