# SPDX-FileCopyrightText: The Tandem contributors
# SPDX-License-Identifier: Apache-2.0
"""Perception as a process of its own beside a run: what a person at a terminal sees of it."""
import re
import signal
import subprocess
import sys
import unittest

from patience import eventually
from ros_network import ENVIRONMENT

TANDEM, PERCEPTION = sys.argv.pop(1), sys.argv.pop(1)
CAMERA = "/emaros/camera_front/image_raw/compressed"


def ask(*arguments):
    """What a command of `tandem` prints."""
    done = subprocess.run([TANDEM, *arguments], env=ENVIRONMENT, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60)
    return done.stdout + done.stderr


def listeners_of(topic):
    return int((re.search(r"Subscription count: (\d+)", ask("topic", "info", topic)) or ["", "-1"])[1])


def select(request):
    return ask("service", "call", "/emaros/perception/select", "tandem_msgs/srv/SelectProcessor", request)


class PerceptionProcess(unittest.TestCase):
    def setUp(self):
        quiet = {"env": ENVIRONMENT, "stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        self.run_ = subprocess.Popen([TANDEM, "run", "logistics", "--headless", "--no-program"], **quiet)
        self.perception = subprocess.Popen([PERCEPTION, "--ros-args", "-r", "__ns:=/emaros", "-p", "use_sim_time:=true"], **quiet)

    def tearDown(self):
        for process in (self.perception, self.run_):
            process.send_signal(signal.SIGINT)
            self.assertEqual(process.wait(timeout=60), 0)

    def test_it_looks_while_a_processor_is_selected_and_only_then(self):
        self.assertTrue(eventually(lambda: listeners_of(CAMERA) == 0))
        self.assertIn("success=True", select("{processor: box}"))
        self.assertTrue(eventually(lambda: listeners_of(CAMERA) == 1))
        # the robot begins before the storage area
        sight = ask("topic", "echo", "/emaros/perception/sight", "--once")
        self.assertIn("processor: box", sight)
        self.assertIn("frame_id: emaros/base_link", sight)
        self.assertRegex(sight, r"label: (red|green|blue|yellow)_box")
        self.assertIn("has_position: true", sight)
        self.assertIn("there is no processor 'boxes'", select("{processor: boxes}"))
        self.assertIn("success=True", select("{}"))
        self.assertTrue(eventually(lambda: listeners_of(CAMERA) == 0))


class PerceptionCommandLine(unittest.TestCase):
    def test_what_cannot_be_is_said_and_nothing_starts(self):
        def start(*arguments):
            return subprocess.run([PERCEPTION, *arguments], env=ENVIRONMENT, capture_output=True, text=True, timeout=60)
        self.assertEqual(start("--help").returncode, 0)
        self.assertIn("perception/select", start("--help").stdout)
        wrong = start("--ros-args", "-p", "processor:=bx")
        self.assertEqual(wrong.returncode, 2)
        self.assertIn("no processor 'bx'", wrong.stderr)
        self.assertEqual(start("--bx").returncode, 2)


if __name__ == "__main__":
    unittest.main()
