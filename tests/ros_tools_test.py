# SPDX-FileCopyrightText: The Tandem contributors
# SPDX-License-Identifier: Apache-2.0
"""tandem topic, node, service, action and param against a robot in another process."""
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest

from ros_network import ENVIRONMENT

TANDEM, PEER = sys.argv.pop(1), sys.argv.pop(1)
PATIENCE = 60  # seconds until something that should happen counts as never happening


def tandem(*arguments):
    return subprocess.run([TANDEM, *arguments], capture_output=True, text=True, timeout=PATIENCE, env=ENVIRONMENT)


class Process:
    """A program whose lines can be waited for."""

    def __init__(self, *command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, text=True, env=ENVIRONMENT)
        self.lines, self.errors = [], []
        self.changed = threading.Condition()
        self.threads = [threading.Thread(target=self.read, args=pair) for pair in
                        ((self.process.stdout, self.lines), (self.process.stderr, self.errors))]
        for thread in self.threads:
            thread.start()

    def read(self, stream, lines):
        for line in stream:
            with self.changed:
                lines.append(line.rstrip("\n"))
                self.changed.notify_all()

    def wait_for(self, pattern, lines=None):
        """The match in the first line that has one."""
        lines = self.lines if lines is None else lines
        found = lambda: next(filter(None, (re.search(pattern, line) for line in lines)), None)
        with self.changed:
            if not self.changed.wait_for(found, PATIENCE):
                raise AssertionError(f"no line with {pattern!r} in {lines}, errors {self.errors}")
            return found()

    def stop(self, sign=signal.SIGINT):
        self.process.send_signal(sign)
        return self.ended()

    def ended(self):
        code = self.process.wait(PATIENCE)
        for thread in self.threads:
            thread.join()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            stream.close()
        return code


class WithRobot(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.robot = Process(PEER)
        cls.robot.wait_for("^ready$")

    @classmethod
    def tearDownClass(cls):
        cls.robot.process.stdin.close()
        cls.robot.process.stdin = open(os.devnull)
        cls.robot.ended()

    def ask(self, *arguments):
        run = tandem(*arguments)
        self.assertEqual((run.returncode, run.stderr), (0, ""), run.stdout)
        return run.stdout

    def refused(self, code, *arguments):
        run = tandem(*arguments)
        self.assertEqual(run.returncode, code, run.stderr)
        return run.stderr


class Topic(WithRobot):
    def test_list(self):
        listed = self.ask("topic", "list").splitlines()
        self.assertEqual(listed, ["/lab/cmd_vel", "/lab/description", "/lab/numbers", "/lab/stamped",
                                  "/parameter_events", "/rosout"])
        self.assertIn("/lab/numbers [std_msgs/msg/Int32]\n", self.ask("topic", "list", "-t"))
        self.assertIn("/lab/steps/_action/status\n", self.ask("topic", "list", "--include-hidden-topics"))
        self.assertEqual(self.ask("topic", "list", "-c"), "6\n")
        verbose = self.ask("topic", "list", "-v")
        self.assertIn(" * /lab/numbers [std_msgs/msg/Int32] 1 publisher\n", verbose)
        self.assertIn(" * /lab/cmd_vel [geometry_msgs/msg/Twist] 1 subscriber\n", verbose)

    def test_type_and_find(self):
        self.assertEqual(self.ask("topic", "type", "lab/numbers"), "std_msgs/msg/Int32\n")
        self.assertEqual(self.ask("topic", "find", "geometry_msgs/msg/Twist"), "/lab/cmd_vel\n")
        self.assertIn("there is no topic /nothing", self.refused(1, "topic", "type", "/nothing", "--spin-time", "0.1"))

    def test_info_shows_quality_of_service(self):
        self.assertEqual(self.ask("topic", "info", "/lab/numbers"),
                         "Type: std_msgs/msg/Int32\nPublisher count: 1\nSubscription count: 0\n")
        latched = self.ask("topic", "info", "-v", "/lab/description")
        self.assertRegex(latched, r"Node name: robot\nNode namespace: /lab\nTopic type: std_msgs/msg/String\n"
                                  r"Topic type hash: RIHS01_[0-9a-f]{64}\nEndpoint type: PUBLISHER\n"
                                  r"GID: ([0-9a-f]{2}\.){15}[0-9a-f]{2}\n")
        self.assertIn("  Reliability: RELIABLE\n", latched)
        self.assertIn("  Durability: TRANSIENT_LOCAL\n  Lifespan: Infinite\n  Deadline: Infinite\n"
                      "  Liveliness: AUTOMATIC\n  Liveliness lease duration: Infinite\n", latched)
        sensor = self.ask("topic", "info", "--verbose", "/lab/stamped")
        self.assertIn("  Reliability: BEST_EFFORT\n", sensor)
        self.assertIn("  Durability: VOLATILE\n", sensor)
        self.assertIn("Endpoint type: SUBSCRIPTION\n", self.ask("topic", "info", "-v", "/lab/cmd_vel"))

    def test_echo_in_every_form(self):
        # the latched message came before anybody listened
        echo = ["topic", "echo", "--once", "/lab/description"]
        self.assertEqual(self.ask(*echo), 'data: a robot, of "tin"\n---\n')
        self.assertEqual(self.ask(*echo, "--field", "data"), 'a robot, of "tin"\n---\n')
        self.assertEqual(json.loads(self.ask(*echo, "--json")), {"data": 'a robot, of "tin"'})
        self.assertEqual(self.ask(*echo, "--csv"), '"a robot, of ""tin"""\n')
        self.assertEqual(self.ask(*echo, "--flow-style"), "{data: 'a robot, of \"tin\"'}\n---\n")
        self.assertEqual(self.ask(*echo, "-l", "7"), "data: a robot...\n---\n")
        self.assertEqual(self.ask(*echo, "--no-str"), "data: '<string length: <17>>'\n---\n")
        self.assertTrue(self.ask(*echo, "--raw").startswith("00010000" "12000000" "6120726f626f74"))
        self.assertIn("source_timestamp: ", self.ask(*echo, "--include-message-info"))
        # best effort, of which echo must not ask more
        self.assertEqual(self.ask("topic", "echo", "--once", "/lab/stamped", "--field", "header.frame_id"),
                         "base_link\n---\n")

    def test_echo_gives_every_message_in_order(self):
        echo = Process(TANDEM, "topic", "echo", "/lab/numbers", "--csv")
        last = int(echo.wait_for(r"^\d+$")[0]) + 10
        echo.wait_for(f"^{last}$")
        self.assertEqual(echo.stop(), 0)
        numbers = [int(line) for line in echo.lines]
        self.assertEqual(numbers, list(range(numbers[0], numbers[0] + len(numbers))))
        self.assertEqual(echo.errors, [])

    def test_one_message_is_not_lost_on_a_subscriber_that_does_not_know_its_publisher_yet(self):
        echo = Process(TANDEM, "topic", "echo", "/often", "std_msgs/msg/Int32", "--csv")
        for number in range(12):
            published = tandem("topic", "pub", "--once", "/often", "std_msgs/msg/Int32", f"{{data: {number}}}")
            self.assertEqual(published.returncode, 0, published.stderr)
            echo.wait_for(f"^{number}$")
        echo.stop()

    def test_echo_says_once_what_it_waits_for(self):
        echo = Process(TANDEM, "topic", "echo", "/later")
        echo.wait_for("waiting for /later: nobody publishes it yet", echo.errors)
        published = tandem("topic", "pub", "--once", "/later", "std_msgs/msg/Bool", "{data: true}")
        self.assertEqual(published.returncode, 0, published.stderr)
        echo.wait_for("^data: true$")
        self.assertEqual(echo.stop(signal.SIGTERM), 0)
        self.assertEqual(len(echo.errors), 1)

    def test_echo_explains_what_it_cannot_do(self):
        self.assertIn("has no field 'dat'; it has data", self.refused(2, "topic", "echo", "/lab/numbers", "--field", "dat"))
        self.assertIn("/lab/numbers is published as std_msgs/msg/Int32, not as std_msgs/msg/Int64",
                      self.refused(1, "topic", "echo", "/lab/numbers", "std_msgs/msg/Int64"))
        self.assertIn("did you mean std_msgs/msg/Int32?", self.refused(2, "topic", "echo", "/lab/numbers", "msgs/Int32"))
        self.assertIn("--field and --raw exclude each other",
                      self.refused(2, "topic", "echo", "/lab/numbers", "--raw", "--field", "data"))
        self.assertIn("nothing came on /lab/cmd_vel within 0.5 s",
                      self.refused(1, "topic", "echo", "/lab/cmd_vel", "--timeout", "0.5"))
        self.assertIn("a b", self.refused(2, "topic", "echo", "/a b"))

    def test_a_closed_pipe_ends_it_quietly(self):
        echo = subprocess.Popen([TANDEM, "topic", "echo", "/lab/numbers"], stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True, env=ENVIRONMENT)
        echo.stdout.readline()
        echo.stdout.close()
        self.assertEqual(echo.wait(PATIENCE), 128 + signal.SIGPIPE)  # what a shell says of who dies of it
        self.assertEqual(echo.stderr.read(), "")
        echo.stderr.close()

    def test_output_that_cannot_be_written_is_told(self):
        for arguments in (["topic", "list"], ["topic", "echo", "/lab/numbers"], ["param", "list", "/lab/robot"],
                          ["message", "list"], ["message", "show", "std_msgs/Int32"], ["--help"]):
            with open("/dev/full", "w") as full:
                run = subprocess.run([TANDEM, *arguments], stdout=full, stderr=subprocess.PIPE, text=True,
                                     timeout=PATIENCE, env=ENVIRONMENT)
            self.assertEqual((run.returncode, run.stderr),
                             (1, "tandem: error: cannot write to standard output: No space left on device\n"), arguments)
        # without a standard output at all, nothing is written into what else is open
        closed = subprocess.run(["sh", "-c", '"$0" topic list >&-', TANDEM], stderr=subprocess.PIPE, text=True,
                                timeout=PATIENCE, env=ENVIRONMENT)
        self.assertEqual((closed.returncode, closed.stderr),
                         (1, "tandem: error: cannot write to standard output: Bad file descriptor\n"))

    def test_pub_reaches_the_robot(self):
        published = self.ask("topic", "pub", "-t", "2", "-r", "50", "/lab/cmd_vel", "geometry_msgs/msg/Twist",
                             "{linear: {x: 0.25}, angular: {z: -1}}")
        self.assertIn("publishing #2: geometry_msgs.msg.Twist(linear=geometry_msgs.msg.Vector3(x=0.25, y=0.0, z=0.0), ",
                      published)
        self.robot.wait_for("^heard 0.25 -1$")

    def test_pub_goes_on_until_it_is_stopped(self):
        pub = Process(TANDEM, "topic", "pub", "-r", "100", "/lab/cmd_vel", "geometry_msgs/Twist", "{linear: {x: 7.5}}")
        self.robot.wait_for("^heard 7.5 0$")
        self.assertEqual(pub.stop(), 0)

    def test_pub_stamps_messages_and_latches_them(self):
        pub = Process(TANDEM, "topic", "pub", "/stamp", "std_msgs/msg/Header", "{stamp: now, frame_id: map}",
                      "--qos-durability", "transient_local")
        before = time.time()
        echoed = json.loads(self.ask("topic", "echo", "--once", "--json", "/stamp"))
        self.assertEqual(pub.stop(), 0)
        self.assertEqual(echoed["frame_id"], "map")
        self.assertLess(abs(echoed["stamp"]["sec"] - before), PATIENCE)

    def test_messages_come_from_standard_input_and_files_too(self):
        run = subprocess.run([TANDEM, "topic", "pub", "--once", "/lab/cmd_vel", "geometry_msgs/msg/Twist", "--stdin"],
                             input="linear:\n  x: 0.625\n", capture_output=True, text=True, timeout=PATIENCE,
                             env=ENVIRONMENT)
        self.assertEqual(run.returncode, 0, run.stderr)
        self.robot.wait_for("^heard 0.625 0$")
        run = subprocess.run([TANDEM, "service", "call", "/lab/power", "std_srvs/srv/SetBool", "--stdin"],
                             input="{data: true}", capture_output=True, text=True, timeout=PATIENCE, env=ENVIRONMENT)
        self.assertIn("SetBool_Request(data=True)", run.stdout)
        self.assertIn("cannot read /no/such.yaml", self.refused(2, "topic", "pub", "/x", "std_msgs/msg/Empty",
                                                                "--yaml-file", "/no/such.yaml"))
        self.assertIn("exclude each other",
                      self.refused(2, "topic", "pub", "/x", "std_msgs/msg/Empty", "{}", "--stdin"))

    def test_pub_prints_every_so_many(self):
        published = self.ask("topic", "pub", "-w", "0", "-t", "7", "-r", "200", "-p", "3", "/x", "std_msgs/msg/Empty")
        self.assertEqual(re.findall(r"publishing #(\d+)", published), ["3", "6"])

    def test_pub_stamps_with_simulated_time_if_asked(self):
        clock = Process(TANDEM, "topic", "pub", "/clock", "rosgraph_msgs/msg/Clock", "{clock: {sec: 77}}", "-r", "50")
        published = self.ask("topic", "pub", "-s", "-t", "1", "-w", "0", "/x", "std_msgs/msg/Header", "{stamp: now}")
        self.assertEqual(clock.stop(), 0)
        self.assertIn("Time(sec=77, nanosec=0)", published)
        self.assertIn("nobody published the time on /clock within 0.2 s",
                      self.refused(1, "topic", "pub", "-s", "-1", "-w", "0", "--max-wait-time-secs", "0.2", "/x",
                                   "std_msgs/msg/Header", "{stamp: now}"))

    def test_pub_explains_what_it_cannot_do(self):
        pub = ("topic", "pub", "--once", "/lab/cmd_vel")
        self.assertIn("geometry_msgs/msg/Twist has no field 'x'; it has linear, angular",
                      self.refused(2, *pub, "geometry_msgs/msg/Twist", "{x: 1}"))
        self.assertIn("linear.x: must be a number, is 'fast'",
                      self.refused(2, *pub, "geometry_msgs/msg/Twist", "{linear: {x: fast}}"))
        self.assertIn("tandem message list", self.refused(2, *pub, "my_msgs/msg/Mine", "{}"))
        long = self.refused(2, *pub, "geometry_msgs/msg/Twist", "{linear: {x: %s}}" % ("ü" * 50))
        self.assertIn("linear.x: must be a number, is '" + "ü" * 40 + "...'", long)
        self.assertIn("/lab/cmd_vel is subscribed to as geometry_msgs/msg/Twist, not as geometry_msgs/msg/TwistStamped",
                      self.refused(1, *pub, "geometry_msgs/msg/TwistStamped", "{}"))
        self.assertIn("nobody subscribed to /nobody within 0.2 s",
                      self.refused(1, "topic", "pub", "-1", "/nobody", "std_msgs/msg/Empty", "--max-wait-time-secs", "0.2"))

    def test_pub_of_more_than_fits_is_refused_before_it_is_read(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "large.yaml"
            file.write_text("data: [" + "0, " * 8_000_000 + "0]\n")
            run = subprocess.run(["sh", "-c", 'ulimit -v 2000000 && exec "$@"', "sh", TANDEM, "topic", "pub", "--once",
                                  "/large", "std_msgs/msg/UInt8MultiArray", "--yaml-file", str(file)],
                                 capture_output=True, text=True, timeout=PATIENCE, env=ENVIRONMENT)
            self.assertEqual(run.returncode, 2, run.stderr)
            self.assertIn("has more than 1000000 values", run.stderr)

    def test_hz_measures_the_rate(self):
        hz = Process(TANDEM, "topic", "hz", "/lab/numbers", "-w", "40")
        hz.wait_for("window: 40")
        self.assertEqual(hz.stop(), 0)
        rates = [float(line.split()[-1]) for line in hz.lines if line.startswith("average rate")]
        # 20 per second; the last 40 took 1.95 s, give or take what a busy machine delays the ends
        self.assertAlmostEqual(rates[-1], 20, delta=5)

    def test_bw_measures_bytes(self):
        bw = Process(TANDEM, "topic", "bw", "/lab/numbers")
        mean = bw.wait_for(r"Message size mean: (\d+) B min: (\d+) B max: (\d+) B")
        self.assertEqual(bw.stop(), 0)
        self.assertEqual({mean[1], mean[2], mean[3]}, {"8"})  # four bytes of encapsulation, four of content

    def test_delay_measures_age(self):
        delay = Process(TANDEM, "topic", "delay", "/lab/stamped")
        average = delay.wait_for(r"average delay: (\S+)")
        self.assertEqual(delay.stop(), 0)
        self.assertGreaterEqual(float(average[1]), 0.2)  # the robot stamps them 0.2 s too early
        self.assertIn("has no header", self.refused(1, "topic", "delay", "/lab/numbers"))


class NodeAndService(WithRobot):
    def test_node_list_and_info(self):
        self.assertEqual(self.ask("node", "list"), "/lab/robot\n")
        info = self.ask("node", "info", "/lab/robot")
        sections = re.split(r"^  (\S.*):\n", info, flags=re.M)[1:]
        parts = {sections[i]: sections[i + 1] for i in range(0, len(sections), 2)}
        self.assertIn("    /lab/cmd_vel: geometry_msgs/msg/Twist\n", parts["Subscribers"])
        self.assertIn("    /lab/numbers: std_msgs/msg/Int32\n", parts["Publishers"])
        self.assertIn("    /lab/power: std_srvs/srv/SetBool\n", parts["Service Servers"])
        self.assertIn("    /lab/robot/get_parameters: rcl_interfaces/srv/GetParameters\n", parts["Service Servers"])
        self.assertEqual(parts["Service Clients"], "")
        self.assertEqual(parts["Action Servers"], "    /lab/steps: simulation_interfaces/action/SimulateSteps\n")
        self.assertIn("there is no node /nobody", self.refused(1, "node", "info", "/nobody", "--spin-time", "0.1"))

    def test_list_type_find_and_info(self):
        self.assertIn("/lab/power [std_srvs/srv/SetBool]\n", self.ask("service", "list", "-t"))
        self.assertEqual(self.ask("service", "type", "/lab/power"), "std_srvs/srv/SetBool\n")
        self.assertEqual(self.ask("service", "find", "std_srvs/srv/Trigger"), "/lab/silent\n")
        self.assertEqual(self.ask("service", "info", "/lab/power"),
                         "Type: std_srvs/srv/SetBool\nClients count: 0\nServices count: 1\n    /lab/robot\n")

    def test_call(self):
        called = self.ask("service", "call", "/lab/power", "std_srvs/srv/SetBool", "{data: true}")
        self.assertEqual(called, "requester: making request: std_srvs.srv.SetBool_Request(data=True)\n\n"
                                 "response:\nstd_srvs.srv.SetBool_Response(success=True, message='on')\n\n")
        called = self.ask("service", "call", "/lab/power", "std_srvs/SetBool")
        self.assertIn("SetBool_Response(success=False, message=\"it's off\")", called)

    def test_call_again_and_again(self):
        calls = Process(TANDEM, "service", "call", "-r", "50", "/lab/power", "std_srvs/srv/SetBool", "data: true")
        with calls.changed:
            self.assertTrue(calls.changed.wait_for(
                lambda: sum("success=True" in line for line in calls.lines) >= 5, PATIENCE), calls.errors)
        self.assertEqual(calls.stop(), 0)

    def test_calls_that_nobody_answers_end(self):
        self.assertIn("/lab/silent did not answer within 0.5 s",
                      self.refused(1, "service", "call", "/lab/silent", "std_srvs/srv/Trigger", "--timeout", "0.5"))
        self.robot.wait_for("^asked$")
        self.assertIn("nobody served the service /nothing within 0.2 s",
                      self.refused(1, "service", "call", "/nothing", "std_srvs/srv/Trigger", "--timeout", "0.2"))
        self.assertIn("/lab/power is served as std_srvs/srv/SetBool, not as std_srvs/srv/Trigger",
                      self.refused(1, "service", "call", "/lab/power", "std_srvs/srv/Trigger"))


class Action(WithRobot):
    TYPE = "simulation_interfaces/action/SimulateSteps"

    def test_list_and_info(self):
        self.assertEqual(self.ask("action", "list", "-t"), f"/lab/steps [{self.TYPE}]\n")
        self.assertEqual(self.ask("action", "info", "/lab/steps", "-t"),
                         f"Action: /lab/steps\nAction clients: 0\nAction servers: 1\n    /lab/robot [{self.TYPE}]\n")
        self.assertEqual(self.ask("action", "type", "/lab/steps"), self.TYPE + "\n")

    def test_goal_with_feedback(self):
        sent = self.ask("action", "send_goal", "-f", "/lab/steps", self.TYPE, "{steps: 3}")
        self.assertTrue(sent.startswith("Waiting for an action server to become available...\nSending goal:\n"), sent)
        self.assertRegex(sent, r"Goal accepted with ID: [0-9a-f]{32}\n")
        self.assertEqual(re.findall(r"completed_steps: (\d+)\n    remaining_steps: (\d+)", sent),
                         [("1", "2"), ("2", "1"), ("3", "0")])
        self.assertIn("error_message: did 3\n", sent)
        self.assertTrue(sent.endswith("Goal finished with status: SUCCEEDED\n"), sent)

    def test_goals_can_be_rejected_and_fail(self):
        rejected = tandem("action", "send_goal", "/lab/steps", self.TYPE, "{steps: 0}")
        self.assertEqual(rejected.returncode, 1)
        self.assertTrue(rejected.stdout.endswith("Goal was rejected.\n"), rejected.stdout)
        aborted = tandem("action", "send_goal", "/lab/steps", self.TYPE, "{steps: 13}")
        self.assertEqual(aborted.returncode, 1)
        self.assertTrue(aborted.stdout.endswith("Goal finished with status: ABORTED\n"), aborted.stdout)
        self.assertNotIn("Feedback", aborted.stdout)

    def test_ctrl_c_cancels_the_goal(self):
        goal = Process(TANDEM, "action", "send_goal", "--feedback", "/lab/steps", self.TYPE, "{steps: 1000000}")
        goal.wait_for("completed_steps: 3")
        self.assertEqual(goal.stop(), 0)
        self.assertIn("Canceling goal...", goal.lines)
        self.assertEqual(goal.lines[-2:], ["Goal finished with status: CANCELED", "Goal canceled."])
        self.robot.wait_for("goal ended after")


class Param(WithRobot):
    def test_list(self):
        names = self.ask("param", "list", "/lab/robot").splitlines()
        for name in ("camera.rate", "limits", "name", "speed", "use_sim_time", "wheels"):
            self.assertIn("  " + name, names)
        self.assertTrue(self.ask("param", "list").startswith("/lab/robot:\n  camera.rate\n"))
        self.assertIn("  speed (type: double)\n", self.ask("param", "list", "/lab/robot", "--param-type"))

    def test_get_and_set(self):
        self.assertEqual(self.ask("param", "get", "/lab/robot", "wheels"), "Integer value is: 2\n")
        self.assertEqual(self.ask("param", "get", "/lab/robot", "limits", "--hide-type"), "[0.5, 1.0]\n")
        self.assertEqual(self.ask("param", "set", "/lab/robot", "name", "lion"), "Set parameter successful\n")
        self.assertEqual(self.ask("param", "get", "/lab/robot", "name"), "String value is: lion\n")
        # a whole number for a double, a negative one
        self.ask("param", "set", "/lab/robot", "speed", "1")
        self.assertEqual(self.ask("param", "get", "/lab/robot", "speed"), "Double value is: 1.0\n")
        self.ask("param", "set", "/lab/robot", "limits", "[-1, 2]")
        self.ask("param", "set", "/lab/robot", "camera.rate", "-5")
        self.assertEqual(self.ask("param", "get", "/lab/robot", "camera.rate"), "Integer value is: -5\n")

    def test_what_cannot_be_set_is_explained(self):
        self.assertIn("setting the parameter failed: ", self.refused(1, "param", "set", "/lab/robot", "speed", "9.5"))
        self.assertIn("setting the parameter failed: ", self.refused(1, "param", "set", "/lab/robot", "wheels", "3"))
        self.assertIn("setting the parameter failed: ", self.refused(1, "param", "set", "/lab/robot", "speed", "fast"))
        self.assertIn("deleting the parameter failed: ", self.refused(1, "param", "delete", "/lab/robot", "speed"))
        self.assertIn("has no parameter 'nothing'", self.refused(1, "param", "get", "/lab/robot", "nothing"))
        self.assertIn("there is no node /nobody", self.refused(1, "param", "get", "/nobody", "x", "--timeout", "0.2"))

    def test_describe(self):
        described = self.ask("param", "describe", "/lab/robot", "speed")
        self.assertIn("Parameter name: speed\n  Type: double\n  Description: How fast it goes (m/s)\n", described)
        self.assertIn("    Min value: 0.0\n    Max value: 1.5\n", described)
        self.assertIn("Read only: true", self.ask("param", "describe", "/lab/robot", "wheels"))

    def test_dump_and_load(self):
        with tempfile.TemporaryDirectory() as folder:
            self.ask("param", "set", "/lab/robot", "speed", "0.75")
            dumped = self.ask("param", "dump", "/lab/robot")
            self.assertIn("/lab/robot:\n  ros__parameters:\n", dumped)
            self.assertIn("    camera:\n      rate: ", dumped)
            self.assertIn("    speed: 0.75\n", dumped)
            file = pathlib.Path(folder) / "robot.yaml"
            file.write_text("/lab/robot:\n  ros__parameters:\n    speed: 0.25\n    limits: [3, 4]\n")
            loaded = self.ask("param", "load", "/lab/robot", str(file))
            self.assertEqual(loaded, "Set parameter limits successful\nSet parameter speed successful\n")
            self.assertEqual(self.ask("param", "get", "/lab/robot", "speed"), "Double value is: 0.25\n")
            # what can't be changed is named, the rest is as it was dumped
            file.write_text(dumped)
            refused = self.refused(1, "param", "load", "/lab/robot", str(file))
            self.assertIn("setting the parameter wheels failed: ", refused)
            self.assertEqual(self.ask("param", "dump", "/lab/robot"), dumped)
            run = tandem("param", "dump", "/lab/robot", "--output-dir", folder)
            self.assertEqual(run.returncode, 0, run.stderr)
            self.assertEqual((pathlib.Path(folder) / "lab__robot.yaml").read_text(), dumped)


class Alone(unittest.TestCase):
    def test_an_action_server_that_dies_is_noticed(self):
        robot = Process(PEER)
        robot.wait_for("^ready$")
        goal = Process(TANDEM, "action", "send_goal", "-f", "/lab/steps", Action.TYPE, "{steps: 1000000}")
        goal.wait_for("completed_steps: 3")
        robot.stop(signal.SIGKILL)
        self.assertEqual(goal.ended(), 1)
        self.assertIn("the server of /lab/steps is gone", goal.errors[-1])

    def test_an_empty_network_is_an_empty_list(self):
        for arguments in (("topic", "list"), ("node", "list"), ("service", "list"), ("action", "list"), ("param", "list")):
            run = tandem(*arguments)
            self.assertEqual((run.returncode, run.stdout, run.stderr), (0, "", ""))

    def test_wrong_usage_is_answered_with_a_sentence(self):
        for arguments, words in (
            (["topic"], "tandem topic needs a command; there are list, info, "),
            (["param", "gte"], "there is no command 'gte'; there are list, get, "),
            (["topic", "echo"], "TOPIC is required; 'tandem topic echo --help' tells what it takes"),
            (["topic", "pub", "/x"], "TYPE is required; 'tandem topic pub --help'"),
            (["topic", "hz", "/x", "-w", "1"], "--window takes a whole number from 2 to 1000000; not '1'"),
            (["topic", "hz", "/x", "-w", "many"], "--window takes a whole number from 2 to 1000000; not 'many'"),
            (["topic", "hz", "/x", "-w"], "--window needs a value"),
            (["topic", "list", "--domain", "900"], "--domain takes a whole number from 0 to 232; not '900'"),
            (["topic", "echo", "/x", "--json", "--csv"], "--json and --csv exclude each other"),
            (["topic", "echo", "/x", "--json", "--flow-style"], "--json and --flow-style exclude each other"),
            (["topic", "pub", "/x", "std_msgs/msg/Empty", "-r", "0"], "--rate takes a number from 0.001 to 100000; not '0'"),
            (["topic", "list", "--quickly"], "'--quickly' is not expected here; 'tandem topic list --help'"),
            (["topic", "list", "--pace", "3"], "'--pace' is not expected here"),
            (["topic", "echo", "/x", "std_msgs/Int8", "more"], "'more' is not expected here"),
            (["topic", "echo", "/x", "--qos-history", "none"], "--qos-history takes one of keep_last, keep_all, system_default; not 'none'"),
            (["message", "show"], "TYPE is required; 'tandem message show --help'"),
            (["message", "show", "nope/msg/X"], "there is no type 'nope/msg/X'"),
            (["run", "push", "more"], "'more' is not expected here; 'tandem run --help'"),
        ):
            run = tandem(*arguments)
            self.assertEqual(run.returncode, 2, arguments)
            self.assertEqual(run.stdout, "", arguments)
            self.assertIn("tandem: error: " + words, run.stderr)
            self.assertEqual(run.stderr.count("\n"), 1, run.stderr)


if __name__ == "__main__":
    unittest.main()
