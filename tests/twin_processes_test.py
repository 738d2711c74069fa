# SPDX-FileCopyrightText: The Tandem contributors
# SPDX-License-Identifier: Apache-2.0
"""Simulator, gate, stand-in robot, tracker and autonomy as processes of their own, and what happens when one is killed."""
import os
import re
import signal
import subprocess
import sys
import threading
import time
import unittest

from ros_network import ENVIRONMENT

TANDEM = sys.argv.pop(1)
PATIENCE = 60  # seconds; a machine that builds at the same time is slow
os.environ.update(ENVIRONMENT)
TWIN = ["--set", "robots.emaros.mode=twin"]


def eventually(condition, patience=PATIENCE):
    deadline = time.monotonic() + patience
    while time.monotonic() < deadline:
        if condition():
            return True
        time.sleep(0.01)
    return False


class Listener:
    """The newest value of a field of a topic, and when it came."""

    def __init__(self, topic, field):
        self.process = subprocess.Popen([TANDEM, "topic", "echo", topic, "--field", field], stdin=subprocess.DEVNULL,
                                        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.value, self.at, self.first_zero = None, None, None
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            if not re.fullmatch(r"-?\d+(\.\d+)?(e-?\d+)?\s*", line):
                continue
            self.value, self.at = float(line), time.monotonic()
            if self.value != 0:
                self.first_zero = None
            elif self.first_zero is None:
                self.first_zero = self.at

    def close(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()


class Lab:
    """Everything that a laboratory has, each a process."""

    def __init__(self, *plant_options):
        self.processes = {}
        self.start("simulator", "run", "empty", "--headless", *TWIN)
        self.start("gate", "gate", "empty", *TWIN)
        self.start("robot", "plant", "empty", *TWIN, "--part", "robot", *plant_options)
        self.start("tracker", "plant", "empty", *TWIN, "--part", "tracker")
        self.start("autonomy", "topic", "pub", "--rate", "20", "/emaros/cmd_vel", "geometry_msgs/msg/Twist",
                   "{linear: {x: 0.2}, angular: {z: 0.4}}")
        self.motors = Listener("/emaros/hardware/cmd_vel", "linear.x")
        self.truth = Listener("/emaros/plant/ground_truth", "twist.twist.linear.x")

    def start(self, name, *arguments):
        self.processes[name] = subprocess.Popen([TANDEM, *arguments], stdin=subprocess.DEVNULL,
                                                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def is_driving(self):
        return (self.truth.value or 0) > 0.15

    def kill(self, name):
        self.processes[name].kill()
        self.processes[name].wait()
        return time.monotonic()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for process in self.processes.values():
            process.kill()
        for process in self.processes.values():
            process.wait()
        self.motors.close()
        self.truth.close()


class TwinProcesses(unittest.TestCase):
    def stops_without(self, name):
        # the stand-in has no timeout of its own: it drives on until it is told otherwise
        with Lab() as lab:
            self.assertTrue(eventually(lab.is_driving), f"{name}: the robot never drove")
            killed = lab.kill(name)
            self.assertTrue(eventually(lambda: lab.motors.first_zero is not None and lab.motors.first_zero > killed),
                            f"{name}: no command to stand still")
            took = lab.motors.first_zero - killed
            print(f"{name}: zero after {took:.3f} s")
            self.assertLess(took, 1.5)
            self.assertTrue(eventually(lambda: abs(lab.truth.value) < 0.01, 5), f"{name}: still drives")

    def test_the_robot_stops_without_the_simulator(self):
        self.stops_without("simulator")

    def test_the_robot_stops_without_the_tracker(self):
        self.stops_without("tracker")

    def test_the_robot_stops_without_the_autonomy(self):
        self.stops_without("autonomy")

    def test_without_the_gate_only_a_timeout_of_the_base_helps(self):
        with Lab("--command-timeout", "300ms") as lab:
            self.assertTrue(eventually(lab.is_driving))
            lab.kill("gate")
            self.assertTrue(eventually(lambda: abs(lab.truth.value) < 0.01, 10))

    def test_it_goes_on_when_the_simulator_is_back(self):
        with Lab() as lab:
            self.assertTrue(eventually(lab.is_driving))
            lab.kill("simulator")
            self.assertTrue(eventually(lambda: abs(lab.truth.value) < 0.01))
            lab.start("simulator", "run", "empty", "--headless", *TWIN)
            self.assertTrue(eventually(lab.is_driving))

    def test_one_command_starts_all_of_it(self):
        run = subprocess.Popen([TANDEM, "run", "empty", "--headless", "--mode", "twin"], stdin=subprocess.DEVNULL,
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        autonomy = subprocess.Popen([TANDEM, "topic", "pub", "--rate", "20", "/emaros/cmd_vel",
                                     "geometry_msgs/msg/Twist", "{linear: {x: 0.2}}"], stdin=subprocess.DEVNULL,
                                    stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        twin = Listener("/emaros/odom", "pose.pose.position.x")
        try:
            self.assertTrue(eventually(lambda: (twin.value or 0) > 0.3), "the twin never drove")
        finally:
            run.send_signal(signal.SIGINT)
            run.wait(timeout=PATIENCE)
            autonomy.kill()
            autonomy.wait()
            twin.close()
        self.assertEqual(run.returncode, 0)


if __name__ == "__main__":
    unittest.main(verbosity=2)
