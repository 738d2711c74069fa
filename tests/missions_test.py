# SPDX-FileCopyrightText: The Tandem contributors
# SPDX-License-Identifier: Apache-2.0
"""`tandem test` from the outside: every kind of expectation has a mission that passes and one that must not, verdicts are
exit codes, runs repeat bit for bit, campaigns are spread, merged and written for CI, and a run that is killed has a verdict."""
import json
import math
import os
import pathlib
import pty
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import xml.etree.ElementTree as ET

TANDEM = sys.argv.pop(1)
HERE = pathlib.Path(__file__).parent / "missions"
KINDS = ["reach", "within", "eventually", "always", "never", "stays", "ordered"]
# missions that must fail, by their names: the kind that fails, between which times and with which value
MUST_FAIL = {kind: (kind,) for kind in KINDS} | {
    # a robot at 0.3 m/s, up to speed within 0.3 s, is 35 cm away after 1.2 to 1.5 s
    "inside": ("never", (1.1, 1.5)),
    "rate": ("always", (2, 2.1), (9, 11)),
    "latency": ("always", (0, 2), (0.02, 0.1)),
    "silence": ("always", (1, 1.2), (0.05, 0.06)),
    "event": ("never", (1, 1.1)),
    "field": ("always", (0, 2), (math.radians(20), math.radians(30))),
    "distance": ("always", (1, 1.4), (0.69, 0.7)),
    "within_again": ("within", (5, 10)),
    "within_late": ("within", (2, 2.01)),
}


def tandem(*words, **options):
    return subprocess.run([TANDEM, *map(str, words)], capture_output=True, text=True, timeout=300, **options)


class Missions(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.path = pathlib.Path(self.folder.name)

    def mission(self, text, name="mission.yaml"):
        file = self.path / name
        file.write_text(text)
        return file

    def results(self, folder):
        return {file.name: json.loads(file.read_text()) for file in sorted((self.path / folder).glob("*.json"))}

    def test_every_kind_has_a_mission_that_passes_and_one_that_must_fail(self):
        for kind in KINDS:
            self.assertTrue((HERE / "pass" / f"{kind}.yaml").exists(), kind)
            self.assertTrue((HERE / "fail" / f"{kind}.yaml").exists(), kind)
        good = tandem("test", HERE / "pass", "--results", self.path / "good")
        self.assertEqual(good.returncode, 0, good.stdout + good.stderr)
        for name, result in self.results("good").items():
            for assertion in result["assertions"]:
                self.assertEqual(assertion["state"], "passed", (name, assertion))

        bad = tandem("test", HERE / "fail", "--results", self.path / "bad")
        self.assertEqual(bad.returncode, 3, bad.stdout + bad.stderr)  # one of them is an error
        results = {result["mission"]: result for result in self.results("bad").values()}
        self.assertEqual(results.keys(), MUST_FAIL.keys() | {"timeout", "error", "never_came"})
        for name, verdict in (("timeout", "timeout"), ("error", "error"), ("never_came", "error")):
            self.assertEqual(results[name]["verdict"], verdict, results[name]["reason"])
        self.assertRegex(results["never_came"]["reason"], r"never_came.yaml:11: 'place big_cube at .*' never happened: "
                         "it was never true that the x of the robot is above 100 m")
        self.assertIn("never happened", results["never_came"]["timeline"][-1]["text"])
        self.assertIn("was never true until then", results["within_late"]["reason"])
        for name, (kind, *bounds) in MUST_FAIL.items():
            result = results[name]
            self.assertEqual(result["verdict"], "failed", result["reason"])
            (failed,) = [a for a in result["assertions"] if a["state"] == "failed"]
            self.assertEqual(failed["kind"], kind)
            self.assertIn(f"{name}.yaml:{failed['line']}: ", result["reason"])
            self.assertIsNotNone(failed["decided_s"])
            for key, (low, high) in zip(("decided_s", "value"), bounds):
                self.assertTrue(low <= failed[key] <= high, (name, key, failed[key]))

    def test_a_failure_says_when_and_with_what_value(self):
        run = tandem("test", HERE / "fail" / "always.yaml", "--results", self.path / "r")
        self.assertEqual(run.returncode, 1, run.stdout)
        (result,) = self.results("r").values()
        assertion = result["assertions"][0]
        self.assertGreater(assertion["value"], 0.25)
        self.assertEqual((assertion["high"], assertion["unit"]), (0.25, "m/s"))
        self.assertIn("speed of the robot was 0.25", result["reason"])
        self.assertIn(f"(at {assertion['decided_s']:.3f} s)", result["reason"])
        self.assertIn(result["reason"], run.stdout)
        self.assertEqual(sorted(result["environment"]), ["compiler", "cores", "kernel", "processor", "system", "tandem"])
        self.assertTrue(all(result["environment"].values()), result["environment"])

    def test_the_same_seed_gives_the_same_result(self):
        for times in ("one", "two"):
            run = tandem("test", HERE / "pass", "--seeds", "4..5", "--results", self.path / times, "-q")
            self.assertEqual(run.returncode, 0, run.stdout)
        one, two = self.results("one"), self.results("two")
        self.assertEqual(one.keys(), two.keys())
        for name in one:
            for what in ("costs", "environment"):
                one[name].pop(what), two[name].pop(what)
            self.assertEqual(one[name], two[name])

    def test_what_a_seed_draws_is_in_its_result_and_report(self):
        file = self.mission("mission: m\nscenario: empty\nprograms: []\nduration: 1s\nvary: {robots.emaros.pose.x: [-1, 1]}\n"
                            "expect:\n  - always: {measure: speed, below: 1 m/s}\n")
        run = tandem("test", file, "--seeds", "1..2", "--results", self.path / "r", "--html", self.path / "html")
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        pages = [page.read_text() for page in sorted((self.path / "html").rglob("*.html"))]
        drawn = []
        for result in self.results("r").values():
            ((key, value),) = (it.split("=") for it in result["drawn"])
            self.assertEqual(key, "robots.emaros.pose.x")
            (way,) = [way for way in result["trajectories"] if way["kind"] == "robot"]
            self.assertAlmostEqual(float(value), way["points"][0][1], delta=1e-4)
            self.assertTrue(any(f"{key}={value}" in page for page in pages))
            drawn.append(value)
        self.assertNotEqual(*drawn)

    def test_a_failure_is_told_and_shown_however_much_happened_before(self):
        events = "".join(f"  - {{at: {40 + 8 * i}ms, name: e{i}, " + ("remove: box" if i % 2 else
                         "place: {object: big_cube, name: box, pose: {x: 2}}") + "}\n" for i in range(0, 1000))
        drive = "  - {at: 8500ms, drive: {linear: 0.3 m/s, for: 1s}}\n"
        file = self.mission("mission: m\nscenario: empty\nprograms: []\nduration: 10s\nevents:\n" +
                            "".join(events.splitlines(keepends=True)[:999]) + drive +
                            "expect:\n  - always: {measure: speed, below: 0.25 m/s}\n")
        run = tandem("test", file, "--results", self.path / "r", "--html", self.path / "html")
        self.assertEqual(run.returncode, 1, run.stdout + run.stderr)
        (result,) = self.results("r").values()
        self.assertEqual(result["timeline"][-1]["kind"], "verdict")
        self.assertTrue(any("failed: " in picture["caption"] for picture in result["pictures"]), result["pictures"])

    def test_a_navigator_gives_the_same_result_in_every_process(self):
        """One world with laser, map, planner and controller; each of the runs is a process of its own."""
        runs = int(os.environ.get("TANDEM_MISSION_PROCESSES", "4"))
        results = set()
        for number in range(runs):
            run = tandem("test", "arena_goal", "--seeds", "7", "--results", self.path / f"r{number}")
            self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
            (result,) = self.results(f"r{number}").values()
            for what in ("costs", "environment"):
                result.pop(what)
            results.add(json.dumps(result))
        self.assertEqual(len(results), 1)

    def test_a_terminal_shows_how_long_the_rest_will_take(self):
        file = self.mission("mission: m\nscenario: empty\nprograms: []\nduration: 60s\nexpect:\n"
                            "  - always: {measure: speed, below: 1 m/s}\n")
        terminal, theirs = pty.openpty()
        with subprocess.Popen([TANDEM, "test", file, "--seeds", "1..4", "--jobs", "1"], stdout=subprocess.PIPE, stderr=theirs) as run:
            os.close(theirs)
            run.communicate(timeout=300)
        shown = os.read(terminal, 100_000).decode()
        os.close(terminal)
        self.assertEqual(run.returncode, 0)
        for done in range(4):
            self.assertIn(f"] {done} of 4, 0 not passed", shown)
        left = re.findall(r" of 4, 0 not passed, (\S+) left", shown)
        self.assertGreaterEqual(len(left), 3, shown)
        for time_left in left:
            self.assertRegex(time_left, r"^\d:[0-5]\d$")

    def test_no_verdict_depends_on_how_fast_the_machine_is(self):
        file = self.mission("mission: m\nscenario: empty\nprograms: []\nduration: 5s\nexpect:\n"
                            "  - never: {topic: /tandem/stats, field: step_mean_ms, above: 0.06}\n")
        for command in "check", "test":
            run = tandem(command, file)
            self.assertNotEqual(run.returncode, 0)
            self.assertRegex(run.stdout + run.stderr, r"mission.yaml:6.*'/tandem/stats' tells how fast the machine is")

    def test_what_stays_is_watched_until_the_end(self):
        text = """mission: m
scenario: empty
programs: []
duration: 6s
events:
  - {at: 1s, drive: {linear: 0.3 m/s, for: 3s}}
expect:
  - stays: {near: [0.5, 0], tolerance: 5 cm}
"""
        run = tandem("test", self.mission(text))
        self.assertEqual(run.returncode, 1, run.stdout)
        self.assertIn("after it had begun", run.stdout)

    def test_what_is_for_nobody_is_an_error(self):
        for deed, words in (("{at: 1s, goal: {x: 1, y: 0}}", "there is no action server /emaros/navigate_to_pose"),
                            ("{at: 1s, call: {service: /nosuch, type: std_srvs/srv/Trigger}}", "there is no service /nosuch")):
            run = tandem("test", self.mission("mission: m\nscenario: empty\nprograms: []\nduration: 3s\nevents:\n"
                                              f"  - {deed}\nexpect:\n  - always: {{measure: speed, below: 1 m/s}}\n"))
            self.assertEqual(run.returncode, 3, run.stdout)
            self.assertRegex(run.stdout, rf"mission.yaml:6: .* was for nobody: {words}")

    def test_mistakes_are_found_before_anything_is_run(self):
        for text, words in (("mission: m\nscenario: nosuch\nduration: 3s\n", "mission.yaml:2"),
                            ("mission: m\nscenario: empty\nduration: 3s\nprograms: [nosuch]\n", "mission.yaml:4"),
                            ("mission: m\nscenario: empty\nduration: 3s\nsettings: {robots.emaros.nosuch: 3}\n", "mission.yaml:4")):
            run = tandem("test", self.mission(text + "expect:\n  - always: {measure: speed, below: 1 m/s}\n"))
            self.assertEqual(run.returncode, 2, run.stdout + run.stderr)
            self.assertIn(words, run.stderr)
        good = self.mission("mission: m\nscenario: empty\nprograms: []\nduration: 1s\nexpect:\n  - always: {measure: speed, below: 1 m/s}\n")
        unwritable = tandem("test", good, "--html", "/proc/x")
        self.assertEqual(unwritable.returncode, 2, unwritable.stdout + unwritable.stderr)
        # who misspells the first key is told that the file was left out
        self.mission("misson: m\nscenario: empty\n", "other.yaml")
        folder = tandem("test", self.path)
        self.assertEqual(folder.returncode, 0, folder.stdout + folder.stderr)
        self.assertRegex(folder.stderr, "left out.*other.yaml")
        self.assertEqual(tandem("check", self.path).returncode, 0)

    def test_empty_and_damaged_parts_merge_too(self):
        reach = HERE / "pass" / "reach.yaml"
        for part in (1, 2):
            run = tandem("test", reach, "--seeds", "1", "--shard", f"{part}/2", "--results", self.path / f"part{part}")
            self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        merged = tandem("test", "--merge", self.path / "part2", self.path / "part1")
        self.assertEqual(merged.returncode, 0, merged.stdout + merged.stderr)
        self.assertIn("1 run: 1 passed", merged.stdout)
        (self.path / "part2" / "half.json").write_text('{"mission": "half"')
        merged = tandem("test", "--merge", self.path / "part1", self.path / "part2")
        self.assertEqual(merged.returncode, 3, merged.stdout + merged.stderr)
        self.assertIn("2 runs: 1 passed, 1 error", merged.stdout)
        self.assertEqual(tandem("test", "--merge", self.path / "html").returncode, 2)

    def test_shards_merge_into_the_whole(self):
        whole = tandem("test", HERE / "pass" / "reach.yaml", HERE / "fail" / "always.yaml", "--seeds", "1..3", "--results",
                       self.path / "whole", "--junit", self.path / "whole.xml")
        self.assertEqual(whole.returncode, 1)
        for part in (1, 2):
            tandem("test", HERE / "pass" / "reach.yaml", HERE / "fail" / "always.yaml", "--seeds", "1..3", "--shard", f"{part}/2",
                   "--results", self.path / f"part{part}")
        self.assertEqual(len(self.results("part1")), 3)
        self.assertEqual(len(self.results("part2")), 3)
        merged = tandem("test", "--merge", self.path / "part1", self.path / "part2", "--junit", self.path / "merged.xml")
        self.assertEqual(merged.returncode, 1, merged.stderr)
        self.assertIn("6 runs: 3 passed, 3 failed", merged.stdout)
        cases = [sorted((case.get("classname"), case.get("name"), [child.tag for child in case])
                        for case in ET.parse(self.path / file).iter("testcase")) for file in ("whole.xml", "merged.xml")]
        self.assertEqual(cases[0], cases[1])
        root = ET.parse(self.path / "merged.xml").getroot()
        self.assertEqual((root.get("tests"), root.get("failures"), root.get("errors")), ("6", "3", "0"))

    def test_mistakes_in_files_are_told_at_their_place(self):
        file = self.mission("""mission: wrong
scenario: empty
duration: 5
expect:
  - always: {measure: sped, at_most: 1 m/s}
  - never: {measure: speed, above: 1 deg}
  - eventualy: {measure: x, above: 1 m}
  - reach: {near: [1, 2]}
events:
  - {at: 1s, drive: {linear: 3, for: 1s}}
  - {remove: box}
""")
        for command in ("check", "test"):
            run = tandem(command, file)
            told = run.stdout + run.stderr
            self.assertEqual(run.returncode, 2 if command == "test" else 1, told)
            for line, words in ((3, "expects a time with its unit"), (5, "did you mean 'speed'?"),
                                (6, "'above' expects a speed such as 0.5 m/s, is '1 deg'"), (7, "did you mean 'eventually'?"),
                                (8, "must have 'tolerance'"), (10, "'linear' expects a speed"),
                                (11, "happens 'at' a time or 'when'")):
                self.assertRegex(told, rf"{file.name}:{line}: .*{words.replace('?', '[?]').replace('(', '[(]')}")
        good = tandem("check", HERE / "pass" / "reach.yaml")
        self.assertEqual(good.returncode, 0, good.stdout)
        self.assertIn("ok", good.stdout)

    def test_mistakes_about_the_world_are_told_at_their_place(self):
        file = self.mission("""mission: wrong
scenario: empty
programs: []
duration: 5s
settings:
  robots.emaros.poze.x: 1
expect:
  - never: {touching: '*'}
""")
        for command in ("check", "test"):
            run = tandem(command, file)
            self.assertRegex(run.stdout + run.stderr, rf"{file.name}:6: .*did you mean 'pose'[?]")
        for event, words in (("{at: 1s, place: {object: unicorn, pose: {x: 1}}}", "there is no robot or model 'unicorn'"),
                             ("{at: 1s, move: unicorn, to: {x: 1}}", "'unicorn' is not in the world"),
                             ("{at: 2s, scenario: nowhere}", "there is no such scenario")):
            file = self.mission(f"""mission: wrong
scenario: empty
programs: []
duration: 5s
expect:
  - never: {{touching: '*'}}
events:
  - {event}
""")
            run = tandem("check", file)
            self.assertRegex(run.stdout + run.stderr, rf"{file.name}:8: .*{words}")

    def test_who_drives_a_robot_twice_at_once_is_warned(self):
        text = "mission: m\nscenario: empty\nprograms: []\nduration: 9s\nevents:\n" + "".join(
            f"  - {{at: {at}, drive: {{linear: 0.1 m/s, for: 2s}}}}\n" for at in ("1s", "3s", "4s", "7s")
        ) + "expect:\n  - always: {measure: speed, below: 1 m/s}\n"
        run = tandem("check", self.mission(text))
        told = run.stdout + run.stderr
        self.assertEqual(run.returncode, 0, told)
        self.assertRegex(told, r"mission.yaml:8: warning: 'emaros' is driven since 3.000 s already \(line 7\), for 2.000 s")
        self.assertEqual(told.count("driven since"), 1, told)

    def test_what_cannot_be_run_is_an_error_with_a_sentence(self):
        cases = {"scenario: empty\nprograms: [{program: navigator, parameters: {parameter_set: fast}}]": "navigator"}
        for head, words in cases.items():
            file = self.mission(f"mission: broken\n{head}\nduration: 1s\nexpect:\n  - always: {{measure: speed, below: 1 m/s}}\n")
            run = tandem("test", file)
            self.assertEqual(run.returncode, 3, run.stdout + run.stderr)
            self.assertIn("error", run.stdout)
            self.assertIn(words, run.stdout)

    def test_a_file_that_cannot_be_read_is_not_passed_over(self):
        (self.path / "all").mkdir()
        good = "mission: good\nscenario: empty\nprograms: []\nduration: 1s\nexpect:\n  - always: {measure: speed, below: 1 m/s}\n"
        self.mission(good, "all/good.yaml")
        self.mission("name: a scenario\n", "all/scenario.yaml")
        self.assertEqual(tandem("test", self.path / "all").returncode, 0)
        self.mission("mission: torn\nexpect:\n  - never: {touching: '*'\n", "all/torn.yaml")
        self.mission("mission: wrong\nscenario: empty\n", "all/wrong.yaml")
        run = tandem("test", self.path / "all")
        self.assertEqual(run.returncode, 2, run.stdout + run.stderr)
        self.assertRegex(run.stderr, r"torn.yaml:[34]: ")
        self.assertRegex(run.stderr, r"wrong.yaml:1: .*'expect'")

    def test_each_run_has_a_result_of_its_own(self):
        (self.path / "a").mkdir()
        text = "mission: one\nscenario: empty\nprograms: []\nduration: 1s\nexpect:\n  - always: {measure: speed, below: 1 m/s}\n"
        file = self.mission(text, "a/b.yaml")
        run = tandem("test", self.path / "a", file, "--list")
        self.assertEqual(run.stdout.count("seed 1"), 1, run.stdout)
        run = tandem("test", file, self.mission(text, "a_b.yaml"))
        self.assertEqual(run.returncode, 2, run.stdout + run.stderr)
        self.assertIn("would be the same file", run.stderr)
        run = tandem("test", file, "--seeds", "18446744073709551614..18446744073709551615", "--list")
        self.assertEqual(run.stdout.count("seed 1844674407370955161"), 2, run.stdout)
        for words in (["--results", file], ["--junit", self.path / "nowhere" / "j.xml"], ["--junit", self.path]):
            self.assertEqual(tandem("test", file, *words).returncode, 2, words)

    def test_missions_that_come_with_it_are_found_by_name(self):
        for name, count in (("push_boxes", 1), ("short/push_boxes", 1), ("slope_waypoints", 1), ("short", 15), ("long", 8)):
            run = tandem("test", name, "--seeds", "1", "--list", cwd=self.path)
            self.assertEqual(run.returncode, 0, run.stderr)
            self.assertEqual(run.stdout.count("seed 1"), count, run.stdout)

    def test_what_cannot_be_run_in_a_mode_is_not_begun(self):
        run = tandem("test", "short", "--mode", "virtual", "--list", cwd=self.path)
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertNotIn("empty_tracking_lost", run.stdout)
        self.assertEqual(run.stdout.count("virtual, seed 1"), 14, run.stdout)
        self.assertRegex(run.stderr, "left out, as it cannot be run with --mode virtual: .*empty_tracking_lost.yaml:12: .*'modes: .twin.'")
        alone = tandem("test", "empty_tracking_lost", "--mode", "virtual")
        self.assertEqual(alone.returncode, 2, alone.stdout + alone.stderr)
        self.assertIn("no mission is left for --mode virtual", alone.stderr)
        # and the other way round: this one has a tracker in the mode that it is run with
        file = self.mission("mission: m\nscenario: empty\nprograms: []\nduration: 2s\nevents:\n  - {at: 1s, tracker: {blind: true}}\n"
                            "expect:\n  - eventually: {measure: tracking, is: lost}\n")
        self.assertEqual(tandem("test", file).returncode, 2)
        blind = tandem("test", file, "--mode", "twin")
        self.assertEqual(blind.returncode, 0, blind.stdout + blind.stderr)

    def test_names_that_nothing_has_are_told(self):
        text = "mission: m\nscenario: empty\nprograms: []\nduration: 1s\nexpect:\n  - {}\n"
        for expected, words in (("never: {event: deliverd}", "there is no event 'deliverd'; did you mean 'delivered'"),
                                ("eventually: {event: spwned, at_least: 2}", "there is no event 'spwned'; did you mean 'spawned'"),
                                ("never: {all: [{event: gate}, {touching: '*'}]}", "there is no event 'gate'")):
            file = self.mission(text.replace("{}", expected))
            self.assertRegex(tandem("check", file).stdout, f"mission.yaml:6: error: {words}")
            run = tandem("test", file)
            self.assertEqual(run.returncode, 2, run.stdout)
            self.assertRegex(run.stderr, f"mission.yaml:6: error: {words}")
        for expected, words in (("never: {touching: 'wall*'}", "nothing that could be touched has a name like 'wall[*]'"),
                                ("never: {event: delivered}", "the event 'delivered' is told by rules of the type zone, of which the scenario has none"),
                                ("never: {event: attached, robot: emarso}", "there is no robot 'emarso'; did you mean 'emaros'")):
            file = self.mission(text.replace("{}", expected))
            check = tandem("check", file)
            self.assertEqual(check.returncode, 0, check.stdout)
            self.assertRegex(check.stdout, f"mission.yaml:6: warning: {words}")
            run = tandem("test", file)
            self.assertEqual(run.returncode, 0, run.stdout)
            self.assertRegex(run.stderr, f"mission.yaml:6: warning: {words}")
        for folder in ("short", "long", "faults"):
            missions = HERE.parents[1] / "scenarios" / "missions" / folder
            self.assertNotIn("warning", tandem("check", missions).stdout, folder)

    def test_wrong_words_are_refused(self):
        file = HERE / "pass" / "reach.yaml"
        for words in (["--seeds", "9..3"], ["--shard", "3/2"], ["--shard", "1"], ["--jobs", "0"], ["--give-up-after", "soon"],
                      ["--record", "all"], ["--mode", "real"], ["--set", "x"]):
            run = tandem("test", file, *words)
            self.assertEqual(run.returncode, 2, (words, run.stdout, run.stderr))
        self.assertEqual(tandem("test", "no_such_mission").returncode, 2)
        self.assertEqual(tandem("test", self.path).returncode, 2)

    def children_of(self, pid):
        found = []
        for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
            try:
                if int(stat.read_text().rsplit(") ", 1)[1].split()[1]) == pid:
                    found.append(int(stat.parent.name))
            except (OSError, IndexError):
                pass
        return found

    LONG = """mission: long
scenario: empty
programs: []
duration: 20h
expect:
  - always: {measure: speed, below: 1 m/s}
"""

    def test_a_run_that_is_killed_has_a_verdict_and_a_recording_that_reads(self):
        file = self.mission(self.LONG)
        with subprocess.Popen([TANDEM, "test", file, "--results", self.path / "r", "--record", "failed"], stdout=subprocess.PIPE,
                              text=True) as campaign:
            recording = self.path / "r" / "none"
            end = time.monotonic() + 120
            while time.monotonic() < end and not (recording.exists() and recording.stat().st_size > 100_000):
                recording = next(iter((self.path / "r").glob("*.mcap")), recording)
                time.sleep(0.05)
            (child,) = self.children_of(campaign.pid)
            os.kill(child, signal.SIGKILL)
            told = campaign.communicate(timeout=60)[0]
        self.assertEqual(campaign.returncode, 3, told)
        (result,) = self.results("r").values()
        self.assertEqual(result["verdict"], "error")
        self.assertIn("signal 9", result["reason"])
        self.assertEqual(result["recording"], recording.name)
        check = tandem("replay", recording, "--check")
        self.assertEqual(check.returncode, 0, check.stdout + check.stderr)

    def test_whenever_a_campaign_is_killed_each_recording_that_a_result_names_is_read(self):
        file = self.mission(self.LONG)
        named = 0
        for moment in range(25):
            folder = f"r{moment}"
            with subprocess.Popen([TANDEM, "test", file, "--results", self.path / folder, "--record", "all"],
                                  stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as campaign:
                # from when there is a result, in steps of 4 ms
                end = time.monotonic() + 60
                while not list((self.path / folder).glob("*.json")) and time.monotonic() < end:
                    time.sleep(0.001)
                time.sleep(0.004 * moment)
                children = self.children_of(campaign.pid)
                campaign.kill()
                for child in children:
                    try:
                        os.kill(child, signal.SIGKILL)
                    except ProcessLookupError:
                        pass
            (result,) = self.results(folder).values()
            self.assertIn("interrupted: ", result["reason"])
            if not result["recording"]:
                continue
            named += 1
            recording = self.path / folder / result["recording"]
            read = tandem("bag", "info", recording)
            self.assertEqual(read.returncode, 0, read.stderr)
            check = tandem("replay", recording, "--check")
            if check.returncode != 0:
                self.assertIn("it was killed before its first frame was in the file", check.stderr)
        self.assertGreater(named, 5)

    def test_a_folder_of_results_has_nothing_of_the_same_runs_before(self):
        mission = HERE / "fail" / "always.yaml"
        first = tandem("test", mission, "--seeds", "1..4", "--record", "all", "--results", self.path / "r", "--html", self.path / "html")
        self.assertEqual(first.returncode, 1, first.stderr)
        self.assertEqual(len(list((self.path / "r").glob("*.mcap"))), 4)
        pictures = len(list((self.path / "r").glob("*.jpg")))
        self.assertEqual(pictures % 4, 0)
        self.assertGreater(pictures, 0)
        again = tandem("test", mission, "--seeds", "1..2", "--results", self.path / "r")
        self.assertEqual(again.returncode, 1, again.stderr)
        self.assertIn("has 2 results of other campaigns too, which --merge counts", again.stderr)
        self.assertEqual(len(list((self.path / "r").glob("*.mcap"))), 2)
        self.assertEqual(len(list((self.path / "r").glob("*.jpg"))), pictures // 2)

    def recorded(self, count):
        """The recordings, once there are so many that have something in them."""
        end = time.monotonic() + 120
        found = []
        while time.monotonic() < end and len(found) < count:
            found = [file for file in (self.path / "r").glob("*.mcap") if file.stat().st_size > 100_000]
            time.sleep(0.05)
        self.assertEqual(len(found), count)
        return found

    def expect_verdicts_of_an_interrupted_campaign(self, words):
        """Seeds 1 and 2 had begun, 3 and 4 had not; what is left says so, and so do a merged campaign and its report."""
        results = {result["seed"]: result for result in self.results("r").values()}
        self.assertEqual(sorted(results), [1, 2, 3, 4])
        for seed, result in results.items():
            self.assertEqual(result["verdict"], "error")
            self.assertEqual((result["mission"], result["scenario"], result["mode"]), ("long", "empty", "virtual"))
            self.assertRegex(result["reason"], words if seed < 3 else "ended before this run began")
            self.assertEqual(bool(result["recording"]), seed < 3)
        for seed in (1, 2):
            check = tandem("replay", self.path / "r" / results[seed]["recording"], "--check")
            self.assertEqual(check.returncode, 0, check.stdout + check.stderr)
        merged = tandem("test", "--merge", self.path / "r", "--junit", self.path / "merged.xml", "--html", self.path / "html")
        self.assertEqual(merged.returncode, 3, merged.stdout + merged.stderr)
        self.assertIn("4 runs: 0 passed, 4 error", merged.stdout)
        self.assertRegex(merged.stdout, "error +long, virtual, seed 2 +interrupted: ")
        self.assertEqual(ET.parse(self.path / "merged.xml").getroot().get("errors"), "4")
        self.assertIn("interrupted: ", (self.path / "html" / "index.html").read_text())

    CAMPAIGN = ["--seeds", "1..4", "--jobs", "2", "--record", "failed"]

    def test_a_campaign_that_is_killed_leaves_a_verdict_for_each_of_its_runs(self):
        with subprocess.Popen([TANDEM, "test", self.mission(self.LONG), "--results", self.path / "r", *self.CAMPAIGN],
                              stdout=subprocess.PIPE) as campaign:
            self.recorded(2)
            children = self.children_of(campaign.pid)
            campaign.kill()
            campaign.communicate(timeout=60)
        end = time.monotonic() + 60
        while any(pathlib.Path(f"/proc/{child}").exists() for child in children) and time.monotonic() < end:
            time.sleep(0.05)  # they end with it
        # its runs hear of its end, and may still have written what they knew
        self.expect_verdicts_of_an_interrupted_campaign("the campaign (ended before this run did|was stopped when this run had taken)")

    def test_a_campaign_that_is_told_to_end_writes_what_it_knows(self):
        with subprocess.Popen([TANDEM, "test", self.mission(self.LONG), "--results", self.path / "r", *self.CAMPAIGN, "--junit",
                               self.path / "j.xml"], stdout=subprocess.PIPE, text=True) as campaign:
            self.recorded(2)
            campaign.terminate()
            told = campaign.communicate(timeout=60)[0]
        self.assertEqual(campaign.returncode, 3, told)
        self.assertIn("4 runs: 0 passed, 4 error", told)
        self.assertEqual(ET.parse(self.path / "j.xml").getroot().get("errors"), "4")
        begun = [result for result in self.results("r").values() if result["seed"] < 3]
        for result in begun:
            self.assertGreater(result["simulated_s"], 0)
            self.assertGreater(len(result["assertions"]), 0)
        self.expect_verdicts_of_an_interrupted_campaign("the campaign was stopped when this run had taken")

    def test_what_the_command_line_sets_is_in_the_result_and_the_command_that_shows_it_again(self):
        run = tandem("test", HERE / "pass" / "always.yaml", "--set", "robots.emaros.pose.y=1.5", "--results", self.path / "r",
                     "--html", self.path / "html")
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        (result,) = self.results("r").values()
        self.assertEqual(result["settings"], ["robots.emaros.pose.y=1.5"])
        self.assertEqual(result["trajectories"][0]["points"][0][2], 1.5)
        self.assertIn("--seeds 1 --mode virtual --set 'robots.emaros.pose.y=1.5'", (self.path / "html" / "index.html").read_text())

    def test_a_run_that_does_not_end_is_given_up(self):
        run = tandem("test", self.mission(self.LONG), "--give-up-after", "2s", "--results", self.path / "r", "--record", "failed")
        self.assertEqual(run.returncode, 1, run.stdout)
        self.assertIn("timeout", run.stdout)
        self.assertIn("did not end within 2 s of wall time", run.stdout)
        # nobody changes what was told
        (result,) = self.results("r").values()
        self.assertEqual((result["verdict"], result["reason"]), ("timeout", "it did not end within 2 s of wall time"))
        merged = tandem("test", "--merge", self.path / "r")
        self.assertEqual(merged.returncode, 1, merged.stdout)
        self.assertIn("1 run: 0 passed, 1 timeout", merged.stdout)
        check = tandem("replay", self.path / "r" / result["recording"], "--check")
        self.assertEqual(check.returncode, 0, check.stdout + check.stderr)

    def test_a_run_that_cannot_begin_names_its_recording(self):
        # the world is loaded, and a program of it cannot be started
        file = self.mission("mission: broken\nscenario: empty\nprograms: [{program: navigator, parameters: {parameter_set: fast}}]\n"
                            "duration: 1s\nexpect:\n  - always: {measure: speed, below: 1 m/s}\n")
        run = tandem("test", file, "--results", self.path / "r", "--record", "failed")
        self.assertEqual(run.returncode, 3, run.stdout)
        (result,), (recording,) = self.results("r").values(), (self.path / "r").glob("*.mcap")
        self.assertEqual(result["recording"], recording.name)
        self.assertEqual(tandem("bag", "info", recording).returncode, 0)

    def test_a_program_that_crashes_ends_its_run_only(self):
        """All programs of a run share its process, so that the verdict names all of them."""
        text = self.LONG.replace("programs: []", "programs: [navigator]")
        with subprocess.Popen([TANDEM, "test", self.mission(text), "--results", self.path / "r", "--record", "failed", "--seeds", "1..2",
                               "--jobs", "2", "--give-up-after", "20s"], stdout=subprocess.PIPE, text=True) as campaign:
            recording = self.recorded(2)[0]
            children = self.children_of(campaign.pid)
            self.assertEqual(len(children), 2)
            os.kill(children[0], signal.SIGSEGV)
            os.kill(children[1], signal.SIGABRT)
            told = campaign.communicate(timeout=60)[0]
        self.assertEqual(campaign.returncode, 3, told)
        self.assertIn(recording.name, [result["recording"] for result in self.results("r").values()])
        reasons = sorted(result["reason"] for result in self.results("r").values())
        self.assertEqual(reasons, [f"the process of this run ended with signal {number}; in it ran navigator of emaros"
                                   for number in (11, 6)])

    def test_recordings_of_runs_replay_bit_for_bit(self):
        for record, kept in (("all", 2), ("failed", 1)):
            run = tandem("test", HERE / "pass" / "worlds.yaml", HERE / "fail" / "never.yaml", "--results", self.path / record,
                         "--record", record)
            self.assertEqual(run.returncode, 1, run.stdout + run.stderr)
            recordings = list((self.path / record).glob("*.mcap"))
            self.assertEqual(len(recordings), kept)
        about = json.loads(tandem("bag", "info", "--json", recordings[0]).stdout)["metadata"]
        texts = next(record["texts"] for record in about if record["name"] == "tandem:run")
        self.assertEqual((texts["mission"], texts["scenario"], texts["settings"]), ("never", "empty", ""))
        self.assertRegex(texts["recorded_at"], r"^\d{4}-\d\d-\d\dT")
        self.assertRegex(texts["tandem_version"], r"^\d+\.\d+\.\d+( \([0-9a-f]{8}\+?\))?$")
        self.assertRegex(texts["compiler"], "^(GCC|Clang) ")
        for result in self.results("all").values():
            check = tandem("replay", self.path / "all" / result["recording"], "--check", "--hash")
            self.assertEqual(check.returncode, 0, check.stdout + check.stderr)
            self.assertIn(result["state_hash"], check.stdout + check.stderr)


if __name__ == "__main__":
    unittest.main(verbosity=2)
