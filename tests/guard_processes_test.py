# SPDX-FileCopyrightText: The Tandem contributors
# SPDX-License-Identifier: Apache-2.0
"""Simulator, gate, guard and stand-in robot as processes of their own: a twin that goes further than its robot's room is long."""
import signal
import subprocess
import unittest

from twin_processes_test import TANDEM, Listener, eventually

ROOM = ["--set", "tracking={area: {x: 0, y: 0, size_x_m: 3, size_y_m: 3}}", "--set", "robots.emaros.twin={origin: start}",
        "--set", "robots.emaros.guard={free_m: 1, turn_radps: 1}"]


class GuardProcesses(unittest.TestCase):
    def test_a_small_room_is_enough_for_a_long_way(self):
        run = subprocess.Popen([TANDEM, "run", "empty", "--headless", "--mode", "twin", *ROOM], stdin=subprocess.DEVNULL,
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        autonomy = subprocess.Popen([TANDEM, "topic", "pub", "--rate", "20", "/emaros/cmd_vel",
                                     "geometry_msgs/msg/Twist", "{linear: {x: 0.4}}"], stdin=subprocess.DEVNULL,
                                    stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        way = Listener("/emaros/odom", "--field", "pose.pose.position.x")
        real = Listener("/emaros/plant/ground_truth", "--field", "pose.pose.position.x")
        try:
            # from the middle of the room its wall is 1.5 m away
            self.assertTrue(eventually(lambda: (way.value or 0) > 2, 120), f"the twin came to {way.value}")
            self.assertLess(abs(real.value), 1.5 - 0.15)
        finally:
            run.send_signal(signal.SIGINT)
            run.wait(timeout=60)
            autonomy.kill()
            autonomy.wait()
            way.close()
            real.close()
        self.assertEqual(run.returncode, 0)

    def test_without_a_guard_in_the_scenario_there_is_a_sentence(self):
        guard = subprocess.run([TANDEM, "guard", "empty"], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60)
        self.assertEqual(guard.returncode, 2)
        self.assertIn("no robot of the scenario has a 'guard'", guard.stderr + guard.stdout)


if __name__ == "__main__":
    unittest.main(verbosity=2)
