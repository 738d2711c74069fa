#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Tandem contributors
# SPDX-License-Identifier: Apache-2.0
"""The way of a laboratory from printed sheets to poses: calibrate camera, floor and marker, then track."""

import math
import pathlib
import re
import subprocess
import sys
import tempfile
import threading
import unittest

from patience import eventually
from ros_network import ENVIRONMENT

TANDEM, SCENE = sys.argv.pop(1), sys.argv.pop(1)
SHEETS = ["10=-1.8,1.3", "11=0,1.3", "12=1.8,1.3", "13=1.8,-1.3", "14=0,-1.3", "15=-1.8,-1.3", "16=-1.8,0",
          "17=1,0,0.3"]


def tandem(*arguments):
    return subprocess.run([TANDEM, *map(str, arguments)], capture_output=True, text=True, timeout=300)


def numbers(text, pattern):
    return [float(number) for number in re.search(pattern, text).groups()]


class Poses:
    """Times, places and headings on a topic."""

    def __init__(self, topic):
        self.all = []
        self.process = subprocess.Popen([TANDEM, "topic", "echo", topic, "--csv"], env=ENVIRONMENT, stdin=subprocess.DEVNULL,
                                        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            values = line.strip().split(",")
            try:
                yaw = 2 * math.atan2(float(values[8]), float(values[9]))
                self.all.append((int(values[0]) + 1e-9 * int(values[1]), float(values[3]), float(values[4]), math.degrees(yaw)))
            except (ValueError, IndexError):
                pass  # a line that is no message

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()


def off(pose, truth):
    """Metres and degrees."""
    return math.hypot(pose[1] - truth[0], pose[2] - truth[1]), abs(math.remainder(pose[3] - truth[2], 360))


class Laboratory(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.place = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.place.name)
        subprocess.run([SCENE, "make", str(cls.folder)], check=True, timeout=600)
        ended = tandem("calibrate", "camera", "--folder", cls.folder / "boards", "-o", cls.folder / "lens.yaml")
        cls.camera = ended
        cls.floor = tandem("calibrate", "floor", "--camera", cls.folder / "lens.yaml", "--folder",
                           cls.folder / "floor", *[word for sheet in SHEETS for word in ("--marker", sheet)],
                           "-o", cls.folder / "camera.yaml")
        (cls.folder / "tracker.yaml").write_text(
            "source: {folder: drive}\ncalibration_file: camera.yaml\n"
            "robots: [{name: r1, marker: 7, size_m: 0.12, height_m: 0.15}]\n")

    @classmethod
    def tearDownClass(cls):
        cls.place.cleanup()

    def test_1_the_lens_is_measured_by_boards(self):
        self.assertEqual(self.camera.returncode, 0, self.camera.stderr)
        self.assertIn("that is enough", self.camera.stdout)
        off_px, off_mm = numbers(self.camera.stdout, r"corners ([\d.]+) pixels off \(([\d.]+) mm")
        self.assertLess(off_px, 0.15)
        self.assertLess(off_mm, 0.15)
        self.assertIn("image_width: 1920", (self.folder / "lens.yaml").read_text())

    def test_2_the_floor_is_measured_by_sheets(self):
        self.assertEqual(self.floor.returncode, 0, self.floor.stderr)
        self.assertIn("all are seen", self.floor.stdout)
        off_mm, off_px = numbers(self.floor.stdout, r"8 points, ([\d.]+) mm and ([\d.]+) pixels off")
        self.assertLess(off_mm, 2)
        self.assertLess(off_px, 1)
        self.assertIn("image_width: 1920\nimage_height: 1200\n", (self.folder / "camera.yaml").read_text())

    def test_3_what_was_measured_tracks_to_five_millimetres(self):
        ended = subprocess.run([SCENE, "check", str(self.folder)], capture_output=True, text=True, timeout=600)
        self.assertEqual(ended.returncode, 0, ended.stderr)
        worst_mm, = numbers(ended.stdout, r"worst_mm: ([\d.]+)")
        worst_deg, = numbers(ended.stdout, r"worst_deg: ([\d.]+)")
        print(ended.stdout)
        self.assertIn("missed: 0", ended.stdout, ended.stderr)
        self.assertLess(worst_mm, 5)
        self.assertLess(worst_deg, 0.5)

    def test_4_the_markers_place_on_the_robot_is_measured_by_a_drive(self):
        ended = tandem("calibrate", "marker", self.folder / "tracker.yaml", "-o", self.folder / "marker.yaml")
        self.assertEqual(ended.returncode, 0, ended.stderr + ended.stdout)
        text = (self.folder / "marker.yaml").read_text()
        x, y, yaw = numbers(text, r"x: ([-\d.]+)\ny: ([-\d.]+)\nyaw_deg: ([-\d.]+)")
        self.assertAlmostEqual(x, 0.04, delta=0.001)
        self.assertAlmostEqual(y, -0.015, delta=0.001)
        self.assertAlmostEqual(yaw, -90, delta=0.3)
        # a scenario names that file
        (self.folder / "lab.yaml").write_text(
            "name: lab\nworld: push\nrobots:\n  - name: emaros\n    model: emaros\n    mode: twin\n"
            "    twin: {marker: marker.yaml, marker_height_m: 0.15}\n")
        checked = tandem("check", self.folder / "lab.yaml")
        self.assertEqual(checked.returncode, 0, checked.stdout + checked.stderr)

    def test_5_a_drive_that_does_not_turn_is_refused(self):
        straight = self.folder / "straight"
        straight.mkdir()
        for number in range(35, 48):
            file = self.folder / "drive" / f"{number}.jpg"
            if file.exists():
                (straight / file.name).write_bytes(file.read_bytes())
        ended = tandem("calibrate", "marker", self.folder / "tracker.yaml", "--folder", straight)
        self.assertEqual(ended.returncode, 1)
        self.assertIn("degrees only, a whole turn is needed", ended.stderr)

    def test_6_another_board_too_few_pictures_and_wrong_places_are_refused(self):
        ended = tandem("calibrate", "camera", "--folder", self.folder / "boards", "--squares", "9x6")
        self.assertEqual(ended.returncode, 1)
        self.assertIn("are not those of a ChArUco board of 9 x 6 squares", ended.stdout)
        ended = tandem("calibrate", "camera", "--folder", self.folder / "floor")
        self.assertEqual(ended.returncode, 1)
        self.assertIn("0 views of the board are too few", ended.stderr)
        wrong = [sheet.replace("12=1.8", "12=1.7") for sheet in SHEETS]
        ended = tandem("calibrate", "floor", "--camera", self.folder / "lens.yaml", "--folder", self.folder / "floor",
                       *[word for sheet in wrong for word in ("--marker", sheet)], "-o", self.folder / "no.yaml")
        self.assertEqual(ended.returncode, 1)
        self.assertIn("Without marker 12 all others agree", ended.stderr)
        self.assertFalse((self.folder / "no.yaml").exists())
        ended = tandem("calibrate", "floor", "--folder", self.folder / "floor", "--marker", "10=1")
        self.assertEqual(ended.returncode, 2)

    def worst(self, folder):
        """Millimetres and degrees that a tracker is off, all over the floor, with the camera.yaml of a folder."""
        text = (self.folder / "tracker.yaml").read_text()
        (folder / "tracker.yaml").write_text(text.replace("folder: drive", f"folder: {self.folder / 'drive'}"))
        ended = subprocess.run([SCENE, "check", str(folder)], capture_output=True, text=True, timeout=600)
        self.assertEqual(ended.returncode, 0, ended.stderr)
        self.assertIn("missed: 0", ended.stdout, ended.stderr)
        return numbers(ended.stdout, r"worst_mm: ([\d.]+)\nworst_deg: ([\d.]+)")

    def test_7_places_that_were_found_by_hand_will_do(self):
        folder = self.folder / "by_hand"
        folder.mkdir()
        points = (self.folder / "pixels.txt").read_text().split()
        words = [word for point in points for word in ("--pixel", point)]
        ended = tandem("calibrate", "floor", "--camera", self.folder / "lens.yaml", *words[:8], "-o", folder / "four.yaml")
        self.assertEqual(ended.returncode, 0, ended.stderr)
        self.assertIn("4 points, ", ended.stdout)
        ended = tandem("calibrate", "floor", "--camera", self.folder / "lens.yaml", *words, "-o", folder / "camera.yaml")
        self.assertEqual(ended.returncode, 0, ended.stderr)
        off_mm, = numbers(ended.stdout, r"5 points, ([\d.]+) mm")
        self.assertLess(off_mm, 2)
        worst_mm, worst_deg = self.worst(folder)
        self.assertLess(worst_mm, 5)
        self.assertLess(worst_deg, 0.5)
        # ten pixels beside it
        wrong = [re.sub(r"^[\d.]+,", lambda column: f"{float(column[0][:-1]) + 10},", words[-1])]
        ended = tandem("calibrate", "floor", "--camera", self.folder / "lens.yaml", *words[:-1], *wrong, "-o", folder / "no.yaml")
        self.assertEqual(ended.returncode, 1, ended.stdout)
        self.assertFalse((folder / "no.yaml").exists())
        ended = tandem("calibrate", "floor", "--camera", self.folder / "lens.yaml", "--pixel", "3,4")
        self.assertEqual(ended.returncode, 2)
        self.assertIn("--pixel takes COLUMN,ROW=X,Y", ended.stderr)

    def test_8_the_projectors_pattern_on_the_floor_will_do(self):
        folder = self.folder / "projector"
        folder.mkdir()
        self.assertEqual(tandem("calibrate", "projector", "--area", "4x3", "--size", "1280x960", "--corners", "0,0", "1280,0", "1280,960", "0,960",
                                "-o", folder / "lab.yaml").returncode, 0)
        self.assertEqual(tandem("calibrate", "print", "--projector", folder / "lab.yaml", "-o", folder / "pattern.png").returncode, 0)
        subprocess.run([SCENE, "pattern", str(folder)], check=True, timeout=600)
        ended = tandem("calibrate", "floor", "--camera", self.folder / "lens.yaml", "--projector", folder / "lab.yaml", "--folder", folder / "lit",
                       "-o", folder / "camera.yaml")
        self.assertEqual(ended.returncode, 0, ended.stderr + ended.stdout)
        off_mm, = numbers(ended.stdout, r"12 points, ([\d.]+) mm")
        self.assertLess(off_mm, 2)
        worst_mm, worst_deg = self.worst(folder)
        self.assertLess(worst_mm, 5)
        self.assertLess(worst_deg, 0.5)

    def tracked(self, topic, words, truth, most_m, most_deg):
        """What `tandem track` tells until it has told of each picture; the pictures are shown again and again."""
        with Poses(topic) as poses:
            track = subprocess.Popen([TANDEM, "track", *map(str, words), "--repeat"], env=ENVIRONMENT, stdin=subprocess.DEVNULL,
                                     stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
            nearest = lambda pose: min(range(len(truth)), key=lambda i: off(pose, truth[i])[0] + math.radians(off(pose, truth[i])[1]))
            told = lambda: {nearest(pose) for pose in list(poses.all)}
            self.assertTrue(eventually(lambda: len(poses.all) > len(truth) and len(told()) == len(truth)), (len(poses.all), track.poll()))
            track.terminate()
            said = track.communicate(timeout=60)[1]
            self.assertEqual(track.returncode, 0, said)
        errors = [off(pose, truth[nearest(pose)]) for pose in poses.all]
        self.assertLess(max(metres for metres, _ in errors), most_m)
        self.assertLess(max(degrees for _, degrees in errors), most_deg)
        stamps = [pose[0] for pose in poses.all]
        self.assertEqual(stamps, sorted(set(stamps)))

    def truth(self, file):
        return [tuple(map(float, line.split())) for line in (self.folder / file).read_text().splitlines()]

    def test_9_a_folder_and_a_film_of_a_drive_are_tracked(self):
        truth = self.truth("drive.txt")
        count = len(list((self.folder / "drive").glob("*.jpg")))
        self.assertEqual(len(truth), count)
        truth = sorted(set(truth))  # it turns by more than a whole turn
        # FFmpeg takes pictures one behind the other for a film
        with open(self.folder / "drive.mjpeg", "wb") as film:
            for i in range(count):
                film.write((self.folder / "drive" / f"{i + 1}.jpg").read_bytes())
        for words in (["--folder", self.folder / "drive", "--rate", "30"], ["--film", self.folder / "drive.mjpeg"]):
            self.tracked("/tracker/r1", [self.folder / "tracker.yaml", *words], truth, 0.005, 0.5)

    def listening(self, *words):
        """`tandem calibrate camera` on a topic, and all that it says."""
        process = subprocess.Popen([TANDEM, "calibrate", "camera", "--topic", *words], env=ENVIRONMENT, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        said = []
        reader = threading.Thread(target=lambda: said.extend(process.stdout), daemon=True)
        reader.start()
        return process, reader, said

    def test_pictures_of_a_topic_are_looked_at_and_what_keeps_them_away_is_told(self):
        plant = subprocess.Popen([TANDEM, "plant", "empty", "--set", "robots.emaros.mode=twin", "--camera"], env=ENVIRONMENT, stdin=subprocess.DEVNULL,
                                 stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            for words, sentence in ((["/overhead/image_raw"], r"^picture \d+: "),
                                    (["/overhead/image_raw", "--compressed"],
                                     "nothing comes on /overhead/image_raw: it has sensor_msgs/msg/Image, and sensor_msgs/msg/CompressedImage is listened to"),
                                    (["/nowhere/image_raw"], "nothing comes on /nowhere/image_raw: nobody publishes it; waiting")):
                process, reader, said = self.listening(*words)
                self.assertTrue(eventually(lambda said=said, sentence=sentence: any(re.search(sentence, line) for line in said)), said)
                process.terminate()
                process.wait(timeout=60)
                reader.join()
                process.stdout.close()
                self.assertEqual(process.returncode, 1, said)  # it found no lens
        finally:
            plant.kill()
            plant.wait()

    def test_a_robot_is_tracked_by_the_poster_that_its_camera_sees(self):
        self.tracked("/tracker/r1", [self.folder / "poster" / "plane.yaml", "--plane"], self.truth("poster/seen.txt"), 0.012, 1)

    def test_pictures_of_another_size_than_the_calibrations_are_refused(self):
        folder = self.folder / "small"
        folder.mkdir()
        (folder / "1.jpg").write_bytes((self.folder / "poster" / "seen" / "1.jpg").read_bytes())
        sentence = "it has 640 x 480 pixels, and the camera was calibrated with 1920 x 1200"
        ended = tandem("calibrate", "marker", self.folder / "tracker.yaml", "--folder", folder)
        self.assertEqual(ended.returncode, 1, ended.stdout)
        self.assertIn(sentence, ended.stderr)
        ended = tandem("calibrate", "floor", "--camera", self.folder / "lens.yaml", "--folder", folder, "--marker", "7=0,0")
        self.assertEqual(ended.returncode, 1, ended.stdout)
        self.assertIn(sentence, ended.stderr)


class Sheets(unittest.TestCase):
    def test_boards_markers_and_patterns_are_printed_at_their_size(self):
        with tempfile.TemporaryDirectory() as place:
            folder = pathlib.Path(place)
            self.assertEqual(tandem("calibrate", "print", "-o", folder / "board.svg").returncode, 0)
            # ten squares of 30 mm with the margin
            self.assertIn('width="300mm"', (folder / "board.svg").read_text())
            self.assertEqual(tandem("calibrate", "print", "--marker", 7, "--size", 120, "-o", folder / "7.pdf").returncode, 0)
            page = (folder / "7.pdf").read_bytes()
            # 120 mm and a margin of 30 mm on both sides, in points
            self.assertIn(b"/MediaBox [0 0 510.2362 ", page)
            ended = tandem("calibrate", "print", "--marker", 50, "-o", folder / "no.pdf")
            self.assertEqual(ended.returncode, 2)
            self.assertIn("4x4_50 has the markers 0 to 49, no 50", ended.stderr)
            self.assertEqual(tandem("calibrate", "projector", "--area", "4x3", "--size", "800x600", "--corners", "0,0",
                                    "800,0", "800,600", "0,600", "-o", folder / "lab.yaml").returncode, 0)
            self.assertEqual(tandem("calibrate", "print", "--projector", folder / "lab.yaml", "-o",
                                    folder / "pattern.png").returncode, 0)
            # seen by a camera straight above that has the projector's own pixels
            (folder / "seen").mkdir()
            (folder / "seen" / "1.png").write_bytes((folder / "pattern.png").read_bytes())
            ended = tandem("calibrate", "floor", "--projector", folder / "lab.yaml", "--folder", folder / "seen", "-o",
                           folder / "camera.yaml")
            self.assertEqual(ended.returncode, 0, ended.stderr + ended.stdout)
            off_mm, = numbers(ended.stdout, r"12 points, ([\d.]+) mm")
            self.assertLess(off_mm, 1)
            self.assertIn("homography:", (folder / "camera.yaml").read_text())


if __name__ == "__main__":
    unittest.main()
