// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { type CanvasTexture, Matrix4, type PlaneGeometry, Ray, Vector3 } from 'three';
import { HTMLMesh } from 'three/examples/jsm/interactive/HTMLMesh.js';
import type { XrPart } from '../xr_part';

const BY = 'panel';
/** as large as a page on a desk */
const M_PER_PX = 0.0016;
const TEXTURE_M_PER_PX = 0.001;

/** What is there to click on, at a place of an element. */
function clickableAt(card: Element, x: number, y: number): HTMLElement | undefined {
  const inside = [
    ...card.querySelectorAll<HTMLElement>('button, input, label, select, summary'),
  ].filter((element) => {
    const box = element.getBoundingClientRect();
    return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
  });
  return inside.at(-1);
}

/** A list has no menu here: each click chooses the next. */
function click(element: HTMLElement): void {
  if (!(element instanceof HTMLSelectElement)) return element.click();
  element.selectedIndex = (element.selectedIndex + 1) % Math.max(element.options.length, 1);
  element.dispatchEvent(new Event('change', { bubbles: true }));
}

function sheetOf(card: HTMLElement): HTMLMesh {
  const mesh = new HTMLMesh(card);
  mesh.raycast = () => {};
  mesh.renderOrder = 103;
  mesh.scale.setScalar(M_PER_PX / TEXTURE_M_PER_PX);
  return mesh;
}

/** Of what is drawn, in its own frame. */
function sizeOf(mesh: HTMLMesh): { x: number; y: number } {
  const { width, height } = (mesh.geometry as PlaneGeometry).parameters;
  return { x: width, y: height };
}

/** That the panel has by now. */
function heightNow(mesh: HTMLMesh): number {
  const { map } = mesh.material as unknown as { map: CanvasTexture };
  return (map.image as HTMLCanvasElement).height * TEXTURE_M_PER_PX;
}

/** A panel of the page as it is, beside the person; buttons and switches work by the ray. */
export const pagePanel: XrPart = {
  id: 'panel',
  create(app, root) {
    const chosen = app.settings.item('xr.panel', '');
    let mesh: HTMLMesh | undefined;
    let card: HTMLDetailsElement | undefined;
    let shown = '';
    const inverse = new Matrix4();
    const ray = new Ray();

    function close(): void {
      mesh?.removeFromParent();
      mesh?.dispose();
      mesh = card = undefined;
      shown = '';
    }

    function open(id: string, head: Vector3, worldFromHead: Matrix4): void {
      close();
      shown = id;
      const found = document.getElementById(`panel-${id}`);
      if (!(found instanceof HTMLDetailsElement)) return;
      card = found;
      // a column that is closed, as on small screens, has no size
      card.closest('.column')?.classList.remove('is-closed');
      card.closest('.column')?.classList.add('is-open');
      card.open = true;
      mesh = sheetOf(card);
      const side = new Vector3(-0.75, -0.1, -0.9).applyMatrix4(worldFromHead);
      side.z = head.z - 0.15;
      const z = new Vector3().subVectors(head, side).setZ(0).normalize();
      const x = new Vector3(-z.y, z.x, 0);
      mesh.quaternion.setFromRotationMatrix(new Matrix4().makeBasis(x, new Vector3(0, 0, 1), z));
      mesh.position.copy(side);
      mesh.updateMatrix();
      root.add(mesh);
    }

    /** Of another size, as when a list has got shorter: its upper edge stays. */
    function refit(before: HTMLMesh, of: HTMLElement): HTMLMesh {
      const { position, quaternion } = before;
      const higherM = (sizeOf(before).y - heightNow(before)) * (before.scale.x / 2);
      before.removeFromParent();
      before.dispose();
      const now = sheetOf(of);
      now.position.copy(position).add(new Vector3(0, 0, higherM));
      now.quaternion.copy(quaternion);
      now.updateMatrix();
      root.add(now);
      return now;
    }

    return {
      update({ head, worldFromHead, hands }) {
        if (chosen.value !== shown) {
          if (chosen.value) open(chosen.value, head, worldFromHead);
          else close();
        }
        if (!mesh || !card) return;
        if (Math.abs(heightNow(mesh) - sizeOf(mesh).y) > TEXTURE_M_PER_PX)
          mesh = refit(mesh, card);
        const size = sizeOf(mesh);
        inverse.copy(mesh.matrix).invert();
        for (const hand of hands) {
          if (!hand.isThere) continue;
          ray.copy(hand.ray).applyMatrix4(inverse);
          const distance = -ray.origin.z / ray.direction.z;
          if (!(distance > 0)) continue;
          const at = ray.at(distance, new Vector3());
          const [u, v] = [at.x / size.x + 0.5, 0.5 - at.y / size.y];
          if (u < 0 || u > 1 || v < 0 || v > 1) continue;
          // the ray is in the sheet's own frame, which is scaled
          hand.aimAt(BY, distance * mesh.scale.x);
          if (!hand.isFor(BY) || !hand.trigger.wentDown) continue;
          hand.owner = BY;
          const box = card.getBoundingClientRect();
          const found = clickableAt(card, box.left + u * box.width, box.top + v * box.height);
          if (found) click(found);
        }
      },
      dispose: close,
    };
  },
};
