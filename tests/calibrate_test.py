#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Tandem contributors
# SPDX-License-Identifier: Apache-2.0
"""The way of a laboratory from printed sheets to poses: calibrate camera, floor and marker, then track."""

import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

TANDEM, SCENE = sys.argv.pop(1), sys.argv.pop(1)
SHEETS = ["10=-1.8,1.3", "11=0,1.3", "12=1.8,1.3", "13=1.8,-1.3", "14=0,-1.3", "15=-1.8,-1.3", "16=-1.8,0",
          "17=1,0,0.3"]


def tandem(*arguments):
    return subprocess.run([TANDEM, *map(str, arguments)], capture_output=True, text=True, timeout=300)


def numbers(text, pattern):
    return [float(number) for number in re.search(pattern, text).groups()]


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
