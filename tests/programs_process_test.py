# SPDX-FileCopyrightText: The Tandem contributors
# SPDX-License-Identifier: Apache-2.0
"""Robot programs that `tandem run` starts beside a world: that they run, what happens when one dies, and that they hear nothing that a
robot would not have (FR-19)."""
import os
import pathlib
import re
import signal
import subprocess
import sys
import threading
import unittest

from patience import PATIENCE, eventually
from ros_network import ENVIRONMENT

TANDEM = sys.argv.pop(1)

# What a real robot of the laboratory has, seen from its namespace or from the root.
OF_A_ROBOT = re.compile(
    r"/clock|/tf|/tf_static|/map|/parameter_events|"
    r"/emaros/(scan|odom|imu|joint_states|range/\w+|camera_\w+/(image_raw|image_raw/compressed|camera_info)|"
    r"robot_command/status|goal_pose|local_costmap/footprint|perceived_obstacles|perception(_rear)?/sight|"
    r"[\w/]+/_action/(feedback|status))")
# and what it calls: parts of its own
OF_ITS_PARTS = re.compile(
    r"/emaros/(perception(_rear)?/select|[\w/]+/_action/(send_goal|cancel_goal|get_result)|"
    r"(global|local)_costmap/clear_entirely_(global|local)_costmap|\w+/(get|set|list|describe)_parameters\w*)")


def ask(*arguments):
    """What a command of `tandem` prints."""
    done = subprocess.run([TANDEM, *arguments], env=ENVIRONMENT, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=PATIENCE)
    return done.stdout + done.stderr


def children_of(pid):
    """Name of the program -> its process, of what a process has started."""
    found = {}
    for file in pathlib.Path(f"/proc/{pid}/task").glob("*/children"):
        try:
            for number in file.read_text().split():
                words = pathlib.Path(f"/proc/{number}/cmdline").read_bytes().decode().split("\0")
                named = [word.split(":=")[1] for word in words if word.startswith("__node:=")]
                found[named[0] if named else pathlib.PurePath(words[0]).name] = int(number)
        except OSError:
            pass  # it has just ended
    return found


def parts_of(node):
    """Titles of `tandem node info` -> names."""
    parts, title = {}, None
    for line in ask("node", "info", node, "--include-hidden").splitlines():
        if re.fullmatch(r"  [A-Z][\w ]+:", line):
            title = line.strip(" :")
            parts[title] = set()
        elif title and line.startswith("    "):
            parts[title].add(line.split(":")[0].strip())
    return parts


def heard_by(node):
    parts = parts_of(node)
    return parts.get("Subscribers", set()), parts.get("Service Clients", set())


def mission():
    """What the program of the robot said of itself last."""
    return ask("topic", "echo", "/emaros/mission", "--once", "--qos-durability", "transient_local")


def foreign(topics, allowed):
    return sorted(topic for topic in topics if not allowed.fullmatch(topic))


class Run:
    """`tandem run` and what it says."""

    def __init__(self, *arguments):
        self.process = subprocess.Popen([TANDEM, "run", *arguments, "--headless", "--port", "0"], env=ENVIRONMENT, stdin=subprocess.DEVNULL,
                                        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        self.said = []
        self.reader = threading.Thread(target=lambda: self.said.extend(self.process.stderr), daemon=True)
        self.reader.start()

    def has_said(self, words):
        return any(words in line for line in self.said)

    def programs(self):
        return {name: pid for name, pid in children_of(self.process.pid).items() if name != "tandem"}

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGINT)
        self.code = self.process.wait(timeout=PATIENCE)
        self.reader.join()
        self.process.stderr.close()


# What each world starts.
WORLDS = {"paint": {"navigator", "perception", "line_follower"},
          "logistics": {"navigator", "perception", "perception_rear", "logistics"},
          "farm": {"navigator", "perception", "farming"},
          "pong": {"navigator", "perception", "perception_rear", "pong_player"}}


class ProgramsOfARun(unittest.TestCase):
    def test_a_world_and_its_programs_start_together_and_end_together(self):
        for mode in ("virtual", "twin"):
            with self.subTest(mode=mode):
                with Run("pong", "--mode", mode) as run:
                    self.assertTrue(eventually(lambda: set(run.programs()) >= WORLDS["pong"]), run.said)
                    programs = run.programs()

                    # it says that it is there before it begins
                    self.assertTrue(eventually(lambda: "status: 0" in mission()), mission())
                    self.assertIn("program: pong_player", mission())
                self.assertEqual(run.code, 0, run.said)
                self.assertFalse([name for name, pid in programs.items() if os.path.exists(f"/proc/{pid}")])
                self.assertFalse(run.has_said("has ended before it"), run.said)

    def test_the_navigator_of_a_twin_gets_the_settings_for_real_robots(self):
        for mode, settings in (("virtual", "virtual"), ("twin", "physical")):
            with Run("paint", "--mode", mode) as run:
                self.assertTrue(eventually(lambda: settings in ask("param", "get", "/emaros/navigator", "parameter_set")), run.said)

    def test_one_that_dies_is_told_with_its_name_and_the_run_goes_on(self):
        with Run("paint") as run:
            self.assertTrue(eventually(lambda: "navigator" in run.programs()), run.said)
            os.kill(run.programs()["navigator"], signal.SIGKILL)
            self.assertTrue(eventually(lambda: run.has_said("navigator of emaros, which belongs to this run, has ended before it: signal 9")), run.said)
            self.assertIsNone(run.process.poll())
        self.assertEqual(run.code, 0)

    def test_a_mission_whose_navigator_or_perception_is_killed_ends_stopped_and_says_so(self):
        # who is killed cannot say goodbye: that pictures stay away is noticed first
        for victim, outcome in (("navigator", "navigator_lost"), ("perception", "camera_lost|perception_lost")):
            # without a line it searches, by both of them
            with self.subTest(victim=victim), Run("paint", "--set", "paint.strokes=[]") as run:
                self.assertTrue(eventually(lambda: re.search("status: 0\nactive: find_line", mission())), run.said)
                os.kill(run.programs()[victim], signal.SIGKILL)
                self.assertTrue(eventually(lambda: re.search(f"status: 3\n(?:.*\n)*?outcome: (?:{outcome})\n", mission())), mission())
                speed = ask("topic", "echo", "/emaros/odom", "--once", "--field", "twist.twist.linear.x")
                self.assertLess(abs(float(speed.split()[0])), 0.01, speed)

    def test_last_words_are_told(self):
        with Run("paint", "--set", "programs=[{program: perception, parameters: {processor: bx}}]") as run:
            self.assertTrue(eventually(lambda: run.has_said("has ended before it: exit code 2")), run.said)
            self.assertTrue(eventually(lambda: run.has_said("no processor 'bx'")), run.said)

    def test_they_have_no_sockets_of_the_run(self):
        def listening(pid):
            # what somebody listens to with TCP has the state 0A and its inode in the tenth column
            rows = [line.split() for line in pathlib.Path("/proc/net/tcp").read_text().splitlines()[1:]]
            inodes = {row[9] for row in rows if row[3] == "0A"}
            links = [os.readlink(file) for file in pathlib.Path(f"/proc/{pid}/fd").iterdir() if os.path.islink(file)]
            return {link for link in links if link.startswith("socket:[") and link[8:-1] in inodes}
        with Run("paint") as run:
            self.assertTrue(eventually(lambda: set(run.programs()) >= WORLDS["paint"]), run.said)
            self.assertTrue(listening(run.process.pid))  # the page's
            # a process that has just begun is still a copy of the run's
            for name, pid in run.programs().items():
                self.assertTrue(eventually(lambda: not listening(pid)), name)

    def test_none_outlives_a_run_that_is_killed(self):
        with Run("paint") as run:
            self.assertTrue(eventually(lambda: len(run.programs()) >= 2), run.said)
            programs = run.programs()
            run.process.kill()
            self.assertTrue(eventually(lambda: not any(os.path.exists(f"/proc/{pid}") for pid in programs.values())), programs)

    def test_a_world_may_run_alone(self):
        with Run("paint", "--no-program") as run:
            self.assertTrue(eventually(lambda: "/emaros/odom" in ask("topic", "list")))
            self.assertEqual(run.programs(), {})

    def test_programs_change_with_the_world(self):
        with Run("paint") as run:
            self.assertTrue(eventually(lambda: {"navigator", "perception"} <= set(run.programs())), run.said)
            before = set(run.programs().values())
            ask("topic", "pub", "--once", "/vera/load_scenario", "std_msgs/msg/String", "{data: pong}")
            self.assertTrue(eventually(lambda: set(run.programs()) == WORLDS["pong"]), run.said)
            self.assertFalse(before & set(run.programs().values()))
            ask("topic", "pub", "--once", "/vera/load_scenario", "std_msgs/msg/String", "{data: empty}")
            self.assertTrue(eventually(lambda: not run.programs()), run.said)
            self.assertFalse(run.has_said("has ended before it"), run.said)


class WhatProgramsHear(unittest.TestCase):
    """FR-19: nothing but sensors, odometry, transforms, map, clock, actions and what belongs to the robot."""

    def test_programs_hear_what_a_real_robot_has_and_nothing_else(self):
        seen = set()
        for world, names in WORLDS.items():
            with self.subTest(world=world), Run(world) as run:
                self.assertTrue(eventually(lambda: set(run.programs()) >= names), run.said)
                for name in sorted(names - seen):
                    seen.add(name)
                    self.assertTrue(eventually(lambda: "/clock" in heard_by(f"/emaros/{name}")[0]), name)
                    topics, services = heard_by(f"/emaros/{name}")
                    self.assertEqual(foreign(topics, OF_A_ROBOT), [], name)
                    self.assertEqual(foreign(services, OF_ITS_PARTS), [], name)
                    if name == "navigator":  # so that it is known to look at the right thing
                        self.assertLessEqual({"/emaros/scan", "/emaros/odom", "/map", "/tf"}, topics)

    def test_perception_that_looks_hears_its_camera(self):
        with Run("paint", "--set", "programs=[{program: perception, parameters: {processor: line}}]"):
            self.assertTrue(eventually(lambda: "/emaros/camera_front/image_raw/compressed" in heard_by("/emaros/perception")[0]))
            self.assertEqual(foreign(heard_by("/emaros/perception")[0], OF_A_ROBOT), [])

    def test_somebody_who_hears_the_truth_is_found(self):
        with Run("paint", "--no-program", "--set", "robots.emaros.topics={ground_truth: on}"):
            self.assertTrue(eventually(lambda: "/emaros/ground_truth" in ask("topic", "list")))
            cheats = [subprocess.Popen([TANDEM, "topic", "echo", topic], env=ENVIRONMENT, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
                      for topic in ("/emaros/ground_truth", "/tandem/rules")]
            try:
                def found():
                    nodes = [node for node in ask("node", "list", "--all").split() if "echo" in node or "tool" in node or node.startswith("/_")]
                    return {topic for node in nodes for topic in foreign(heard_by(node)[0], OF_A_ROBOT)}
                self.assertTrue(eventually(lambda: {"/emaros/ground_truth", "/tandem/rules"} <= found()), ask("node", "list", "--all"))
            finally:
                for cheat in cheats:
                    cheat.send_signal(signal.SIGINT)
                    cheat.wait(timeout=PATIENCE)


if __name__ == "__main__":
    unittest.main(verbosity=2)
