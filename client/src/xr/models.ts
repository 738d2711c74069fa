// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import {
  type BufferGeometry,
  Color,
  CylinderGeometry,
  Float32BufferAttribute,
  SphereGeometry,
  TorusGeometry,
} from 'three';
import { mergeGeometries } from 'three/examples/jsm/utils/BufferGeometryUtils.js';

function colored(geometry: BufferGeometry, hex: number): BufferGeometry {
  const color = new Color(hex);
  const count = geometry.getAttribute('position').count;
  const colors = Array.from({ length: count }, () => [color.r, color.g, color.b]).flat();
  return geometry.setAttribute('color', new Float32BufferAttribute(colors, 3));
}

/**
 * A controller as people hold it, in its grip's frame (its front is -z): a handle, a face with
 * stick and buttons, a trigger. One mesh of our own for all headsets; nothing is fetched for it.
 */
export function controllerGeometry(): BufferGeometry {
  const handle = new CylinderGeometry(0.014, 0.017, 0.1, 12)
    .rotateX(Math.PI / 2 - 0.25)
    .translate(0, -0.012, 0.025);
  const face = new CylinderGeometry(0.026, 0.022, 0.02, 20)
    .rotateX(-0.3)
    .translate(0, 0.014, -0.045);
  const ring = new TorusGeometry(0.03, 0.004, 6, 24)
    .rotateX(Math.PI / 2 - 0.3)
    .translate(0, 0.012, -0.045);
  const stick = new CylinderGeometry(0.007, 0.006, 0.012, 10).translate(0, 0.029, -0.05);
  const button = new SphereGeometry(0.005, 8, 6).translate(0.012, 0.024, -0.036);
  const trigger = new SphereGeometry(0.01, 10, 8).scale(0.8, 1.5, 0.8).translate(0, -0.008, -0.052);
  return mergeGeometries([
    colored(handle, 0x3a4654),
    colored(face, 0x222b35),
    colored(ring, 0xdfe7ef),
    colored(stick, 0xdfe7ef),
    colored(button, 0x1f8fff),
    colored(trigger, 0xdfe7ef),
  ])!;
}

/** A head with goggles, which looks along -z. */
export function headGeometry(): BufferGeometry {
  const head = new SphereGeometry(0.105, 20, 14).scale(0.85, 1.1, 1).translate(0, -0.02, 0.07);
  const goggles = new CylinderGeometry(0.075, 0.075, 0.05, 20)
    .rotateX(Math.PI / 2)
    .scale(1.15, 0.7, 1)
    .translate(0, 0.005, -0.02);
  return mergeGeometries([colored(head, 0xffffff), colored(goggles, 0x2a333d)])!;
}

export function handGeometry(): BufferGeometry {
  return colored(new SphereGeometry(0.04, 12, 10).scale(0.7, 0.9, 1.3), 0xffffff);
}
