# SPDX-FileCopyrightText: The Tandem contributors
# SPDX-License-Identifier: Apache-2.0
"""Projectors as people meet them: tandem calibrate projector, snap --camera floor, and windows on a virtual screen."""
import ctypes
import os
import pathlib
import re
import select
import struct
import subprocess
import sys
import tempfile
import time
import unittest
import zlib

from web_client import Page

TANDEM = sys.argv.pop(1)
CORNERS = ["80,60", "1200,20", "1250,780", "30,700"]
ALONE = ["--no-ros", "--no-web"]
NO_SCREEN = {key: value for key, value in os.environ.items() if key not in ("DISPLAY", "WAYLAND_DISPLAY")}


def tandem(*arguments, timeout=120, env=None):
    return subprocess.run([TANDEM, *arguments], capture_output=True, text=True, timeout=timeout, env=env)


def read_png(file):
    """Rows of (r, g, b)."""
    data, at, packed = pathlib.Path(file).read_bytes(), 8, b""
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        if kind == b"IHDR":
            width, height, _, color = struct.unpack(">IIBB", data[at + 8:at + 18])
        if kind == b"IDAT":
            packed += data[at + 8:at + 8 + length]
        at += 12 + length
    step, raw = {2: 3, 6: 4}[color], zlib.decompress(packed)
    rows, above = [], bytearray(width * step)
    for row in range(height):
        start = row * (width * step + 1)
        method, line = raw[start], bytearray(raw[start + 1:start + 1 + width * step])
        for i in range(len(line)):
            a = line[i - step] if i >= step else 0
            b, c = above[i], above[i - step] if i >= step else 0
            guess = (0, a, b, (a + b) // 2,
                     min((abs(b - c), 0, a), (abs(a - c), 1, b), (abs(a + b - 2 * c), 2, c))[2])[method]
            line[i] = (line[i] + guess) & 255
        rows.append([tuple(line[i:i + 3]) for i in range(0, len(line), step)])
        above = line
    return rows


class Screen:
    """An X server without a monitor, whose pixels are in a file and whose keys are pressed by us."""

    def __init__(self, folder, width=1280, height=800):
        self.folder = folder
        read, write = os.pipe()
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write), "-screen", "0", f"{width}x{height}x24", "-fbdir", folder, "-nolisten", "tcp"],
            pass_fds=[write], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(write)
        with os.fdopen(read) as answer:
            if not select.select([answer], [], [], 30)[0]:
                raise RuntimeError("Xvfb did not start")
            self.name = ":" + answer.readline().strip()
        self.env = {**os.environ, "DISPLAY": self.name}
        self.env.pop("WAYLAND_DISPLAY", None)
        self.x11, self.test = ctypes.CDLL("libX11.so.6"), ctypes.CDLL("libXtst.so.6")
        self.x11.XOpenDisplay.restype = ctypes.c_void_p
        self.x11.XStringToKeysym.restype = ctypes.c_ulong
        self.x11.XKeysymToKeycode.argtypes = [ctypes.c_void_p, ctypes.c_ulong]
        self.x11.XDefaultRootWindow.restype = ctypes.c_ulong
        self.x11.XMoveWindow.argtypes = [ctypes.c_void_p, ctypes.c_ulong, ctypes.c_int, ctypes.c_int]
        self.display = ctypes.c_void_p(self.x11.XOpenDisplay(self.name.encode()))

    def close(self):
        self.x11.XCloseDisplay(self.display)
        self.server.terminate()
        self.server.wait()

    def press(self, *keys):
        codes = [self.x11.XKeysymToKeycode(self.display, self.x11.XStringToKeysym(key.encode())) for key in keys]
        for code in codes:
            self.test.XTestFakeKeyEvent(self.display, code, 1, 0)
        for code in reversed(codes):
            self.test.XTestFakeKeyEvent(self.display, code, 0, 0)
        self.x11.XSync(self.display, 0)

    def mouse(self, x, y, button=None):
        self.test.XTestFakeMotionEvent(self.display, -1, x, y, 0)
        if button is not None:
            self.test.XTestFakeButtonEvent(self.display, 1, button, 0)
        self.x11.XSync(self.display, 0)

    def windows(self, width):
        """Those that are so wide, in the order in which they were opened."""
        root, parent, children, count = ctypes.c_ulong(), ctypes.c_ulong(), ctypes.POINTER(ctypes.c_ulong)(), ctypes.c_uint()
        self.x11.XQueryTree(self.display, ctypes.c_ulong(self.x11.XDefaultRootWindow(self.display)), ctypes.byref(root),
                            ctypes.byref(parent), ctypes.byref(children), ctypes.byref(count))
        found = []
        for window in sorted(children[:count.value]):
            geometry = [ctypes.c_uint() for _ in range(6)]  # x, y, width, height, border, depth
            self.x11.XGetGeometry(self.display, ctypes.c_ulong(window), ctypes.byref(root), *map(ctypes.byref, geometry))
            if geometry[2].value == width:
                found.append(window)
        if children:
            self.x11.XFree(children)
        return found

    def move(self, window, x, y):
        self.x11.XMoveWindow(self.display, window, x, y)
        self.x11.XSync(self.display, 0)

    def pixels(self):
        """Rows of (r, g, b) of the X window dump that the server keeps."""
        data = (pathlib.Path(self.folder) / "Xvfb_screen0").read_bytes()
        header = struct.unpack(">25I", data[:100])
        size, width, height, line, colors = header[0], header[4], header[5], header[12], header[19]
        start = size + 12 * colors
        rows = []
        for row in range(height):
            part = data[start + row * line:start + row * line + 4 * width]
            rows.append([(part[i + 2], part[i + 1], part[i]) for i in range(0, 4 * width, 4)])
        return rows


def differing(a, b):
    """How many of every fourth pixel differ visibly."""
    return sum(max(abs(p - q) for p, q in zip(a[row][column], b[row][column])) > 24
               for row in range(0, len(a), 4) for column in range(0, len(a[0]), 4))


def wait_for(is_true, what, most=60):
    end = time.monotonic() + most
    while not is_true():
        if time.monotonic() > end:
            raise AssertionError("waited in vain until " + what)
        time.sleep(0.05)


class Calibration(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.file = self.folder / "p.yaml"

    def test_four_corners_make_a_file_through_which_the_floor_is_drawn(self):
        made = tandem("calibrate", "projector", "arena", "--area", "4x2.5", "--size", "1280x800", "--corners", *CORNERS,
                      "-o", str(self.file))
        self.assertEqual(made.returncode, 0, made.stderr)
        self.assertIn("top_left: [80.00, 60.00]", self.file.read_text())
        png = self.folder / "p.png"
        snap = tandem("snap", "arena", "--camera", "floor", "--projector-calibration", str(self.file), "-o", str(png))
        self.assertEqual(snap.returncode, 0, snap.stderr)
        rows = read_png(png)
        self.assertEqual((len(rows[0]), len(rows)), (1280, 800))
        # inside of the corners the floor, outside nothing
        self.assertNotEqual(rows[70][90], (0, 0, 0))
        self.assertNotEqual(rows[30][1190], (0, 0, 0))
        for x, y in ((40, 30), (1270, 10), (1270, 795), (10, 750)):
            self.assertEqual(rows[y][x], (0, 0, 0))

    def test_mistakes_are_sentences(self):
        good = ["calibrate", "projector", "--size", "800x600", "-o", str(self.file), "--corners"]
        for arguments, words in (
                ([*good, "0,0", "400,0", "800,0", "0,600"], "corners 1, 2 and 3 lie on one line"),
                ([*good, "0,0", "800,0", "8,6", "x"], "--corners takes four places in pixels such as 10,20; not 'x'"),
                ([*good, "0,0", "800,0"], "--corners"),
                (["calibrate", "projector", "--area", "4", *good[2:], *CORNERS], "--area takes metres such as 4x3"),
                (["calibrate", "projector", "--area", "0x3", *good[2:], *CORNERS], "--area takes metres"),
                (["calibrate", "projector", "--size", "5", "--corners", *CORNERS], "--size takes WIDTHxHEIGHT"),
                ([*good[:4], "-o", "/nowhere/p.yaml", "--corners", *CORNERS], "cannot write '/nowhere/p.yaml'"),
                (["calibrate"], "projector"),
                (["snap", "empty", "--camera", "floor", "--projector-calibration", "/nowhere/p.yaml"], "/nowhere/p.yaml"),
                (["snap", "empty", "--camera", "floor", "--depth"], "--camera floor is a projector's picture"),
                (["snap", "empty", "--area", "4x3"], "are for --camera floor"),
                (["run", "empty", "--area", "4x3", *ALONE], "they need --projector"),
                (["run", "empty", "--projector-camera", "emaros/camera_front", *ALONE], "they need --projector")):
            answer = tandem(*arguments)
            self.assertNotEqual(answer.returncode, 0, arguments)
            self.assertIn(words, answer.stdout + answer.stderr, arguments)
            self.assertFalse(self.file.exists(), arguments)
        self.file.write_text("area: {size_x_m: 4, size_y_m: 3}\nwidth_px: 800\nheight_px: 600\ncorners_px: 7\n")
        answer = tandem("snap", "empty", "--camera", "floor", "--projector-calibration", str(self.file))
        self.assertEqual(answer.returncode, 1)
        self.assertIn("p.yaml:4: error:", answer.stderr)

    def test_headless_and_a_window_do_not_go_together(self):
        self.assertEqual(tandem("calibrate", "projector", "--size", "1280x800", "--corners", *CORNERS, "-o",
                                str(self.file)).returncode, 0)
        for window in (["--projector"], ["--projector-calibration", str(self.file)]):
            answer = tandem("run", "empty", "--headless", *window, "--duration", "1s", *ALONE)
            self.assertEqual(answer.returncode, 2)
            self.assertIn("--headless opens none; --projector-page shows the floor on a page", answer.stderr)
        page = tandem("run", "empty", "--headless", "--projector-page", str(self.file), "--duration", "0.1s", "--port", "0",
                      "--no-ros")
        self.assertEqual(page.returncode, 0, page.stderr)

    def test_mistakes_come_before_the_link(self):
        self.file.write_text("area: 7\n")
        for mistake in (["--projector", "--area", "4"], ["--projector", "--projector-camera", "nose"],
                        ["--projector", "--monitor", "0", "--monitor", "1"], ["--projector-calibration", str(self.file)],
                        ["--projector-page", str(self.file)], ["--projector"], ["--renderer", "none"]):
            answer = tandem("run", "push", *mistake, "--port", "0", "--no-ros", "--duration", "0.1s", env=NO_SCREEN)
            self.assertIn(answer.returncode, (1, 2), mistake)
            self.assertIn("error: ", answer.stderr)
            self.assertNotIn("page: http", answer.stderr, mistake)

    def test_without_a_screen_it_says_so(self):
        answer = tandem("run", "empty", "--projector", "--duration", "1s", *ALONE, env=NO_SCREEN)
        self.assertEqual(answer.returncode, 2)
        self.assertIn("--projector: no window can be opened here", answer.stderr)


class Window(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.screen = Screen(folder.name)
        self.addCleanup(self.screen.close)

    def start(self, *arguments):
        process = subprocess.Popen([TANDEM, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                   stderr=subprocess.STDOUT, text=True, env=self.screen.env)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def shows(self, expected):
        return lambda: differing(self.screen.pixels(), expected) < 30

    def test_the_window_shows_what_snap_draws_and_keys_change_it(self):
        png, size = self.folder / "floor.png", ["--size", "1280x800"]
        place = "projection={area: {size_x_m: 5, size_y_m: 3}, width_px: 1280, height_px: 800}"
        snap = ["snap", "push", "--set", place, "--camera", "floor", *size, "-o", str(png)]
        self.assertEqual(tandem(*snap).returncode, 0)
        plain = read_png(png)
        self.assertEqual(tandem(*snap, "--grid").returncode, 0)
        grid = read_png(png)
        self.assertGreater(differing(plain, grid), 1000)
        run = self.start("run", "push", "--set", place, "--projector", "--paused", "--no-vsync", *ALONE)
        wait_for(self.shows(plain), "the floor is shown")
        self.screen.press("g")
        wait_for(self.shows(grid), "the grid is shown")
        self.screen.press("g")
        wait_for(self.shows(plain), "the grid is gone")
        for key in "123":
            self.screen.press(key)
        wait_for(lambda: not self.shows(plain)(), "layers are toggled")
        run.terminate()
        out = run.communicate(timeout=60)[0]
        self.assertEqual(run.returncode, 0, out)
        self.assertRegex(out, r"projector: \d+ pictures?")
        for words in ("robot bodies: of all robots", "lights: off", "billboards: off"):
            self.assertIn(words, out)

    def test_a_window_without_a_calibration_shows_the_floor_of_each_scenario(self):
        def floor_of(scenario, *more):
            png = self.folder / "floor.png"
            snap = tandem("snap", scenario, *more, "--camera", "floor", "--size", "1280x800", "-o", str(png))
            self.assertEqual(snap.returncode, 0, snap.stderr)
            return read_png(png)
        place = ["--set", "projection={area: {size_x_m: 5, size_y_m: 3}, width_px: 1280, height_px: 800}"]
        push, arena = floor_of("push", *place), floor_of("arena")
        run = self.start("run", "push", *place, "--projector", "--paused", "--no-vsync", "--no-ros", "--port", "0")
        link = None
        while not link:
            line = run.stdout.readline()
            self.assertNotEqual(line, "", "the run ended")
            link = re.search(r"page: http://\S+:(\d+)/#token=(\w+)", line)
        wait_for(self.shows(push), "the floor is shown")
        with Page(int(link[1]), link[2]) as page:
            self.assertTrue(page.do("load", scenario="arena")["ok"])
            wait_for(self.shows(arena), "the other floor is shown, of 4 by 3 m")
            self.assertTrue(page.do("load", scenario="push")["ok"])
            wait_for(self.shows(floor_of("push")), "the floor of before is shown")
        run.terminate()
        out = run.communicate(timeout=60)[0]
        self.assertEqual(run.returncode, 0, out)

    def test_corners_are_moved_by_keys_and_mouse_and_saved(self):
        file = self.folder / "p.yaml"
        calibrate = self.start("calibrate", "projector", "--area", "4x2.5", "--size", "1280x800", "-o", str(file))
        wait_for(lambda: any(pixel != (0, 0, 0) for row in self.screen.pixels()[::50] for pixel in row[::50]),
                 "the grid is shown")
        # the picture fills the window: corners are at its own
        self.screen.press("Right")
        self.screen.press("Shift_L", "Down")
        self.screen.press("Tab")
        self.screen.press("Shift_L", "Left")
        self.screen.mouse(1270, 790, button=1)
        self.screen.mouse(1180, 710)
        self.screen.mouse(1170, 700, button=0)
        saved = lambda: file.exists() and "bottom_right: [1180.00, 710.00]" in file.read_text()
        def save():
            self.screen.press("s")
            return saved()
        wait_for(save, "the corners are saved")
        self.assertIn("top_left: [1.00, 10.00]", file.read_text())
        self.assertIn("top_right: [1270.00, 0.00]", file.read_text())
        self.screen.press("Escape")
        out = calibrate.communicate(timeout=60)[0]
        self.assertEqual(calibrate.returncode, 0, out)

    def test_several_projectors_have_several_windows_and_a_wrong_monitor_is_named(self):
        files = [self.folder / "a.yaml", self.folder / "b.yaml"]
        for file, area in zip(files, ("2x2@-1,0", "2x2@1,0")):
            made = tandem("calibrate", "projector", "--area", area, "--size", "400x400", "--corners", "0,0", "400,0",
                          "400,400", "0,400", "-o", str(file))
            self.assertEqual(made.returncode, 0, made.stderr)
        both = [word for file in files for word in ("--projector-calibration", str(file))]
        floors = []
        for file in files:
            png = self.folder / (file.stem + ".png")
            snap = tandem("snap", "arena", "--camera", "floor", "--projector-calibration", str(file), "-o", str(png))
            self.assertEqual(snap.returncode, 0, snap.stderr)
            floors.append(read_png(png))
        self.assertGreater(differing(*floors), 500)
        process = self.start("run", "arena", *both, "--paused", "--no-vsync", *ALONE)
        wait_for(lambda: len(self.screen.windows(400)) == 2, "both windows are open")
        for i, window in enumerate(self.screen.windows(400)):
            self.screen.move(window, 500 * i, 100)
        def are_shown():
            rows = self.screen.pixels()[100:500]
            return all(differing([row[500 * i:500 * i + 400] for row in rows], floor) < 10 for i, floor in enumerate(floors))
        wait_for(are_shown, "each window shows its floor")
        process.terminate()
        self.assertEqual(process.wait(60), 0)
        run = tandem("run", "arena", *both, "--duration", "1s", *ALONE, env=self.screen.env)
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertRegex(run.stderr, r"projector: \d+ pictures?")
        wrong = tandem("run", "arena", *both, "--monitor", "7", "--duration", "1s", *ALONE, env=self.screen.env)
        self.assertEqual(wrong.returncode, 2)
        self.assertRegex(wrong.stderr, r"there is no monitor 7; there are 0: ")

    def test_a_monitor_is_filled(self):
        file, png = self.folder / "p.yaml", self.folder / "p.png"
        made = tandem("calibrate", "projector", "--area", "5x3", "--size", "1280x800", "--corners", *CORNERS, "-o", str(file))
        self.assertEqual(made.returncode, 0, made.stderr)
        through = ["--projector-calibration", str(file)]
        self.assertEqual(tandem("snap", "push", "--camera", "floor", *through, "-o", str(png)).returncode, 0)
        run = self.start("run", "push", *through, "--monitor", "0", "--paused", "--no-vsync", *ALONE)
        wait_for(self.shows(read_png(png)), "the floor fills the monitor")
        run.terminate()
        self.assertEqual(run.wait(60), 0)

    def test_the_picture_of_a_camera_lies_behind_its_robot(self):
        floor = ["run", "push", "--projector", "--no-vsync", *ALONE]
        wrong = tandem(*floor, "--projector-camera", "nose", env=self.screen.env)
        self.assertEqual(wrong.returncode, 2)
        self.assertIn("--projector-camera: there is no camera 'nose'; there are emaros/camera_front", wrong.stderr)
        # at 0.4, 0 of 4.8 by 3 m there is room behind the robot: its image begins 0.27 m behind, beyond the billboard's place
        run = self.start(*floor, "--set", "robots.emaros.commands=[]", "--set", "robots.emaros.pose.x=0.4", "--projector-camera", "emaros/camera_front")
        wait_for(lambda: any(pixel != (0, 0, 0) for row in self.screen.pixels()[::50] for pixel in row[::50]),
                 "the floor is shown")
        behind = lambda: {row[column] for row in self.screen.pixels()[300:500:10] for column in range(607, 657, 10)}
        wait_for(lambda: len(behind()) > 20, "the image is shown")  # of many colours, where a panel has two
        self.screen.press("4")
        wait_for(lambda: len(behind()) < 20, "the image is gone")
        run.terminate()
        self.assertEqual(run.wait(60), 0)


if __name__ == "__main__":
    unittest.main()
