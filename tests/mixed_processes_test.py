# SPDX-FileCopyrightText: The Tandem contributors
# SPDX-License-Identifier: Apache-2.0
"""Virtual things in the pictures of real cameras, with every part a process: the camera above a filmed robot, and a robot's own."""
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import unittest

from ros_network import ENVIRONMENT

TANDEM = sys.argv.pop(1)
PATIENCE = 90  # seconds; a machine that builds at the same time is slow
os.environ.update(ENVIRONMENT)
QUIET = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
THINGS = """spawn:
  box: {area: {x: 1, y: 0, size_x_m: 0.52, size_y_m: 0.52}, object: {shape: box, size_m: [0.5, 0.5, 0.5], mass_kg: 50, color: '#ffffff'}}
"""
ROOM = """name: room
world: {generate: arena, size_x_m: 8, size_y_m: 8, wall_height_m: 0}
tracking: {area: {size_x_m: 4, size_y_m: 3}}
robots: [{name: emaros, model: emaros, pose: {x: -0.5}%s}]
projection: {area: {size_x_m: 4, size_y_m: 3}, width_px: 640, height_px: 480}
overhead_camera: {width_px: 960, height_px: 600, marker_size_m: 0.25, noise: 1%s}
"""
LIVE = ", projection: {live: true}"
OWN_CAMERA = ", sensors: {camera_front: {reality: mixed, width_px: 32, height_px: 24, fov_deg: 90, noise: 0}}"
GREY = 60
GREY_PICTURE = "{header: auto, height: 24, width: 32, encoding: mono8, step: 32, data: [" + ", ".join([str(GREY)] * (32 * 24)) + "]}"


def picture_on(topic, is_right, patience=PATIENCE):
    """The first picture of a topic that is right, or None."""
    echo = subprocess.Popen([TANDEM, "topic", "echo", topic, "--json", "--full-length"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                            stderr=subprocess.DEVNULL, text=True)
    watchdog = threading.Timer(patience, echo.kill)
    watchdog.start()
    try:
        for line in echo.stdout:
            picture = json.loads(line)
            if is_right(picture):
                return picture
        return None
    finally:
        watchdog.cancel()
        echo.kill()
        echo.wait()
        echo.stdout.close()


class Run:
    def __init__(self, scenario, *arguments):
        self.folder = tempfile.TemporaryDirectory()
        file = os.path.join(self.folder.name, "room.yaml")
        with open(file, "w", encoding="utf-8") as out:
            out.write(scenario)
        self.processes = [subprocess.Popen([TANDEM, "run", file, "--headless", "--no-web", "--mode", "twin", *arguments], **QUIET)]

    def start(self, *arguments):
        self.processes.append(subprocess.Popen([TANDEM, *arguments], **QUIET))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.processes[0].send_signal(signal.SIGINT)
        for process in self.processes[1:]:
            process.kill()
        for process in self.processes:
            process.wait(timeout=PATIENCE)
        self.folder.cleanup()


def mean_around(picture, column, row, reach=6):
    """Of a grey picture, around a pixel."""
    data, width = picture["data"], picture["width"]
    values = [data[y * width + x] for y in range(row - reach, row + reach) for x in range(column - reach, column + reach)]
    return sum(values) / len(values)


class MixedProcesses(unittest.TestCase):
    # the camera is some 2.7 m up and 462 pixels are 45 degrees: x = 1 is 650 on the floor and 685 on top of the box; nothing is at x = -1

    def test_the_camera_above_sees_virtual_things(self):
        with Run(ROOM % ("", "") + THINGS, "--through-pixels"):
            mixed = picture_on("/overhead/mixed/image_raw", lambda picture: mean_around(picture, 680, 300) > 1.3 * mean_around(picture, 280, 300))
            self.assertIsNotNone(mixed, "the box never came into a picture")
            self.assertEqual((mixed["width"], mixed["height"], mixed["encoding"]), (960, 600, "mono8"))
            # and in the camera's own it is not
            own = picture_on("/overhead/image_raw", lambda picture: True)
            self.assertLess(mean_around(own, 680, 300), 1.2 * mean_around(own, 280, 300))

    def test_what_a_projector_would_show_lights_the_floor_below_the_camera(self):
        with Run(ROOM % ("", LIVE) + THINGS, "--through-pixels"):
            lit = picture_on("/overhead/image_raw", lambda picture: mean_around(picture, 650, 300) > 1.2 * mean_around(picture, 310, 300))
            self.assertIsNotNone(lit, "the floor was never lit")

    def test_a_robots_own_camera_sees_virtual_things(self):
        with Run(ROOM % (OWN_CAMERA, "") + THINGS) as run:
            with open(os.path.join(run.folder.name, "grey.yaml"), "w", encoding="utf-8") as out:
                out.write(GREY_PICTURE)
            run.start("topic", "pub", "--rate", "10", "/emaros/hardware/camera_front/image_raw", "sensor_msgs/msg/Image", "--yaml-file",
                      out.name)
            mixed = picture_on("/emaros/mixed/camera_front/image_raw",
                               lambda picture: any(value != GREY for value in picture["data"]))
            self.assertIsNotNone(mixed, "nothing was ever drawn")
            self.assertEqual((mixed["width"], mixed["height"], mixed["encoding"]), (32, 24, "mono8"))
            # the box is straight ahead, and nothing is up there beside it
            self.assertNotEqual(mixed["data"][11 * 32 + 16], GREY)
            self.assertEqual(mixed["data"][0], GREY)
            self.assertEqual(run.processes[0].poll(), None)


if __name__ == "__main__":
    unittest.main(verbosity=2)
