# SPDX-FileCopyrightText: The Tandem contributors
# SPDX-License-Identifier: Apache-2.0
"""tandem run as a ROS 2 user meets it: one process runs a scenario, others look at it and steer it."""
import contextlib
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import threading
import unittest

from patience import PATIENCE, eventually
from ros_network import ENVIRONMENT

TANDEM = sys.argv.pop(1)
DOCS = pathlib.Path(__file__).parent.parent / "docs"
os.environ.update(ENVIRONMENT)


def tandem(*arguments, timeout=PATIENCE):
    return subprocess.run([TANDEM, *arguments], capture_output=True, text=True, timeout=timeout)


class Running:
    """A run that goes on until the block ends."""

    def __init__(self, *arguments):
        self.process = subprocess.Popen([TANDEM, "run", "--headless", *arguments], stdin=subprocess.DEVNULL,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGINT)
        self.output, self.errors = self.process.communicate(timeout=PATIENCE)


@contextlib.contextmanager
def background(*arguments):
    """A tool that works as long as the block lasts; its lines can be read."""
    with subprocess.Popen([TANDEM, *arguments], stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.send_signal(signal.SIGINT)


def publishing(topic, type, message):
    return background("topic", "pub", "--rate", "10", "--print", "1000000", topic, type, message)


def position(robot):
    """Where the robot's odometry says it is, along x."""
    echo = tandem("topic", "echo", f"/{robot}/odom", "--once", "--field", "pose.pose.position.x")
    found = re.search(r"-?\d+(\.\d+)?(e-?\d+)?", echo.stdout)
    return float(found[0]) if found else None


class RosRun(unittest.TestCase):
    def test_push_in_one_terminal_and_the_tools_in_others(self):
        with Running("push"), publishing("/emaros/cmd_vel", "geometry_msgs/msg/Twist", "{linear: {x: -0.3}}"), \
                background("topic", "echo", "/emaros/odom", "--csv", "--field", "pose.pose.position.x") as echo:
            # left alone it drives forwards; what is published takes over
            positions = []
            for line in echo.stdout:
                positions.append(float(line))
                if positions[-1] < -0.2:
                    break
            self.assertLess(positions[-1], -0.2)
            self.assertGreater(len(positions), 20)  # 0.2 m take 0.7 s at least, with 50 messages a second

    def test_a_published_velocity_moves_the_robot(self):
        with Running("empty"):
            before = position("emaros")
            self.assertIsNotNone(before)
            with publishing("/emaros/cmd_vel", "geometry_msgs/msg/Twist", "{linear: {x: 0.3}}"):
                self.assertTrue(eventually(lambda: (position("emaros") or 0) > before + 0.2))

    def test_a_stamped_velocity_does_too(self):
        with Running("empty"):
            with publishing("/emaros/cmd_vel", "geometry_msgs/msg/TwistStamped", "{twist: {linear: {x: 0.3}}}"):
                self.assertTrue(eventually(lambda: (position("emaros") or 0) > 0.2))

    def test_the_run_is_seen_as_a_node_with_its_topics_and_services(self):
        with Running("empty"):
            self.assertTrue(eventually(lambda: "/tandem" in tandem("node", "list").stdout.split()))
            self.assertTrue(eventually(lambda: "/emaros/odom" in tandem("topic", "list").stdout.split()))
            self.assertIn("/load_world", tandem("service", "list").stdout.split())
            self.assertIn("/simulate_steps", tandem("action", "list").stdout.split())

    def test_services_answer(self):
        with Running("push"):
            call = tandem("service", "call", "/get_entities", "simulation_interfaces/srv/GetEntities",
                          "{filters: {filter: 'box_1kg'}}")
            self.assertEqual(call.returncode, 0, call.stderr)
            self.assertIn("box_1kg", call.stdout)

    def test_sensors_are_heard(self):
        def once(topic, *options):
            echo = tandem("topic", "echo", f"/emaros/{topic}", "--once", *options)
            self.assertEqual(echo.returncode, 0, echo.stderr)
            return echo.stdout

        with Running("arena"):
            self.assertIn("emaros/lidar_link", once("scan", "--field", "header.frame_id"))
            self.assertIn("encoding: rgb8", once("camera_front/image_raw", "--no-arr"))
            self.assertIn("jpeg", once("camera_rear/image_raw/compressed", "--field", "format"))
            self.assertIn("width: 640", once("camera_front/camera_info"))
            self.assertIn("emaros/imu_link", once("imu", "--field", "header.frame_id"))
            self.assertIn("radiation_type", once("range/front_left"))
            self.assertIn("left_wheel_joint", once("joint_states", "--field", "name"))
            self.assertIn("percentage", once("battery_state"))
            self.assertIn("contacts: []", once("contacts"))

    def test_another_world_takes_over_by_a_topic(self):
        with Running("empty"):
            self.assertTrue(eventually(lambda: "/emaros/odom" in tandem("topic", "list").stdout.split()))
            pub = tandem("topic", "pub", "--once", "/vera/load_scenario", "std_msgs/msg/String", "{data: slope}")
            self.assertEqual(pub.returncode, 0, pub.stderr)
            self.assertTrue(eventually(lambda: "/jackal/odom" in tandem("topic", "list").stdout.split()))
            self.assertNotIn("/emaros/odom", tandem("topic", "list").stdout.split())

    def test_orders_are_answered_once_and_objects_come(self):
        with Running("arena"):
            self.assertTrue(eventually(lambda: "/emaros/robot_command" in tandem("topic", "list").stdout.split()))
            with background("topic", "echo", "/emaros/robot_command/status", "--csv") as echo:
                self.assertTrue(eventually(lambda: "Subscription count: 1" in tandem(
                    "topic", "info", "/emaros/robot_command/status").stdout))
                for command in ["paint , on , red", "attach,nothing_of_the_kind", "detach"]:
                    pub = tandem("topic", "pub", "--once", "/emaros/robot_command", "std_msgs/msg/String",
                                 json.dumps({"data": command}))
                    self.assertEqual(pub.returncode, 0, pub.stderr)
                lines = [echo.stdout.readline() for _ in range(3)]
            self.assertIn("emaros leaves a track", lines[0])
            self.assertIn("there is nothing of type 'nothing_of_the_kind' in the world", lines[1])
            self.assertIn("emaros carries nothing", lines[2])
            call = tandem("service", "call", "/robot_command", "tandem_msgs/srv/RobotCommand", "{command: fly}")
            self.assertIn("'fly' is nothing that can be done here", call.stdout)

            objects = [{"id": f"crate{i}", "type": "carton", "pose": {"position": {"x": 10 + i, "z": 0.2}}} for i in range(20)]
            tandem("topic", "pub", "--once", "/vera/virtual_objects", "tandem_msgs/msg/VirtualObjects",
                   json.dumps({"objects": objects}))
            self.assertTrue(eventually(lambda: "crate19" in tandem(
                "service", "call", "/get_entities", "simulation_interfaces/srv/GetEntities",
                "{filters: {filter: 'crate.*'}}").stdout))
            self.assertIn("emaros", tandem("topic", "echo", "/tandem/rules", "--once").stdout)

    def test_a_world_that_is_not_fine_leaves_the_old_one_and_tells_why(self):
        with Running("empty") as run:
            with background("topic", "echo", "/tandem/events", "--field", "text") as echo:
                # the run hears what others say there, and we hear the run
                self.assertTrue(eventually(
                    lambda: "Subscription count: 2" in tandem("topic", "info", "/tandem/events").stdout))
                wanted = ["topic", "pub", "--once", "/vera/load_scenario", "std_msgs/msg/String", "{data: pusch}"]
                self.assertEqual(tandem(*wanted).returncode, 0)
                reason = echo.stdout.readline()
                if "empty is running" in reason:  # as it is told when the echo was there first
                    reason = echo.stdout.readline()
            self.assertIn("pusch was not loaded", reason)
            self.assertIn("did you mean", reason)
            self.assertIsNotNone(position("emaros"))
        self.assertIn("pusch was not loaded", run.errors)

    def test_files_are_not_quoted_and_the_clock_stays(self):
        def load(request):
            return tandem("service", "call", "/load_world", "simulation_interfaces/srv/LoadWorld", json.dumps(request)).stdout

        # ROS 2 takes these arguments, and so do we
        with Running("empty", "--ros-args", "-e", "/lab", "--log-level", "unset") as run:
            with tempfile.NamedTemporaryFile("w", suffix=".yaml") as file:
                file.write("users:\n  - {name: root, password: s3cret}\n")
                file.flush()
                refused = load({"uri": file.name})
            self.assertIn(file.name + ":1: error: ", refused)
            self.assertIn("expected", refused)
            self.assertNotIn("users", refused)
            loaded = load({"resource_string": "name: real\nclock: wall\n"})
            self.assertIn("keeps its clock", loaded)
            clock = tandem("topic", "echo", "/clock", "--once", "--csv", "--field", "clock.sec").stdout
            self.assertLess(int(clock), 1000)
        self.assertNotIn("users", run.errors)

    def follow(self, commands):
        with tempfile.TemporaryDirectory() as folder, Running("push"):
            os.symlink(os.path.abspath(TANDEM), f"{folder}/tandem")
            self.assertTrue(eventually(lambda: "/emaros/scan" in tandem("topic", "list").stdout.split()))
            path = f"{folder}:{os.environ['PATH']}"
            for command in commands:
                with subprocess.Popen(["bash", "-c", command], cwd=folder, stdout=subprocess.PIPE, text=True,
                                      stderr=subprocess.PIPE, env={**os.environ, "PATH": path}) as run:
                    is_endless = re.match(r"tandem topic (echo|hz|bw|delay|pub)", command) and \
                        not re.search(r"--once|\| head", command)
                    if is_endless:
                        impatience = threading.Timer(PATIENCE, run.kill)
                        impatience.start()
                        self.assertNotEqual(run.stdout.readline(), "", command)
                        impatience.cancel()
                        run.send_signal(signal.SIGINT)
                    _, errors = run.communicate(timeout=PATIENCE)
                self.assertEqual((run.returncode, errors), (0, ""), command)

    def test_the_page_of_the_tools_can_be_followed(self):
        page = (DOCS / "ros-tools.md").read_text()
        # recording has a test of its own; the run of this one stands still where the page comes to it
        commands = [command for command in re.findall(r"^\$ (tandem (?:.*\\\n)*.*)$", page, re.MULTILINE)
                    if not re.match(r"tandem (record|bag) ", command)]
        self.assertGreater(len(commands), 25)
        self.follow(commands)

    def test_the_page_for_ros2_users_can_be_followed_with_our_tools(self):
        page = (DOCS / "ros2-users.md").read_text()
        words = re.findall(r"^ros2 ((?:topic|node|service|param) .*)$", page, re.MULTILINE)
        self.assertGreater(len(words), 9)
        self.follow(["tandem " + line for line in words])

    def test_parameters_steer_the_run(self):
        with Running("empty", "--ros-args", "-p", "paused:=true"):
            self.assertTrue(eventually(lambda: "True" in tandem("param", "get", "/tandem", "paused").stdout))
            done = tandem("param", "set", "/tandem", "paused", "false")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertTrue(eventually(lambda: "False" in tandem("param", "get", "/tandem", "paused").stdout))

    def test_a_run_that_waits_for_its_first_step_is_there(self):
        with Running("empty", "--paused"):
            self.assertTrue(eventually(lambda: "/emaros/odom" in tandem("topic", "list").stdout.split()))
            call = tandem("service", "call", "/get_entities", "simulation_interfaces/srv/GetEntities", "{}")
            self.assertIn("emaros", call.stdout)

    def test_ros_arguments_rename(self):
        with Running("empty", "--ros-args", "-r", "__ns:=/lab", "-r", "__node:=simulator", "-r",
                     "emaros/odom:=/renamed", "-r", "/tf:=/lab/tf"):
            self.assertTrue(eventually(lambda: "/lab/simulator" in tandem("node", "list").stdout.split()))
            wanted = {"/renamed", "/lab/emaros/cmd_vel", "/lab/emaros/joint_states", "/lab/tf", "/clock"}
            self.assertTrue(eventually(lambda: wanted <= set(tandem("topic", "list").stdout.split())))
            self.assertFalse({"/tf", "/emaros/odom", "/emaros/cmd_vel"} & set(tandem("topic", "list").stdout.split()))
            self.assertIn("/lab/load_world", tandem("service", "list").stdout.split())

    def test_ros_arguments_steer_commands_and_parameters(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "fast.yaml"
            file.write_text("/**:\n  ros__parameters:\n    speed: 4.0\n")
            with Running("empty", "--ros-args", "--params-file", str(file), "-r", "emaros/cmd_vel:=/joystick"):
                self.assertTrue(eventually(lambda: "4.0" in tandem("param", "get", "/tandem", "speed").stdout))
                with publishing("/joystick", "geometry_msgs/msg/Twist", "{linear: {x: 0.3}}"):
                    self.assertTrue(eventually(lambda: (position("emaros") or 0) > 0.2))

    def test_tools_say_that_ros_arguments_are_not_for_them(self):
        run = tandem("topic", "list", "--ros-args", "-r", "a:=b")
        self.assertEqual(run.returncode, 2)
        self.assertIn("--ros-args are for tandem run", run.stderr)

    def test_wrong_ros_arguments_are_wrong_usage(self):
        run = tandem("run", "empty", "--headless", "--duration", "1s", "--ros-args", "-r", "nonsense")
        self.assertEqual(run.returncode, 2)
        self.assertIn("nonsense", run.stderr)

    def test_a_network_that_cannot_be_joined_ends_the_run_unless_it_may(self):
        environment = {**os.environ, "ROS_DOMAIN_ID": "many"}
        run = [TANDEM, "run", "empty", "--headless", "--speed", "max", "--duration", "1s"]
        refused = subprocess.run(run, capture_output=True, text=True, timeout=PATIENCE, env=environment)
        self.assertEqual(refused.returncode, 1)
        self.assertIn("ROS_DOMAIN_ID", refused.stderr)
        self.assertIn("--no-ros", refused.stderr)
        for option in ("--try-ros", "--no-ros"):
            allowed = subprocess.run([*run, option], capture_output=True, text=True, timeout=PATIENCE, env=environment)
            self.assertEqual(allowed.returncode, 0, allowed.stderr)

    def test_as_fast_as_possible_goes_on_with_ros(self):
        with_ros = tandem("run", "push", "--headless", "--speed", "max", "--duration", "10s", "--hash")
        without = tandem("run", "push", "--headless", "--speed", "max", "--duration", "10s", "--hash", "--no-ros")
        self.assertEqual(with_ros.returncode, 0, with_ros.stderr)
        self.assertEqual(with_ros.stdout, without.stdout)


if __name__ == "__main__":
    unittest.main()
