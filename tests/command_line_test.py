# SPDX-FileCopyrightText: The Tandem contributors
# SPDX-License-Identifier: Apache-2.0
"""The command line as a user meets it: tandem run, check, snap and bench as processes of their own."""
import fcntl
import json
import os
import pathlib
import pty
import re
import select
import shlex
import signal
import subprocess
import sys
import tempfile
import termios
import time
import unittest
import zlib

from ros_network import ENVIRONMENT

TANDEM = sys.argv.pop(1)
FAST = ["--headless", "--speed", "max"]

os.environ.update(ENVIRONMENT)  # runs are nodes of a network


def tandem(*arguments, timeout=120):
    return subprocess.run([TANDEM, *arguments], capture_output=True, text=True, timeout=timeout)


class Run(unittest.TestCase):
    def test_same_scenario_gives_the_same_hash_in_another_process(self):
        for scenario in ("push", "slope"):
            runs = [tandem("run", scenario, *FAST, "--duration", "10s", "--hash") for _ in range(2)]
            self.assertEqual(runs[0].returncode, 0, runs[0].stderr)
            self.assertRegex(runs[0].stdout, r"^[0-9a-f]{16}\n$")
            self.assertEqual(runs[0].stdout, runs[1].stdout)

    def test_the_hash_does_not_depend_on_speed_or_other_options(self):
        fast = tandem("run", "push", *FAST, "--duration", "1s", "--hash")
        paced = tandem("run", "push", "--speed", "4", "--duration", "1s", "--hash", "--stats", "/dev/null")
        self.assertEqual(fast.stdout, paced.stdout)

    def test_another_seed_or_step_gives_another_hash(self):
        crowd = ["run", "crowd", *FAST, "--duration", "500ms", "--hash", "--set", "spawn.boxes.count=50"]
        hashes = {tandem(*crowd).stdout, tandem(*crowd, "--seed", "2").stdout, tandem(*crowd, "--step", "4ms").stdout}
        self.assertEqual(len(hashes), 3)
        self.assertIn(tandem(*crowd, "--episode", "0").stdout, hashes)
        seventh = tandem(*crowd, "--episode", "7").stdout
        self.assertNotIn(seventh, hashes)
        self.assertEqual(seventh, tandem(*crowd, "--episode", "7").stdout)

    def test_real_time_takes_real_time(self):
        start = time.monotonic()
        self.assertEqual(tandem("run", "empty", "--duration", "1s").returncode, 0)
        self.assertGreaterEqual(time.monotonic() - start, 0.99)

    def test_stats_tell_how_it_went(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "stats.json"
            run = tandem("run", "push", *FAST, "--duration", "2s", "--step", "10ms", "--hash", "--stats", str(file))
            stats = json.loads(file.read_text())
        self.assertEqual(stats["steps"], 200)
        self.assertAlmostEqual(stats["simulated_s"], 2)
        self.assertAlmostEqual(stats["real_time_factor"], stats["simulated_s"] / stats["wall_s"])
        self.assertEqual(stats["state_hash"], run.stdout.strip())
        self.assertGreater(stats["peak_memory_mb"], 1)
        for stage in ("robots", "physics", "frame"):
            self.assertLessEqual(stats["stages"][stage]["mean_ms"], stats["step"]["mean_ms"])
            self.assertLessEqual(stats["stages"][stage]["p99_ms"], stats["stages"][stage]["max_ms"])

    def test_ctrl_c_and_sigterm_stop_cleanly_within_a_second(self):
        for speed in ("1", "max"):
            for stop in (signal.SIGINT, signal.SIGTERM):
                run = subprocess.Popen([TANDEM, "run", "push", "--headless", "--speed", speed, "--hash"],
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
                self.assertIn("running push", run.stderr.readline() + run.stderr.readline())
                start = time.monotonic()
                run.send_signal(stop)
                output, _ = run.communicate(timeout=10)
                self.assertLess(time.monotonic() - start, 1)
                self.assertEqual(run.returncode, 0)
                self.assertRegex(output, r"^[0-9a-f]{16}\n$")

    def test_a_request_that_comes_twice_at_once_is_one(self):
        # as of `timeout`, which signals its child and then the group that both are in
        run = subprocess.Popen([TANDEM, "run", "push", "--headless", "--hash"],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.assertIn("running push", run.stderr.readline() + run.stderr.readline())
        run.send_signal(signal.SIGTERM)
        run.send_signal(signal.SIGINT)
        output, _ = run.communicate(timeout=10)
        self.assertEqual(run.returncode, 0)
        self.assertRegex(output, r"^[0-9a-f]{16}\n$")

    def test_wrong_options_are_answered_with_a_sentence(self):
        for arguments, words in (
            (["--speed", "fast"], "--speed takes a number"),
            (["--speed", "-1"], "--speed takes a number"),
            (["--speed", "nan"], "--speed takes a number"),
            (["--duration", "10"], "--duration takes a time with its unit"),
            (["--duration", "-5s"], "--duration takes a time with its unit"),
            (["--step", "soon"], "--step takes a time with its unit"),
            (["--set", "count"], "--set takes KEY=VALUE"),
            (["--seed", "x"], "--seed takes a whole number"),
            (["--seed", "-1"], "--seed takes a whole number"),
            (["--seed", "18446744073709551616"], "--seed takes a whole number"),
            (["--episode", "-1"], "--episode takes a whole number"),
            (["--episode", "next"], "--episode takes a whole number"),
            (["--duration", ""], "--duration takes a time"),
            (["--stats", ""], "cannot write"),
            (["--set", "clock=wall", "--speed", "2"], "runs at speed 1 only"),
            (["--stats", "/nowhere/at/all.json"], "cannot write"),
            (["--nonsense"], "--nonsense"),
        ):
            run = tandem("run", "empty", "--headless", *arguments)
            self.assertEqual(run.returncode, 2, arguments)
            self.assertIn(words, run.stderr)

    def test_an_unknown_command_is_named(self):
        run = tandem("runn")
        self.assertEqual(run.returncode, 2)
        self.assertIn("no command 'runn'", run.stderr)

    def test_settings_may_stand_before_the_scenario(self):
        run = tandem("run", "--set", "seed=3", "empty", *FAST, "--duration", "0s", "--hash")
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertNotEqual(run.stdout.strip(), "0" * 16)

    def test_an_unknown_scenario_is_named(self):
        run = tandem("run", "pussh", *FAST)
        self.assertEqual(run.returncode, 1)
        self.assertIn("pussh", run.stderr)
        self.assertIn("push", run.stderr.replace("pussh", ""))

    def test_keys_pause_step_pace_reset_and_quit(self):
        with Terminal("run", "empty", "--paused", "--hash") as terminal:
            terminal.wait_for(self, r"0\.000 s +paused")
            terminal.press("...")
            terminal.wait_for(self, r"0\.024 s +paused")
            terminal.press(" ")
            terminal.wait_for(self, r"real time x (0\.9|1\.0)")
            terminal.press("++")
            terminal.wait_for(self, r"real time x [34]\.\d")
            terminal.press("---")
            terminal.wait_for(self, r"real time x 0\.5")
            terminal.press("m")
            terminal.wait_for(self, r"real time x \d\d+\.\d")
            terminal.press("-")  # from as fast as possible to half of what that was, not to a standstill
            terminal.shown = ""
            terminal.wait_for(self, r"real time x [1-9]\d*\.\d")
            terminal.press("rq")
            self.assertEqual(terminal.run.wait(timeout=10), 0)
            self.assertRegex(terminal.run.stdout.read().decode(), r"^[0-9a-f]{16}\n$")

    def test_the_terminal_is_put_back_also_after_two_ctrl_c(self):
        with Terminal("run", "crowd", "--set", "spawn.boxes.count=30000", "--speed", "max") as terminal:
            terminal.wait_for(self, "space pauses")
            terminal.wait_for(self, r"[1-9]\d* s ")
            self.assertFalse(termios.tcgetattr(terminal.master)[3] & termios.ICANON)
            terminal.press("\x03\x03")
            terminal.run.wait(timeout=20)
            self.assertTrue(termios.tcgetattr(terminal.master)[3] & termios.ICANON)


class Terminal:
    """Tandem in a terminal of its own, as a person has it."""

    def __init__(self, *arguments):
        self.master, slave = pty.openpty()
        self.run = subprocess.Popen([TANDEM, *arguments], stdin=slave, stdout=subprocess.PIPE, stderr=slave,
                                    start_new_session=True,
                                    preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0))
        self.slave = slave  # kept, so that its settings can be read after the end
        self.shown = ""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.run.kill()
        self.run.wait()
        self.run.stdout.close()
        os.close(self.master)
        os.close(self.slave)

    def press(self, keys):
        os.write(self.master, keys.encode())

    def wait_for(self, test, pattern):
        deadline = time.monotonic() + 20
        while not re.search(pattern, self.shown):
            test.assertLess(time.monotonic(), deadline, f"{pattern} not in {self.shown[-400:]!r}")
            if select.select([self.master], [], [], 0.1)[0]:
                self.shown += os.read(self.master, 4096).decode()


class Sensors(unittest.TestCase):
    def run_empty(self, *arguments, **environment):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "stats.json"
            run = subprocess.run([TANDEM, "run", "empty", *FAST, "--duration", "1s", "--stats", str(file), *arguments],
                                 capture_output=True, text=True, timeout=120, env=os.environ | environment)
            self.assertEqual(run.returncode, 0, run.stderr)
            return run.stderr, json.loads(file.read_text())["sensors"]

    def test_all_of_them_measure_when_asked_to_and_none_that_nobody_wants(self):
        # a second of two cameras, lidar, IMU, encoders, eight ranges, bumper and battery
        expected = 10 + 10 + 10 + 100 + 50 + 8 * 20 + 50 + 1
        _, sensors = self.run_empty("--measure-all")
        self.assertEqual(sensors, {"readings": expected, "dropped_pictures": 0})
        _, sensors = self.run_empty()
        self.assertEqual(sensors["readings"], 0)

    def test_a_machine_without_avx2_measures_as_much(self):
        log, sensors = self.run_empty("--measure-all", TANDEM_RAY_WIDTH="4")
        self.assertIn("SSE2", log)
        self.assertEqual(sensors["readings"], 391)

    def test_mistakes_are_named_with_their_lines(self):
        with tempfile.TemporaryDirectory() as folder:
            bad = pathlib.Path(folder) / "bad.yaml"
            bad.write_text("""robots:
  - name: r
    model: emaros
    sensors:
      lidar: {noise_m: -0.1}
      camera_front: {lens: plumb_bob, distortion: [-0.9, 0, 0, 0, 0]}
      camera_rear: {width_px: 8192, height_px: 8192}
      imu: {rate_hz: 1000}
      range_front: {range_min_m: 3}
""")
            check = tandem("check", str(bad))
        self.assertEqual(check.returncode, 1)
        for sentence in ("bad.yaml:5: error: 'noise_m' must", "bad.yaml:6: error: the lens folds",
                         "bad.yaml:7: error: 8192 by 8192 pixels are too many",
                         "bad.yaml:9: error: 'range_min_m' must be below 'range_max_m'"):
            self.assertIn(sentence, check.stdout)


class Check(unittest.TestCase):
    def test_shipped_scenarios_are_usable(self):
        folder = pathlib.Path(__file__).parent.parent / "scenarios"
        files = sorted(folder.rglob("*.yaml")) + sorted(folder.rglob("*.sdf")) + sorted(folder.rglob("*.urdf"))
        files = [file for file in files if file.parent.name != "robots" or file.suffix != ".yaml"]
        self.assertGreaterEqual(len(files), 6)
        check = tandem("check", *map(str, files))
        self.assertEqual(check.returncode, 0, check.stdout)
        self.assertNotIn("error:", check.stdout)

    def test_wrong_topics_are_told(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "s.yaml"
            file.write_text("world: {generate: arena}\nrobots:\n  - {name: a, model: emaros, topics: {scn: off}}\n")
            for run in (tandem("check", str(file)), tandem("run", str(file), *FAST, "--duration", "1s")):
                self.assertEqual(run.returncode, 1)
                self.assertIn("s.yaml:3: error: robot 'a' has no topic 'scn'; did you mean 'scan'?",
                              run.stdout + run.stderr)

    def test_warnings_of_settings_are_listed_by_the_command_that_a_run_names(self):
        settings = ["--set", "robots.0.model=jackal", "--set", "description=one's own"]  # jackals want an origin for their GNSS
        run = tandem("run", "paint", *settings, *FAST, "--duration", "100ms", "--no-ros", "--no-web")
        self.assertEqual(run.returncode, 0, run.stderr)
        command = re.search(r"1 warning about paint; it is listed by: tandem (.*)", run.stderr)
        self.assertTrue(command, run.stderr)
        check = tandem(*shlex.split(command[1]))
        self.assertEqual(check.returncode, 0, check.stderr)
        self.assertIn("paint: ok, 1 warning", check.stdout)
        self.assertEqual(tandem("check", "paint").stdout, "paint: ok\n")
        self.assertEqual(tandem("check", "paint", "--set", "nonsense").returncode, 2)

    def test_a_run_in_a_mode_tells_of_warnings_once(self):
        run = tandem("run", "paint", "--set", "robots.0.model=jackal", "--mode", "virtual", *FAST, "--duration", "100ms",
                     "--no-ros", "--no-web")
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertEqual(run.stderr.count("warning about paint"), 1, run.stderr)

    def test_one_bad_file_among_good_ones_fails(self):
        with tempfile.TemporaryDirectory() as folder:
            bad = pathlib.Path(folder) / "bad.yaml"
            bad.write_text("name: bad\nworld: nowhere.sdf\nrobbots: []\n")
            check = tandem("check", "push", str(bad))
        self.assertEqual(check.returncode, 1)
        self.assertIn("bad.yaml:3: error:", check.stdout)
        self.assertIn("push: ok", check.stdout)

    def test_every_kind_of_broken_file_ends_in_a_sentence(self):
        good = {
            "world.sdf": "<?xml version='1.0'?><sdf version='1.9'><world name='w'><model name='m'><static>true"
                         "</static><link name='l'/></model></world></sdf>",
            "robot.urdf": "<robot name='r'><link name='base'><inertial><mass value='1'/><inertia ixx='1' iyy='1' "
                          "izz='1' ixy='0' ixz='0' iyz='0'/></inertial></link></robot>",
            "scenario.yaml": "name: s\nworld: world.sdf\n",
        }
        breakers = {
            "empty": lambda text: b"",
            "truncated": lambda text: text.encode()[: len(text) // 2],
            "garbage": lambda text: bytes(range(256)) * 40,
            "zeros": lambda text: b"\0" * 4096,
            "other text": lambda text: b"Dear Sir or Madam",
            "deep": lambda text: (b"<a>" if text[0] == "<" else b"[") * 200_000,
            "long line": lambda text: b"x" * 5_000_000,
        }
        with tempfile.TemporaryDirectory() as folder:
            for name, text in good.items():
                (pathlib.Path(folder) / name).write_text(text)
            for name, text in good.items():
                self.assertEqual(tandem("check", f"{folder}/{name}").returncode, 0, name)
                for breaker, broken in breakers.items():
                    file = pathlib.Path(folder) / f"broken-{name}"
                    file.write_bytes(broken(text))
                    check = tandem("check", str(file), timeout=20)
                    with self.subTest(file=name, breaker=breaker):
                        self.assertEqual(check.returncode, 1, check.stdout + check.stderr)
                        self.assertIn("error:", check.stdout)

    def test_alias_bomb_huge_file_folder_and_pipe_end_in_a_sentence(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            bomb = ["a0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol]"]
            bomb += [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 9)}]" for i in range(1, 30)]
            (folder / "bomb.yaml").write_text("\n".join(bomb))
            (folder / "self.sdf").write_text(
                "<sdf version='1.9'><world name='w'><include><uri>self.sdf</uri></include></world></sdf>")
            for huge in ("huge.yaml", "huge.sdf", "huge.urdf"):
                with open(folder / huge, "wb") as file:
                    file.truncate(2 << 30)
            (folder / "folder.sdf").mkdir()
            os.mkfifo(folder / "pipe.yaml")
            for file in sorted(folder.iterdir()):
                start = time.monotonic()
                check = tandem("check", str(file), timeout=20)
                with self.subTest(file=file.name):
                    self.assertEqual(check.returncode, 1, check.stdout + check.stderr)
                    self.assertIn("error:", check.stdout)
                    self.assertLess(time.monotonic() - start, 5)

    def test_a_missing_file_is_named(self):
        check = tandem("check", "not-there.sdf")
        self.assertEqual(check.returncode, 1)
        self.assertIn("not-there.sdf", check.stdout)


def grey_png(width, height):
    def chunk(kind, data):
        return len(data).to_bytes(4, "big") + kind + data + zlib.crc32(kind + data).to_bytes(4, "big")
    rows = (b"\0" + bytes(width)) * height
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", width.to_bytes(4, "big") + height.to_bytes(4, "big") + b"\x08\0\0\0\0")
            + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


class Track(unittest.TestCase):
    CAMERA = """image_width: 960
image_height: 600
camera_matrix: [600, 0, 480, 0, 600, 300, 0, 0, 1]
room_from_camera: {z: 2.5, roll_deg: 180}
"""
    TRACKER = """source: {folder: pictures}
calibration_file: camera.yaml
robots: [{name: r1, marker: 7, size_m: 0.12}]
"""

    def prepare(self, folder, tracker):
        folder = pathlib.Path(folder)
        (folder / "pictures").mkdir(exist_ok=True)
        (folder / "camera.yaml").write_text(self.CAMERA)
        (folder / "tracker.yaml").write_text(tracker)
        return str(folder / "tracker.yaml")

    def track(self, folder, tracker, *arguments):
        return tandem("track", self.prepare(folder, tracker), *arguments)

    def start(self, folder, tracker, *arguments):
        return subprocess.Popen([TANDEM, "track", self.prepare(folder, tracker), *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                stderr=subprocess.PIPE, text=True)

    def test_mistakes_in_its_file_are_named_with_their_lines(self):
        with tempfile.TemporaryDirectory() as folder:
            ended = self.track(folder, self.TRACKER.replace("marker: 7", "marker: 50"))
            self.assertEqual(ended.returncode, 1)
            self.assertIn("tracker.yaml:3: error: 'marker' must be at least 0 and at most 49, is 50", ended.stderr)

    def test_sources_that_cannot_be_opened_are_named(self):
        with tempfile.TemporaryDirectory() as folder:
            ended = self.track(folder, self.TRACKER)
            self.assertEqual(ended.returncode, 1)
            self.assertIn("there is no picture in", ended.stderr)
            ended = self.track(folder, self.TRACKER, "--folder", "/nowhere/at/all")
            self.assertEqual(ended.returncode, 1)
            self.assertIn("cannot read '/nowhere/at/all'", ended.stderr)
            ended = self.track(folder, self.TRACKER, "--folder", "a", "--topic", "b")
            self.assertEqual(ended.returncode, 2)

    def test_a_folder_is_shown_to_its_end_whatever_is_in_it(self):
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "pictures").mkdir()
            (pathlib.Path(folder) / "pictures" / "a.png").write_text("no picture")
            picture = pathlib.Path(folder) / "pictures" / "b.png"
            picture.write_bytes(grey_png(960, 600))
            ended = self.track(folder, self.TRACKER)
            self.assertEqual(ended.returncode, 0, ended.stderr)
            self.assertRegex(ended.stderr, "'.*a.png' is not an image")
            self.assertIn("looked at 1 picture; 1 picture could not be used", ended.stderr)

            # of one of another size nothing is known
            picture.write_bytes(grey_png(96, 60))
            ended = self.track(folder, self.TRACKER)
            self.assertEqual(ended.returncode, 1, ended.stderr)
            self.assertIn("looked at 0 pictures; 2 pictures could not be used", ended.stderr)
            self.assertRegex(ended.stderr, "the folder .*pictures has no picture that could be used")

    def test_what_is_shown_again_and_again_keeps_its_pace_and_is_complained_of_once(self):
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "pictures").mkdir()
            (pathlib.Path(folder) / "pictures" / "a.png").write_bytes(grey_png(96, 60))
            start = time.monotonic()
            track = self.start(folder, self.TRACKER, "--repeat", "--rate", "20")
            said = iter(track.stderr.readline, "")
            self.assertTrue(any("a picture cannot be used" in line for line in said))
            with self.assertRaises(subprocess.TimeoutExpired):
                track.wait(timeout=2)
            track.terminate()
            rest = track.communicate(timeout=60)[1]
            took = time.monotonic() - start
            self.assertEqual(track.returncode, 0, rest)
            self.assertNotIn("a picture cannot be used", rest)
            count = int(re.search(r"looked at 0 pictures; (\d+) pictures could not be used", rest)[1])
            self.assertLessEqual(count, 20 * took + 1)

            # what cannot even be read is not tried again
            (pathlib.Path(folder) / "pictures" / "a.png").write_text("no picture")
            ended = self.track(folder, self.TRACKER, "--repeat", "--rate", "20")
            self.assertEqual(ended.returncode, 1, ended.stderr)
            self.assertEqual(ended.stderr.count("is not an image"), 1, ended.stderr)


def png_size(file):
    data = pathlib.Path(file).read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    return int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")


class Snap(unittest.TestCase):
    def snap(self, folder, *arguments):
        file = str(pathlib.Path(folder) / "picture.png")
        run = tandem("snap", *arguments, "-o", file)
        self.assertEqual(run.returncode, 0, run.stderr)
        return run, file

    def test_pictures_have_the_size_that_was_asked_for(self):
        with tempfile.TemporaryDirectory() as folder:
            for kind in ([], ["--depth"], ["--segmentation"], ["--camera", "top"], ["--from", "1,2,3", "--to", "0,0,0"]):
                _, file = self.snap(folder, "push", "--size", "160x120", *kind)
                self.assertEqual(png_size(file), (160, 120))

    def test_cameras_of_robots_are_looked_through(self):
        with tempfile.TemporaryDirectory() as folder:
            for scenario, camera, size in (("push", "emaros/camera_front", (640, 480)), ("push", "camera_rear", (640, 480)),
                                           ("slope", "stereo", (1024, 768)), ("slope", "jackal/stereo/right", (1024, 768))):
                for kind in ([], ["--depth"], ["--segmentation"]):
                    _, file = self.snap(folder, scenario, "--camera", camera, "--at", "200ms", *kind)
                    self.assertEqual(png_size(file), size)
            one, left, right = (pathlib.Path(self.snap(folder, "slope", "--camera", camera)[1]).read_bytes()
                                for camera in ("jackal/stereo", "jackal/stereo/left", "jackal/stereo/right"))
            self.assertEqual(one, left)
            self.assertNotEqual(left, right)

    def test_fields_of_view_reach_from_their_least_to_their_most(self):
        with tempfile.TemporaryDirectory() as folder:
            for fov in ("1", "170"):
                self.snap(folder, "push", "--size", "16x16", "--fov", fov)

    def test_the_painted_floor_is_saved_and_loaded(self):
        with tempfile.TemporaryDirectory() as folder:
            scenario = pathlib.Path(folder) / "painted.yaml"
            scenario.write_text("name: painted\nworld: {generate: arena, size_x_m: 10, size_y_m: 10, wall_height_m: 0}\npaint:\n  area: {x: 0, y: 0, size_x_m: 2, size_y_m: 1}\n"
                                "  strokes:\n    - {points: [[-0.5, 0], [0.5, 0.2]], width_m: 0.1, color: red}\n")
            saved = pathlib.Path(self.snap(folder, str(scenario), "--paint")[1]).read_bytes()
            self.assertEqual(png_size(pathlib.Path(folder) / "picture.png"), (400, 200))
            image = pathlib.Path(folder) / "saved.png"
            image.write_bytes(saved)
            scenario.write_text("name: painted\nworld: {generate: arena, size_x_m: 10, size_y_m: 10, wall_height_m: 0}\npaint:\n  area: {x: 0, y: 0, size_x_m: 2, size_y_m: 1}\n"
                                "  image: saved.png\n")
            self.assertEqual(pathlib.Path(self.snap(folder, str(scenario), "--paint")[1]).read_bytes(), saved)

    def test_the_name_of_the_file_says_its_format(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "picture.jpg"
            run = tandem("snap", "push", "--size", "160x120", "-o", str(file))
            self.assertEqual(run.returncode, 0, run.stderr)
            self.assertEqual(file.read_bytes()[:3], b"\xff\xd8\xff")

    def test_the_log_says_which_renderer_and_why(self):
        with tempfile.TemporaryDirectory() as folder:
            run, _ = self.snap(folder, "push", "--size", "16x16", "--renderer", "ray")
            self.assertIn("pictures by ray casting", run.stderr)

    def test_a_machine_without_wide_instructions_draws_the_same(self):
        with tempfile.TemporaryDirectory() as folder:
            file = str(pathlib.Path(folder) / "picture.png")
            for width, words in (("4", "SSE2, 4 rays at once"), ("8 ", "TANDEM_RAY_WIDTH is '8 ', expected 4, 8 or 16")):
                run = subprocess.run([TANDEM, "snap", "push", "--size", "64x48", "--renderer", "ray", "-o", file],
                                     capture_output=True, text=True, timeout=120, env={**os.environ, "TANDEM_RAY_WIDTH": width})
                self.assertEqual(run.returncode, 0, run.stderr)
                self.assertIn(words, run.stderr)
                self.assertEqual(png_size(file), (64, 48))

    def test_pictures_change_with_time_and_repeat(self):
        with tempfile.TemporaryDirectory() as folder:
            pictures = []
            for at in ("0s", "3s", "3s"):
                _, file = self.snap(folder, "push", "--size", "160x120", "--at", at, "--renderer", "ray")
                pictures.append(pathlib.Path(file).read_bytes())
            self.assertNotEqual(pictures[0], pictures[1])
            self.assertEqual(pictures[1], pictures[2])

    def test_wrong_arguments_are_named(self):
        for arguments, sentence in (
                (["--camera", "nose"],
                 "there is no camera 'nose'; there are top, orbit, floor, emaros/camera_front, emaros/camera_rear"),
                (["--camera", "camera_front", "--size", "64x48"], "'camera_front' has a size, a view and shadows of its own"),
                (["--depth", "--segmentation"], "--depth, --segmentation and --paint are different pictures"),
                (["--paint", "-o", "floor.jpg"], "--paint writes a PNG file"),
                (["--to", "1,2,3"], "--to needs --from"),
                (["--from", "1,2,3", "--camera", "top"], "--from and --camera are two places to look from"),
                (["--from", "1,2,3", "--camera", "camera_front"], "--from and --camera are two places to look from"),
                (["--size", "big"], "--size takes WIDTHxHEIGHT"),
                (["--size", "8192x8192"], "8192x8192 are more than the 16777216 pixels that a picture can have"),
                (["--renderer", "vulkan"], "--renderer takes auto, ray or gl; not 'vulkan'"),
                (["--at", "soon"], "--at takes a time"),
                (["--fov", "400"], "--fov takes 1 to 170 degrees"),
                (["-o", "picture.gif"], "-o takes a file that ends in .png or .jpg, not 'picture.gif'"),
                (["-o", "/nowhere/picture.png"], "cannot write '/nowhere/picture.png'")):
            run = tandem("snap", "push", *arguments)
            self.assertNotEqual(run.returncode, 0)
            self.assertIn(sentence, run.stderr)
        bare = tandem("snap", "crowd", "--paint")
        self.assertNotEqual(bare.returncode, 0)
        self.assertIn("'crowd' has no floor to paint; 'paint: {}' in a scenario gives it one", bare.stderr)


class Map(unittest.TestCase):
    def test_a_map_of_the_world_is_written_as_nav2_reads_it(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "push.yaml"
            run = tandem("map", "push", "-o", str(file), "--resolution", "0.1", "--height", "0.2")
            self.assertEqual(run.returncode, 0, run.stderr)
            self.assertIn("52 by 52 cells of 0.1 m, cut at 0.200 m", run.stderr)
            self.assertIn("image: push.pgm\nmode: trinary\nresolution: 0.1\n", file.read_text())
            image = file.with_suffix(".pgm").read_bytes()
            self.assertTrue(image.startswith(b"P5\n52 52\n255\n"))
            self.assertEqual(len(image), len(b"P5\n52 52\n255\n") + 52 * 52)

            small = tandem("map", "push", "-o", str(file), "--area", "0", "0", "1", "2")
            self.assertIn("20 by 40 cells of 0.05 m", small.stderr)

    def test_what_cannot_be_mapped_is_answered_with_a_sentence(self):
        for arguments, code, words in (
            (["push", "-o", "map.pgm"], 2, "takes the name of a yaml file"),
            (["push", "-o", "m.yaml", "--resolution", "0"], 2, "--resolution takes"),
            (["push", "-o", "m.yaml", "--height", "nan"], 2, "--height takes"),
            (["push", "-o", "m.yaml", "--area", "0", "0", "-1", "1"], 2, "must be positive"),
            (["push"], 2, "--output"),
            (["pussh", "-o", "m.yaml"], 1, "pussh"),
            (["push", "-o", "/nowhere/at/all.yaml"], 1, "cannot write"),
            (["push", "-o", "m.yaml", "--area", "0", "0", "9999", "9999"], 1, "a smaller area"),
        ):
            run = tandem("map", *arguments)
            self.assertEqual(run.returncode, code, run.stderr)
            self.assertIn(words, run.stderr)


class Bench(unittest.TestCase):
    def test_a_bench_prints_a_table_and_writes_json(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "memory.json"
            bench = tandem("bench", "memory", "--json", str(file))
            rows = json.loads(file.read_text())[0]["rows"]
        self.assertEqual(bench.returncode, 0)
        self.assertIn("push", bench.stdout)
        self.assertTrue(any(row["what"].startswith("push") and row["value"] > 1 for row in rows))

    def test_a_bench_that_cannot_measure_fails(self):
        self.assertEqual(tandem("bench", "speed", "--json", "/nowhere/at/all.json").returncode, 2)
        limited = subprocess.run([TANDEM, "bench", "start"], capture_output=True, text=True, timeout=120,
                                 env=os.environ | {"TMPDIR": "/nowhere"})
        self.assertEqual(limited.returncode, 1)
        self.assertIn("FAILED", limited.stdout)

    def test_an_unknown_bench_is_refused(self):
        self.assertEqual(tandem("bench", "nonsense").returncode, 2)


if __name__ == "__main__":
    unittest.main(verbosity=2)
