// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { Vector3 } from 'three';
import type { CameraMode } from '../camera_mode';
import { makePerspective, overview, resizePerspective } from './perspective';

/** A camera on the wall: stays where it is whatever one drags. */
function corner(id: string, title: string, direction: Vector3, key?: string): CameraMode {
  return {
    id,
    title,
    key,
    create(app) {
      const camera = makePerspective();
      const { eye, target } = overview(app, direction);
      camera.position.copy(eye);
      camera.lookAt(target);
      camera.userData.lookedAt = target;
      return {
        camera,
        lookedAt: target,
        update: () => false,
        resize: (width, height) => resizePerspective(camera, width, height),
        setPointer: () => {},
        dispose: () => {},
      };
    },
  };
}

export const corners: CameraMode[] = [
  corner('south_west', 'Fixed: south-west', new Vector3(-1, -1, 1.3), '5'),
  corner('south_east', 'Fixed: south-east', new Vector3(1, -1, 1.3), '6'),
  corner('north_east', 'Fixed: north-east', new Vector3(1, 1, 1.3), '7'),
  corner('north_west', 'Fixed: north-west', new Vector3(-1, 1, 1.3), '8'),
];
