// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import {
  CanvasTexture,
  Group,
  Mesh,
  MeshBasicMaterial,
  PlaneGeometry,
  SRGBColorSpace,
} from 'three';
import type { App } from '../../app';
import { ACCENT, drawText, fillBox } from '../surfaces/drawing';
import { type Spot, Surface } from '../surfaces/surface';
import type { XrPart } from '../xr_part';

const WIDTH_M = 2.6;
const BOTTOM_M = 1.1;
const [BAR_W, BAR_H] = [1040, 90];

/** Nobody looks at it: no picture is asked for, and none is made. */
export const isMonitorOff = (app: App) => app.settings.item('xr.monitor_off', false);

/** The next one after what is shown now, or the one before. */
export function neighbour(names: readonly string[], now: string, by: 1 | -1): string | undefined {
  if (names.length === 0) return undefined;
  const at = names.indexOf(now);
  if (at < 0) return names[0];
  return names[(at + by + names.length) % names.length];
}

/** A large screen behind the floor with any picture that there is, and keys to switch it. */
export const monitor: XrPart = {
  id: 'monitor',
  create(app, root) {
    const stand = new Group();
    const canvas = document.createElement('canvas');
    canvas.width = 16;
    canvas.height = 9;
    const material = new MeshBasicMaterial({ toneMapped: false, fog: false, color: 0x1a222c });
    const screen = new Mesh(new PlaneGeometry(1, 1), material);
    screen.name = 'screen';
    screen.raycast = () => {};
    const bar = new Surface('monitor', { widthM: WIDTH_M, widthPx: BAR_W, heightPx: BAR_H });
    stand.add(screen);
    root.add(stand, bar.mesh);
    const chosen = app.settings.item('xr.monitor', '');
    const isOff = isMonitorOff(app);
    let watched: string | undefined;
    let endWatch: (() => void) | undefined;

    const names = () =>
      app.store.sources.value.filter(({ kind }) => kind === 'image').map(({ name }) => name);
    const shownName = () => (names().includes(chosen.value) ? chosen.value : names()[0]);

    function setSize(): void {
      const height = (WIDTH_M * canvas.height) / canvas.width;
      screen.scale.set(WIDTH_M, height, 1);
      screen.position.z = height / 2;
    }

    function show(picture: ImageBitmap): void {
      if (!material.map || canvas.width !== picture.width || canvas.height !== picture.height) {
        canvas.width = picture.width;
        canvas.height = picture.height;
        material.map?.dispose();
        material.map = new CanvasTexture(canvas);
        material.map.colorSpace = SRGBColorSpace;
        material.color.set(0xffffff);
        material.needsUpdate = true;
        setSize();
      }
      canvas.getContext('2d')!.drawImage(picture, 0, 0);
      material.map.needsUpdate = true;
    }

    function watch(): void {
      const name = isOff.value ? undefined : shownName();
      root.visible = !isOff.value;
      if (name === watched) return;
      endWatch?.();
      watched = name;
      material.map?.dispose();
      material.map = null;
      material.color.set(0x1a222c);
      material.needsUpdate = true;
      endWatch = name === undefined ? undefined : app.images.watch(name, show);
    }

    const turnTo = (by: 1 | -1) => {
      const next = neighbour(names(), shownName() ?? '', by);
      if (next !== undefined) chosen.set(next);
    };

    function place(): void {
      const { monitor: at, start, turn, isNarrow } = app.xr.plan;
      const ground = app.world.groundAt(at.x, at.y);
      // 25° of what one sees from the start, but large where there is room
      const scale = Math.max(isNarrow ? 0.3 : 1, (0.44 * at.distanceTo(start)) / WIDTH_M);
      stand.scale.setScalar(scale);
      bar.mesh.scale.setScalar(scale);
      stand.position.set(at.x, at.y, ground + BOTTOM_M);
      // upright, and looking back at the start
      stand.rotation.set(0, 0, turn);
      screen.rotation.set(Math.PI / 2, 0, 0);
      bar.mesh.position.set(at.x + 0.02 * Math.sin(turn), at.y - 0.02 * Math.cos(turn),
        ground + BOTTOM_M - 0.16 * scale);
      bar.mesh.rotation.set(Math.PI / 2, 0, turn, 'ZYX');
      bar.mesh.updateMatrix();
    }

    setSize();
    place();
    const ends = [app.store.sources, chosen, isOff].map((each) => each.onChange(watch));
    watch();
    return {
      update({ hands }) {
        bar.mesh.visible = !isOff.value;
        if (isOff.value) return;
        const name = shownName() ?? 'Nobody has a picture here.';
        bar.show(name, (context, hovered) => {
          fillBox(
            context,
            { x: 0, y: 0, width: BAR_W, height: BAR_H },
            'rgba(16, 24, 34, 0.94)',
            20,
          );
          const spots: Spot[] = [
            { id: 'before', x: 8, y: 8, width: 130, height: BAR_H - 16, press: () => turnTo(-1) },
            {
              id: 'next',
              x: BAR_W - 138,
              y: 8,
              width: 130,
              height: BAR_H - 16,
              press: () => turnTo(1),
            },
          ];
          for (const spot of spots) {
            fillBox(context, spot, hovered === spot.id ? ACCENT : '#27384b');
            drawText(context, spot.id === 'next' ? '›' : '‹', spot, { px: 60, align: 'center' });
          }
          drawText(
            context,
            name,
            { x: 150, y: 0, width: BAR_W - 300, height: BAR_H },
            { px: 42, align: 'center' },
          );
          return spots;
        });
        bar.handle(hands);
      },
      moved: place,
      dispose() {
        for (const end of ends) end();
        endWatch?.();
        bar.dispose();
        screen.geometry.dispose();
        material.map?.dispose();
        material.dispose();
      },
    };
  },
};
