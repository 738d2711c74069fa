#!/bin/sh
# SPDX-FileCopyrightText: The Tandem contributors
# SPDX-License-Identifier: Apache-2.0
# Draws the pictures of the pages: every scenario by both renderers, and a few larger ones.
# Usage: tools/pictures.sh [TANDEM]
set -eu
cd "$(dirname "$0")/.."
tandem=${1:-build/tandem}
out=docs/pictures
mkdir -p "$out"

both() {  # SCENARIO ARGUMENTS...
  name=$1
  shift
  for renderer in ray gl; do
    "$tandem" snap "$name" "$@" --size 480x270 --fov 70 --renderer $renderer -o "$out/${name}_$renderer.jpg"
  done
}
both empty --at 1s
both arena --from -3.6,-3.4,2.2 --to 0,0,0 --at 2s
both push --from -1.9,-1.9,1.25 --to -0.25,0.1,0.1 --at 4500ms
both crowd --from -3.4,-3.4,2.2 --to 0,0,0.2 --at 2s
both slope --from -6,-5,3 --to 0,0,1 --at 4s
both office --from -5.2,-3.2,1.5 --to 1,1.2,0.5 --at 2s
both park --from -2,-9,1.6 --to 0,0,1 --at 3s
both lunar --from 3,-3,0.9 --to 0,0,0.1 --at 1s

"$tandem" snap office --from -5.4,-2.9,0.9 --to 0.5,0.6,0.5 --fov 75 --at 3s --size 960x540 --renderer ray -o "$out/office.jpg"
"$tandem" snap crowd --from -3.4,-3.4,2.2 --to 0,0,0.2 --at 4s --set spawn.boxes.count=1500 --size 960x540 --renderer ray -o "$out/crowd.jpg"
"$tandem" snap office --from 0.6,-0.4,1.6 --to 4,-2.4,0.8 --fov 75 --size 480x270 --depth --renderer ray -o "$out/office_depth.jpg"
"$tandem" snap office --from 0.6,-0.4,1.6 --to 4,-2.4,0.8 --fov 75 --size 480x270 --segmentation --renderer ray -o "$out/office_segmentation.png"
"$tandem" snap office --from 0.6,-0.4,1.6 --to 4,-2.4,0.8 --fov 75 --size 480x270 --renderer ray -o "$out/office_glass.jpg"

# a laboratory, its marker, and what is on its floor while the projector is laid onto it
lab=tools/laboratory/laboratory.yaml
"$tandem" snap $lab --from -3.9,-3.5,2.55 --to 0.15,0.15,0.9 --fov 64 --size 960x600 --renderer ray -o "$out/laboratory.jpg"
"$tandem" snap $lab --from -1.45,-1.15,0.75 --to -0.68,-0.5,0.1 --fov 40 --size 640x420 --renderer ray -o "$out/laboratory_marker.jpg"
calibration=$(mktemp --suffix .yaml)
"$tandem" calibrate projector --area 4x3 --size 1280x800 --corners 81,40 1190,22 1262,771 15,790 -o "$calibration"
"$tandem" snap push --camera floor --projector-calibration "$calibration" --grid -o "$out/projector_grid.jpg"
rm "$calibration"

# the floors as a projector shows them
for name in empty arena push crowd slope office park lunar; do
  "$tandem" snap "$name" --camera floor --at 3s --size 800x500 -o "$out/${name}_floor.jpg"
done

# worlds to play in: from above at an angle, as a projector shows them, and as the robot sees them
world() {  # SCENARIO ROBOT/CAMERA ARGUMENTS...
  name=$1
  camera=$2
  shift 2
  "$tandem" snap "$name" "$@" --size 960x540 -o "$out/$name.jpg"
  "$tandem" snap "$name" --camera floor --at 4s --size 640x480 -o "$out/${name}_floor.jpg"
  "$tandem" snap "$name" --camera "$camera" --at 4s -o "$out/${name}_camera.jpg"
}
world pong emaros/camera_rear --from -3.3,-2.6,2.4 --to 0,0,-0.1 --at 4s
world paint emaros/camera_front --from -2.9,-3,2.8 --to 0,-0.15,0 --at 1s
world logistics emaros/camera_front --from -3.2,-3,3 --to 0,-0.1,0 --at 1s
world farm emaros/camera_front --from -3.4,-3.2,3 --to -0.1,-0.15,0 --at 1s
world hazard emaros/camera_front --from -5.5,-4.5,4.8 --to -0.1,-0.75,0 --fov 68 --at 4s
world corridor emaros/camera_front --from -6.9,0.2,1.6 --to 0,0.1,0.7 --fov 75 --at 6s
"$tandem" snap corridor --camera floor --at 4s --size 800x400 -o "$out/corridor_floor.jpg"
"$tandem" snap corridor --camera top --at 6s --size 960x480 -o "$out/corridor_top.jpg"
"$tandem" snap corridor --camera emaros/camera_front --set robots.emaros.pose.x=5.8 -o "$out/corridor_goal.jpg"
