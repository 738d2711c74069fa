# SPDX-FileCopyrightText: The Tandem contributors
# SPDX-License-Identifier: Apache-2.0
"""Faults in a run of processes, by the command line: what is acknowledged, what is refused, what they do, and that a run that was recorded with them is
replayed."""
import contextlib
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import threading
import unittest

from patience import PATIENCE, eventually
from ros_network import ENVIRONMENT

TANDEM = sys.argv.pop(1)


def tandem(*arguments):
    return subprocess.run([TANDEM, *arguments], env=ENVIRONMENT, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=PATIENCE, check=False)


def fault(*arguments):
    return tandem("fault", *arguments)


class Program:
    """A command of `tandem` that goes on until it is asked to end, and what it says."""

    def __init__(self, *arguments):
        self.process = subprocess.Popen([TANDEM, *arguments], env=ENVIRONMENT, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        self.said = []
        self.reader = threading.Thread(target=lambda: self.said.extend(self.process.stderr), daemon=True)
        self.reader.start()

    def has_said(self, words):
        return any(words in line for line in self.said)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGINT)
        self.code = self.process.wait(timeout=PATIENCE)
        self.reader.join()
        self.process.stderr.close()


class Run(Program):
    def __init__(self, *arguments):
        super().__init__("run", *arguments, "--headless", "--no-web")


class Newest:
    """The newest of what a field of a topic is, as `tandem topic echo` tells."""

    def __init__(self, topic, field):
        self.process = subprocess.Popen([TANDEM, "topic", "echo", topic, "--csv", "--field", field], env=ENVIRONMENT,
                                        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.value = None
        self.count = 0
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            self.value = self.meaning(line.strip())
            self.count += 1

    def meaning(self, text):
        return text

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()


class Speed(Newest):
    """How fast the robot really is; another topic of odometry says how fast somebody says it is."""

    def __init__(self, topic="/emaros/plant/ground_truth"):
        super().__init__(topic, "twist.twist.linear.x")

    def meaning(self, text):
        try:
            return float(text)
        except ValueError:
            return self.value  # a line that is no message

    @property
    def is_driving(self):
        return self.value is not None and self.value > 0.15

    @property
    def stands(self):
        return self.value is not None and abs(self.value) < 0.01


class Autonomy:
    def __init__(self, topic="/emaros/cmd_vel"):
        self.topic = topic

    def __enter__(self):
        self.process = subprocess.Popen([TANDEM, "topic", "pub", "--rate", "20", self.topic, "geometry_msgs/msg/Twist", "{linear: {x: 0.2}, angular: {z: 0.4}}"],
                                        env=ENVIRONMENT, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()


class FaultProcesses(unittest.TestCase):
    def test_kinds_need_no_run(self):
        kinds = fault("kinds")
        self.assertEqual(kinds.returncode, 0)
        for kind in ("tracking_loss", "occlusion", "latency", "jitter", "duplicate", "reorder", "outliers", "packet_loss", "wheel_slip", "motor_stop",
                     "sensor_dropout", "sensor_stuck", "sensor_garbage", "clock_skew", "process_kill"):
            self.assertIn(f"\n{kind} ", "\n" + kinds.stdout)
        self.assertIn("delay_s", kinds.stdout)

    def test_what_makes_no_sense_is_refused_before_anybody_is_asked(self):
        for words, sentence in ((["latancy"], "there is no fault 'latancy'; did you mean 'latency'?"), (["latency", "delay_s=much"], "'delay_s' expects a number"),
                                (["latency", "fast"], "expected words such as delay_s=0.3 and for=5s, not 'fast'")):
            refused = fault("inject", *words)
            self.assertEqual(refused.returncode, 2, refused.stderr)
            self.assertIn(sentence, refused.stderr)

    def test_without_a_run_the_command_says_so(self):
        for words in (["list"], ["inject", "motor_stop"], ["clear", "all"]):
            alone = fault(*words, "--timeout", "1")
            self.assertEqual(alone.returncode, 1)
            self.assertIn("no run answers", alone.stderr)

    def test_a_real_robot_with_faults(self):
        with tempfile.TemporaryDirectory() as folder:
            recording = os.path.join(folder, "run.mcap")
            with Run("empty", "--mode", "twin", "--record", recording) as run, Autonomy(), Speed() as speed:
                self.assertTrue(eventually(lambda: (speed.value or 0) > 0.15), run.said)

                # motors of the stand-in, which is a process of its own
                injected = fault("inject", "motor_stop", "for=20s", "name=brake")
                self.assertEqual((injected.returncode, injected.stdout), (0, "brake: motor_stop of emaros\n"), injected.stderr)
                self.assertTrue(eventually(lambda: abs(speed.value) < 0.01))
                listed = fault("list").stdout
                self.assertIn("brake: motor_stop of emaros; for ", listed)
                self.assertIn("process_kill can kill: gate, plant", listed)
                self.assertEqual(fault("clear", "brake").returncode, 0)
                self.assertTrue(eventually(lambda: speed.value > 0.15))
                self.assertIn("nothing goes wrong on purpose", fault("list").stdout)

                # tracking: the gate stops the robot
                self.assertEqual(fault("inject", "tracking_loss").returncode, 0)
                self.assertTrue(eventually(lambda: abs(speed.value) < 0.01))
                self.assertEqual(fault("clear", "all").returncode, 0)
                self.assertTrue(eventually(lambda: speed.value > 0.15))

                # what the run refuses
                for words, sentence in ((["sensor_stuck", "sensor=radar"], "has no sensor 'radar'"), (["process_kill", "process=navigator"], "no process 'navigator' belongs to this run"),
                                        (["process_kill", "process=plant", "for=2s"], "is not started again")):
                    refused = fault("inject", *words)
                    self.assertEqual(refused.returncode, 1, refused.stdout)
                    self.assertIn(sentence, refused.stderr)
                missing = fault("clear", "brake")
                self.assertEqual(missing.returncode, 1)
                self.assertIn("there is no fault 'brake'", missing.stderr)

                # a process of the run
                self.assertEqual(fault("inject", "process_kill", "process=plant").returncode, 0)
                self.assertTrue(eventually(lambda: run.has_said("tandem plant, which belongs to this run, has ended before it: signal 9")), run.said)
                self.assertIn("process_kill can kill: gate\n", fault("list").stdout)
                again = fault("inject", "process_kill", "process=plant")
                self.assertEqual(again.returncode, 1, again.stdout)
                self.assertIn("no process 'plant' belongs to this run", again.stderr)
            self.assertEqual(run.code, 0, run.said)
            replayed = tandem("replay", recording, "--check")
            self.assertEqual(replayed.returncode, 0, replayed.stderr)

    SCENARIO = """name: room
robots: [{name: emaros, model: emaros}]
faults:
- {kind: motor_stop, name: brake, at: 4s}
- {kind: process_kill, name: blind, process: track, at: 1s}
"""

    def test_faults_of_a_scenario_are_refused_or_told_of_where_they_can_do_nothing(self):
        with tempfile.TemporaryDirectory() as folder:
            room = pathlib.Path(folder, "room.yaml")
            room.write_text(self.SCENARIO.replace("at: 1s", "for: 1s"))
            of_no_twin = tandem("check", str(room))
            self.assertEqual(of_no_twin.returncode, 1)
            self.assertIn("room.yaml:5: error: no process runs beside this scenario; 'track' runs with --mode twin", of_no_twin.stdout)
            without_end = tandem("check", str(room), "--set", "robots.emaros.mode=twin")
            self.assertEqual(without_end.returncode, 1)
            self.assertIn("room.yaml:5: error: 'track' is not started again", without_end.stdout)

            # a laboratory that is not there
            room.write_text(self.SCENARIO)
            with Run(str(room), "--set", "robots.emaros.mode=twin") as run:
                for sentence in ("fault 'blind' does nothing: no process belongs to this run",
                                 "fault 'brake' does nothing: 'emaros' is the twin of a real robot, whose wheels nobody here can touch"):
                    self.assertTrue(eventually(lambda: run.has_said(sentence)), run.said)
            self.assertEqual(run.code, 0, run.said)

            # the mode of the command line is the one that counts, and the motors stop
            with Run(str(room), "--mode", "twin") as run, Autonomy(), Speed() as speed:
                self.assertTrue(eventually(lambda: run.has_said("fault 'blind' does nothing: no process 'track' belongs to this run")), run.said)
                self.assertTrue(eventually(lambda: "brake: motor_stop of emaros" in fault("list").stdout and abs(speed.value or 1) < 0.01), run.said)
                self.assertEqual(fault("clear", "brake").returncode, 0)
                self.assertTrue(eventually(lambda: speed.value > 0.15), run.said)
                self.assertFalse(run.has_said("'brake' does nothing"))

            self.assertEqual(run.code, 0, run.said)

    def killed(self, process, *settings):
        """A run whose robot drove until that process was killed, from then on."""
        stack = contextlib.ExitStack()
        run = stack.enter_context(Run("empty", "--mode", "twin", *settings))
        stack.enter_context(Autonomy())
        truth = stack.enter_context(Speed())
        twin = stack.enter_context(Speed("/emaros/odom"))
        tracking = stack.enter_context(Newest("/emaros/twin/status", "message"))
        gate = stack.enter_context(Newest("/emaros/gate/open", "data"))
        self.assertTrue(eventually(lambda: truth.is_driving and twin.is_driving), run.said)
        self.assertEqual(fault("inject", "process_kill", f"process={process}").returncode, 0)
        self.assertTrue(eventually(lambda: run.has_said(f"tandem {process}, which belongs to this run, has ended before it: signal 9")), run.said)
        return stack, run, truth, twin, tracking, gate

    def stays_so(self, truth):
        """It does not drive off again, while the autonomy goes on wanting it."""
        until = truth.count + 100  # 2 s
        while truth.count < until:
            self.assertTrue(eventually(lambda seen=truth.count: truth.count > seen))
            self.assertTrue(truth.stands, truth.value)

    def test_without_the_gate_the_base_stands(self):
        stack, run, truth, twin, tracking, _ = self.killed("gate")
        with stack:
            self.assertTrue(eventually(lambda: truth.stands, 10), truth.value)
            self.stays_so(truth)
            self.assertTrue(eventually(lambda: twin.stands), twin.value)
            self.assertIn("tracking", tracking.value)  # nothing is wrong with its twin
        self.assertEqual(run.code, 0, run.said)

    def test_without_the_robot_its_twin_is_lost_and_stands(self):
        stack, run, _, twin, tracking, gate = self.killed("plant")
        with stack:
            self.assertTrue(eventually(lambda: "lost" in (tracking.value or "")), tracking.value)
            self.assertTrue(eventually(lambda: twin.stands), twin.value)
            self.assertTrue(eventually(lambda: (gate.value or "").lower() in ("false", "0")), gate.value)
        self.assertEqual(run.code, 0, run.said)

    def test_without_the_guard_the_robot_stands(self):
        room = ["--set", "tracking={area: {x: 0, y: 0, size_x_m: 3, size_y_m: 3}}", "--set", "robots.emaros.twin={origin: start}",
                "--set", "robots.emaros.guard={free_m: 1, turn_radps: 1}"]
        stack, run, truth, twin, tracking, _ = self.killed("guard", *room)
        with stack:
            self.assertTrue(eventually(lambda: truth.stands, 10), truth.value)
            self.stays_so(truth)
            self.assertTrue(eventually(lambda: twin.stands), twin.value)
            self.assertIn("tracking", tracking.value)
        self.assertEqual(run.code, 0, run.said)

    def test_wheels_of_a_stand_in_are_in_order_again_when_the_simulator_has_died(self):
        # the motors are told directly: without a simulator a gate would be closed
        with Program("plant", "empty", "--set", "robots.emaros.mode=twin") as plant, Autonomy("/emaros/hardware/cmd_vel"), Speed() as speed:
            with Run("empty", "--set", "robots.emaros.mode=twin") as run:
                self.assertTrue(eventually(lambda: (speed.value or 0) > 0.15), run.said)
                self.assertTrue(eventually(lambda: fault("inject", "motor_stop").returncode == 0), run.said)
                self.assertTrue(eventually(lambda: abs(speed.value) < 0.01), run.said)
                run.process.kill()
                self.assertTrue(eventually(lambda: speed.value > 0.15), plant.said)
            self.assertTrue(eventually(lambda: plant.has_said("the simulator that wanted something to go wrong with the robot is gone")), plant.said)

            # who comes after it finds wheels that are in order, and can stop them
            with Run("empty", "--set", "robots.emaros.mode=twin") as run:
                self.assertTrue(eventually(lambda: fault("inject", "motor_stop", "for=1s").returncode == 0), run.said)
                self.assertTrue(eventually(lambda: abs(speed.value) < 0.01), run.said)
                self.assertTrue(eventually(lambda: speed.value > 0.15), run.said)
        self.assertEqual(plant.code, 0, plant.said)

    def test_a_program_is_killed_and_started_again(self):
        def navigators(pid):
            found = []
            for file in pathlib.Path(f"/proc/{pid}/task").glob("*/children"):
                try:
                    found += [child for child in file.read_text().split() if b"navigator" in pathlib.Path(f"/proc/{child}/cmdline").read_bytes().split(b"\0")[0]]
                except OSError:
                    pass  # it has just ended
            return found
        with Run("paint", "--set", "programs=[navigator]") as run:
            self.assertTrue(eventually(lambda: navigators(run.process.pid)), run.said)
            first = navigators(run.process.pid)
            self.assertTrue(eventually(lambda: "navigator of emaros" in fault("list").stdout), run.said)
            killed = fault("inject", "process_kill", "process=navigator of emaros", "for=1s")
            self.assertEqual(killed.returncode, 0, killed.stderr)
            self.assertTrue(eventually(lambda: run.has_said("navigator of emaros is killed by a fault")), run.said)
            self.assertTrue(eventually(lambda: navigators(run.process.pid) and navigators(run.process.pid) != first), run.said)
            self.assertFalse(run.has_said("has ended before it"), run.said)

            # a kill that is over at once is one all the same
            for count in (2, 3, 4):
                killed = fault("inject", "process_kill", "process=navigator of emaros", "for=10ms")
                self.assertEqual(killed.returncode, 0, killed.stderr)
                self.assertTrue(eventually(lambda count=count: sum("navigator of emaros is started again" in line for line in list(run.said)) == count), run.said)
            self.assertEqual(sum("navigator of emaros is killed by a fault" in line for line in run.said), 4)

            # one that has died by itself can be killed no more
            self.assertTrue(eventually(lambda: navigators(run.process.pid)), run.said)
            os.kill(int(navigators(run.process.pid)[0]), signal.SIGKILL)
            self.assertTrue(eventually(lambda: run.has_said("navigator of emaros, which belongs to this run, has ended before it")), run.said)
            refused = fault("inject", "process_kill", "process=navigator of emaros", "for=1s")
            self.assertEqual(refused.returncode, 1, refused.stdout)
            self.assertIn("no process", refused.stderr)
        self.assertEqual(run.code, 0, run.said)


if __name__ == "__main__":
    unittest.main(verbosity=2)
