# SPDX-FileCopyrightText: The Tandem contributors
# SPDX-License-Identifier: Apache-2.0
"""Recording, looking into recordings, playing and replaying them, as a person does it."""
import csv
import fcntl
import json
import os
import pathlib
import re
import resource
import select
import signal
import struct
import subprocess
import sys
import tempfile
import time
import unittest

from patience import PATIENCE, eventually
from ros_network import ENVIRONMENT

TANDEM = sys.argv.pop(1)
os.environ.update(ENVIRONMENT)


def tandem(*arguments, timeout=PATIENCE):
    return subprocess.run([TANDEM, *map(str, arguments)], capture_output=True, text=True, timeout=timeout)


def start(*arguments):
    return subprocess.Popen([TANDEM, *map(str, arguments)], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, text=True)


def interrupt(process):
    process.send_signal(signal.SIGINT)
    return process.communicate(timeout=PATIENCE)


def info(file):
    answer = tandem("bag", "info", "--json", file)
    return json.loads(answer.stdout) if answer.returncode == 0 else None


def largest_chunk(content):
    """Where what is in it begins, and how long that is. Of the indexes between chunks none has a sum by which a
    wrong bit would be noticed."""
    at, chunks = 8, []  # behind the magic
    while at < len(content) - 8:
        opcode, length = struct.unpack_from("<BQ", content, at)
        if opcode == 6:
            # behind its times, its size, its sum and the name of its compression
            name = at + 9 + 28
            behind = name + 4 + struct.unpack_from("<I", content, name)[0]
            chunks.append((struct.unpack_from("<Q", content, behind)[0], behind + 8))
        at += 9 + length
    size, begin = max(chunks)
    return begin, size


def text(words):
    encoded = words.encode()
    return struct.pack("<I", len(encoded)) + encoded


def words_of(file, topic, said):
    """A recording that somebody else might have made: what was said on one topic, by the nanosecond."""
    def record(opcode, content):
        return struct.pack("<BQ", opcode, len(content)) + content
    content = b"\x89MCAP0\r\n" + record(1, text("ros2") + text("test"))
    content += record(3, struct.pack("<H", 1) + text("std_msgs/msg/String") + text("ros2msg") + text("string data"))
    content += record(4, struct.pack("<HH", 1, 1) + text(topic) + text("cdr") + struct.pack("<I", 0))
    for number, (time_ns, words) in enumerate(said):
        cdr = b"\0\1\0\0" + struct.pack("<I", len(words) + 1) + words.encode() + b"\0"
        content += record(5, struct.pack("<HIQQ", 1, number, time_ns, time_ns) + cdr)
    cut = file.with_suffix(".cut.mcap")
    cut.write_bytes(content)
    assert tandem("bag", "convert", cut, file).returncode == 0


def counts(file):
    return {topic["name"]: topic["messages"] for topic in (info(file) or {"topics": []})["topics"]}


class RecordTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.file = self.folder / "run.mcap"

    def assert_fails(self, answer, code, *words):
        self.assertEqual(answer.returncode, code, answer.stdout + answer.stderr)
        for word in words:
            self.assertIn(word, answer.stderr)


class RunTest(RecordTest):
    def test_a_run_is_recorded_and_replayed_to_the_same_hash(self):
        run = tandem("run", "push", "--no-ros", "--no-web", "--speed", "max", "--duration", "4s", "--hash", "--seed", "7",
                     "--record", self.file)
        self.assertEqual(run.returncode, 0, run.stderr)
        replay = tandem("replay", self.file, "--check", "--hash")
        self.assertEqual(replay.returncode, 0, replay.stderr)
        self.assertEqual(replay.stdout, run.stdout)
        self.assertIn("replayed 501 frames, 4.000 s", replay.stderr)
        about = {record["name"]: record["texts"] for record in info(self.file)["metadata"]}
        self.assertEqual(about["tandem:run"]["scenario"], "push")
        self.assertEqual(about["tandem:run"]["seed"], "7")
        self.assertIn("files/0/push.yaml", [attachment["name"] for attachment in info(self.file)["attachments"]])

        part = tandem("replay", self.file, "--check", "--until", "1s")
        self.assertIn("replayed 126 frames, 1.000 s", part.stderr)

    def test_another_scenario_is_noticed_at_once(self):
        tandem("run", "push", "--no-ros", "--no-web", "--speed", "max", "--duration", "2s", "--record", self.file)
        self.assert_fails(tandem("replay", self.file, "--check", "--scenario", "empty"), 1, "frame 0 at 0.000 s",
                          "is not as it was recorded")
        self.assertEqual(tandem("replay", self.file, "--scenario", "empty").returncode, 0)

    def test_a_twin_in_a_live_run_is_replayed(self):
        run = tandem("run", "empty", "--mode", "twin", "--no-web", "--headless", "--duration", "4s", "--hash",
                     "--record", self.file)
        self.assertEqual(run.returncode, 0, run.stderr)
        replay = tandem("replay", self.file, "--check", "--hash")
        self.assertEqual(replay.returncode, 0, replay.stderr)
        self.assertEqual(replay.stdout, run.stdout)
        self.assertIn("every state is as it was recorded", replay.stderr)
        topics = counts(self.file)
        self.assertGreater(topics["/clock"], 400)  # of 500 steps
        self.assertGreater(topics["/emaros/tracked_pose"], 10)  # which the run listens to
        self.assertGreater(topics["/emaros/odom"], 10)

    def test_a_killed_run_leaves_what_it_had(self):
        with start("run", "push", "--no-web", "--headless", "--record", self.file) as run:
            try:
                self.assertTrue(eventually(lambda: counts(self.file).get("/tandem/recorded_frames", 0) >= 2))
            finally:
                run.kill()
        found = info(self.file)
        self.assertFalse(found["has_index"])
        self.assertIn("file", found["ending"])
        replay = tandem("replay", self.file, "--check")
        self.assertEqual(replay.returncode, 0, replay.stderr)
        self.assertIn("is not whole", replay.stderr)

        # and can be made whole
        whole = self.folder / "whole.mcap"
        self.assertEqual(tandem("bag", "convert", self.file, whole).returncode, 0)
        self.assertTrue(info(whole)["has_index"])
        self.assertEqual(counts(whole), counts(self.file))

    def test_whenever_a_run_is_killed_there_is_no_file_or_one_that_is_read(self):
        for delay_s in (0.01, 0.1, 0.2, 0.3, 0.5, 0.8, 1.1, 1.5):
            self.file.unlink(missing_ok=True)
            with start("run", "push", "--no-web", "--headless", "--record", self.file) as run:
                with self.assertRaises(subprocess.TimeoutExpired):
                    run.wait(delay_s)
                run.kill()
            if not self.file.exists():
                continue
            self.assertEqual(tandem("bag", "info", self.file).returncode, 0)
            replay = tandem("replay", self.file, "--check")
            if replay.returncode == 0:
                self.assertIn("every state is as it was recorded", replay.stderr)
            else:
                self.assertIn("it was killed before its first frame was in the file", replay.stderr)

    def test_a_run_of_which_nothing_is_in_its_file_is_not_taken_for_something_else(self):
        run = tandem("run", "push", "--no-ros", "--no-web", "--speed", "max", "--duration", "1s", "--record", self.file)
        self.assertEqual(run.returncode, 0, run.stderr)
        content, at = self.file.read_bytes(), 8
        while content[at] in (1, 12):  # header and metadata
            at += 9 + struct.unpack_from("<Q", content, at + 1)[0]
        self.file.write_bytes(content[:at])
        self.assert_fails(tandem("replay", self.file, "--check"), 1, "it was killed before its first frame was in the file")

    def test_a_check_that_is_ended_before_the_end_does_not_pass(self):
        run = tandem("run", "push", "--no-ros", "--no-web", "--speed", "max", "--duration", "60s", "--record", self.file)
        self.assertEqual(run.returncode, 0, run.stderr)
        with start("replay", self.file, "--check", "--speed", "1") as replay:
            def hears_signals():
                blocked = re.search(r"SigBlk:\s+(\w+)", pathlib.Path(f"/proc/{replay.pid}/status").read_text())[1]
                return int(blocked, 16) & 1 << signal.SIGINT - 1
            self.assertTrue(eventually(hears_signals))
            _, told = interrupt(replay)
        self.assertEqual(replay.returncode, 1, told)
        self.assertRegex(told, r"it was ended: up to \d+\.\d{3} s of 60.000 s every state is as it was recorded")

    def test_a_disk_that_fails_is_told_at_once(self):
        def at_most_300_kb():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, 300_000))
        said = self.folder / "said"
        with said.open("w") as out:
            run = subprocess.Popen([TANDEM, "run", "push", "--no-web", "--headless", "--no-program", "--speed", "5", "--record",
                                    str(self.file)], stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT,
                                   preexec_fn=at_most_300_kb)
        try:
            told = "the recording ends here: writing .* failed: File too large"
            self.assertTrue(eventually(lambda: re.search(told, said.read_text())), said.read_text())
            self.assertIsNone(run.poll())
        finally:
            run.send_signal(signal.SIGINT)
            run.wait(PATIENCE)
        self.assertEqual(run.returncode, 1, said.read_text())

    def test_names_of_topics_may_have_any_letters(self):
        words_of(self.file, 'a"b,\\', [(1, "x")])
        self.assertEqual(tandem("bag", "convert", self.file, self.folder / "x.jsonl").returncode, 0)
        self.assertEqual(json.loads((self.folder / "x.jsonl").read_text())["topic"], 'a"b,\\')
        self.assertEqual(tandem("bag", "convert", self.file, self.folder / "x.csv").returncode, 0)
        lines = (self.folder / "x.csv").read_text().splitlines()
        self.assertEqual(next(csv.reader(lines[1:])), ["1", 'a"b,\\', "x"])

    def record_mission(self, duration_s):
        """In lockstep, so that what lies where in the file is the same each time."""
        mission = self.folder / "drive.yaml"
        mission.write_text(f"mission: drive\nscenario: push\nprograms: []\nduration: {duration_s}s\nevents:\n"
                           f"  - {{at: 0s, drive: {{linear: 0.3 m/s, angular: 0.4 rad/s, for: {duration_s}s}}}}\n"
                           "expect:\n  - always: {measure: speed, below: 1 m/s}\n")
        run = tandem("test", mission, "--results", self.folder, "--record", "all")
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        (file,) = self.folder.glob("*drive-virtual-1.mcap")
        return file

    def test_a_wrong_bit_costs_its_chunk_only(self):
        recorded = self.record_mission(20)
        # a sum notices every bit of what is not compressed, and zstd the number that its bytes begin with
        for compression, place in (("none", lambda begin, size: begin + size // 2), ("zstd", lambda begin, size: begin)):
            with self.subTest(compression=compression):
                convert = tandem("bag", "convert", "--compression", compression, recorded, self.file)
                self.assertEqual(convert.returncode, 0, convert.stderr)
                self.check_a_wrong_bit(place)

    def check_a_wrong_bit(self, place):
        whole, before = info(self.file), counts(self.file)
        self.assertGreater(whole["chunks"], 1)
        self.assertEqual((whole["damage"], whole["lost_messages"]), ([], 0))
        self.assertRegex(tandem("bag", "info", self.file).stdout, r"Condition: +whole")

        damaged = self.folder / "damaged.mcap"
        content = bytearray(self.file.read_bytes())
        content[place(*largest_chunk(content))] ^= 4
        damaged.write_bytes(content)
        found = info(damaged)
        self.assertEqual(len(found["damage"]), 1, found)
        self.assertIn("a chunk is damaged", found["damage"][0])
        lost = found["lost_messages"]
        self.assertGreater(lost, 0)
        self.assertLess(lost, whole["messages"])
        told = tandem("bag", "info", damaged)
        self.assertEqual(told.returncode, 0, told.stderr)
        self.assertRegex(told.stdout, r"Condition: +damaged: at byte \d+: a chunk is damaged")
        self.assertIn(f"{lost} messages are lost", told.stdout)
        self.assertRegex(tandem("bag", "info", "--quick", damaged).stdout, "Condition: +not looked at")

        # the rest is kept, and who converts it is told
        rest = self.folder / "rest.mcap"
        self.assert_fails(tandem("bag", "convert", damaged, rest), 1, f"1 damaged part is left out, with {lost} messages")
        self.assertEqual(sum(counts(rest).values()), sum(before.values()) - lost)
        self.assertEqual(info(rest)["damage"], [])

        # as far as it goes
        self.assert_fails(tandem("replay", damaged), 1, "the recording is damaged")

        # a file that was cut short says so too
        damaged.write_bytes(self.file.read_bytes()[:-100])
        self.assertRegex(tandem("bag", "info", damaged).stdout, r"Condition: +its index is missing or damaged")
        damaged.write_bytes(self.file.read_bytes()[:len(content) * 2 // 3])
        self.assertRegex(tandem("bag", "info", damaged).stdout, r"Condition: +cut short: the file ends in the middle")

    def test_pictures_are_recorded_when_asked_for(self):
        for arguments, is_expected in (((), False), (("--record-all",), True)):
            run = tandem("run", "logistics", "--no-web", "--headless", "--duration", "2s", "--record", self.file, *arguments)
            self.assertEqual(run.returncode, 0, run.stderr)
            pictures = [topic for topic in info(self.file)["topics"] if topic["type"] == "sensor_msgs/msg/Image"]
            self.assertEqual(bool(pictures), is_expected, pictures)

    def test_a_recording_replays_where_its_files_are_not(self):
        room = self.folder / "there" / "room.sdf"
        room.parent.mkdir()
        room.write_text('''<sdf version="1.9"><world name="room"><model name="floor"><static>true</static><link name="l">
<collision name="c"><geometry><plane><normal>0 0 1</normal></plane></geometry></collision></link></model></world></sdf>''')
        scenario = self.folder / "lab.yaml"
        scenario.write_text(f"name: lab\nworld: {room}\nrobots: [{{name: emaros, model: emaros}}]\n")
        run = tandem("run", scenario, "--no-ros", "--no-web", "--speed", "max", "--duration", "1s", "--record", self.file)
        self.assertEqual(run.returncode, 0, run.stderr)
        room.unlink()
        scenario.unlink()
        replay = tandem("replay", self.file, "--check")
        self.assertEqual(replay.returncode, 0, replay.stderr)

    def test_a_run_without_a_clock_waits_for_a_slow_disk(self):
        pipe = self.folder / "pipe"
        os.mkfifo(pipe)
        disk = os.open(pipe, os.O_RDWR)  # so that opening waits for nobody
        fcntl.fcntl(disk, fcntl.F_SETPIPE_SZ, 4096)
        with start("run", "push", "--no-ros", "--no-web", "--speed", "max", "--duration", "300s", "--record", pipe) as run, \
                self.file.open("wb") as file:
            while run.poll() is None or select.select([disk], [], [], 0)[0]:
                if select.select([disk], [], [], 0.1)[0]:
                    file.write(os.read(disk, 4096))
                    time.sleep(0.01)  # 400 kB/s
            told = run.stderr.read()
        os.close(disk)
        self.assertEqual(run.returncode, 0, told)
        self.assertNotIn("not in the recording", told)
        replay = tandem("replay", self.file, "--check")
        self.assertEqual(replay.returncode, 0, replay.stderr)
        self.assertIn("replayed 37501 frames", replay.stderr)

    def test_a_run_that_keeps_to_a_clock_waits_for_no_disk_and_takes_bounded_memory(self):
        """Pictures of all cameras, into a pipe that nobody reads."""
        pipe = self.folder / "pipe"
        os.mkfifo(pipe)
        disk = os.open(pipe, os.O_RDWR)  # so that opening waits for nobody
        said = self.folder / "said"
        with said.open("w") as out:
            run = subprocess.Popen([TANDEM, "run", "logistics", "--no-web", "--headless", "--no-program", "--record-all",
                                    "--record", str(pipe)], stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT)
        try:
            self.assertTrue(eventually(lambda: "the disk is too slow for this recording" in said.read_text()), said.read_text())
            resident_kb = int(re.search(r"VmRSS:\s+(\d+) kB", pathlib.Path(f"/proc/{run.pid}/status").read_text())[1])
        finally:
            run.kill()
            run.wait()
            os.close(disk)
        # 192 of the 256 MB are for messages; all else of the program takes less than 200
        self.assertLess(resident_kb / 1024, 192 + 200)

    def test_a_run_without_a_clock_loses_no_message(self):
        for _ in range(2):
            run = tandem("run", "push", "--no-web", "--headless", "--no-program", "--speed", "max", "--duration", "20s",
                         "--record", self.file)
            self.assertEqual(run.returncode, 0, run.stderr)
            self.assertNotIn("too slow", run.stderr)
            self.assertEqual(counts(self.file)["/emaros/odom"], 1001)  # 50 a second, and at the start
            said = self.folder / "clock.csv"
            self.assertEqual(tandem("bag", "convert", self.file, said, "--topics", "/clock").returncode, 0)
            with said.open() as lines:
                times_ns = [int(line["clock.sec"]) * 10**9 + int(line["clock.nanosec"]) for line in csv.DictReader(lines)]
            # each step of 8 ms; whoever waits for the next one on a busy machine is told the time again
            self.assertEqual(sorted(set(times_ns)), [step * 8_000_000 for step in range(2501)])

    def test_diagnostics_tell_how_the_recording_goes(self):
        with start("run", "empty", "--no-web", "--headless", "--no-program", "--record", self.file) as run:
            try:
                said = tandem("topic", "echo", "--once", "/diagnostics").stdout
            finally:
                interrupt(run)
        self.assertIn("name: 'tandem: recorder'", said)
        self.assertIn("key: dropped_messages", said)

    def test_wrong_files_and_options_are_sentences(self):
        self.assert_fails(tandem("run", "push", "--record", "/nowhere/x.mcap"), 2, "--record: cannot write /nowhere/x.mcap")
        self.assert_fails(tandem("run", "push", "--record-all"), 2, "--record FILE")
        self.assert_fails(tandem("run", "push", "--record", self.file, "--record-compression", "zip"), 2, "zstd, lz4 or none")
        self.file.write_text("no recording")
        for command in (["replay"], ["bag", "info"], ["bag", "play"]):
            self.assert_fails(tandem(*command, self.file), 1, "this is no MCAP file")
        self.assert_fails(tandem("bag", "convert", self.file, self.folder / "x.png"), 2, ".mcap, .jsonl or .csv")
        self.assert_fails(tandem("replay", self.folder / "none.mcap"), 1, "No such file")


class LongTest(RecordTest):
    """A recording as long as TANDEM_RECORDED_SECONDS of simulated time, in which a robot drives all the time."""
    SECONDS = int(os.environ.get("TANDEM_RECORDED_SECONDS", "60"))
    STEPS = SECONDS * 125  # of 8 ms

    def peak_mb(self, *arguments):
        """Runs it to its end; how much memory it had at most, and what it said."""
        said = self.folder / "said"
        with said.open("w") as out:
            process = subprocess.Popen([TANDEM, *map(str, arguments)], stdout=out, stderr=subprocess.STDOUT)
            _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        self.assertEqual(process.returncode, 0, said.read_text()[-2000:])
        return usage.ru_maxrss / 1024, said.read_text()

    def test_is_whole_and_read_with_bounded_memory(self):
        mission = self.folder / "long.yaml"
        mission.write_text(f"mission: long\nscenario: push\nprograms: []\nduration: {self.SECONDS}s\nevents:\n"
                           f"  - {{at: 0s, drive: {{linear: 0.3 m/s, angular: 0.4 rad/s, for: {self.SECONDS}s}}}}\n"
                           "expect:\n  - always: {measure: speed, below: 1 m/s}\n")
        begin = time.monotonic()
        peaks = {}
        peaks["recorded"], _ = self.peak_mb("test", mission, "--results", self.folder, "--record", "all", "--give-up-after", "2h")
        (file,) = self.folder.glob("*long-virtual-1.mcap")
        self.assertTrue(info(file)["has_index"])
        self.assertEqual(info(file)["end_ns"] - info(file)["start_ns"], self.SECONDS * 10**9)
        self.assertEqual(counts(file)["/clock"], self.STEPS)
        self.assertGreater(counts(file)["/emaros/odom"], self.SECONDS * 10)

        # all of it is read, and is as it was
        peaks["converted"], _ = self.peak_mb("bag", "convert", "--compression", "lz4", file, self.file)
        self.assertEqual(counts(self.file), counts(file))
        peaks["replayed"], said = self.peak_mb("replay", "--check", file)
        self.assertIn(f"replayed {self.STEPS + 1} frames", said)
        print(f"{self.SECONDS} s: {file.stat().st_size / 1e6:.0f} MB, {time.monotonic() - begin:.0f} s of wall time, MB at most:",
              {what: round(peak) for what, peak in peaks.items()})
        # what waits for the disk; a few chunks; the world, of which nothing is kept to go back to
        for what, most in (("recorded", 256), ("converted", 128), ("replayed", 128)):
            self.assertLess(peaks[what], most, what)


class NetworkTest(RecordTest):
    def record(self, *arguments):
        return start("record", "-o", self.file, *arguments)

    def words(self, topic, text, *arguments):
        return start("topic", "pub", "--rate", "50", "--print", "1000000", topic, "std_msgs/msg/String", f"{{data: {text}}}",
                     *arguments)

    def test_topics_are_recorded_and_played(self):
        with self.words("/a", "one") as one, self.words("/b", "two") as two, self.record("--regex", "^/[ab]$") as recorder:
            try:
                self.assertTrue(eventually(lambda: min(counts(self.file).get(name, 0) for name in ("/a", "/b")) >= 20))
            finally:
                _, told = interrupt(recorder)
                interrupt(one)
                interrupt(two)
        self.assertIn("recorded", told)
        self.assertTrue(info(self.file)["has_index"])
        self.assertEqual(set(counts(self.file)), {"/a", "/b"})

        # as JSON and CSV
        tandem("bag", "convert", self.file, self.folder / "x.jsonl", "--topics", "/a")
        lines = [json.loads(line) for line in (self.folder / "x.jsonl").read_text().splitlines()]
        self.assertEqual(len(lines), counts(self.file)["/a"])
        self.assertEqual(lines[0]["message"], {"data": "one"})
        tandem("bag", "convert", self.file, self.folder / "x.csv")
        lines = (self.folder / "x.csv").read_text().splitlines()
        self.assertEqual(lines[0], "time_ns,topic,data")
        self.assertRegex(lines[1], r"^\d+,/[ab],(one|two)$")

        # and back into the network, several times as fast, with its time
        with start("topic", "echo", "--csv", "/a") as echo, start("topic", "echo", "--csv", "/clock") as clock:
            try:
                play = tandem("bag", "play", self.file, "--rate", "4", "--clock", "100", "--topics", "/a")
                self.assertEqual(play.returncode, 0, play.stderr)
                self.assertIn(f"played {counts(self.file)['/a']} messages", play.stderr)
                self.assertEqual(echo.stdout.readline().strip(), "one")
                sec, nanosec = map(int, clock.stdout.readline().strip().split(","))
            finally:
                interrupt(echo)
                interrupt(clock)
        time_ns = sec * 10**9 + nanosec
        self.assertGreaterEqual(time_ns, info(self.file)["start_ns"])
        self.assertLessEqual(time_ns, info(self.file)["end_ns"])

    def test_a_latched_topic_is_played_as_one(self):
        with self.words("/latched", "kept", "--qos-durability", "transient_local") as words, self.record("/latched") as recorder:
            try:
                self.assertTrue(eventually(lambda: counts(self.file).get("/latched", 0) >= 1))
            finally:
                interrupt(recorder)
                interrupt(words)
        with start("bag", "play", self.file, "--loop") as play:
            try:
                seen = tandem("topic", "echo", "--once", "--csv", "/latched", "--qos-durability", "transient_local")
            finally:
                interrupt(play)
        self.assertEqual(seen.stdout.strip(), "kept", seen.stderr)

    def listener(self, topic, kind):
        """Somebody who listens, and whom the network knows: they hear another one who says nothing of use."""
        other = start("topic", "pub", "--rate", "20", "--print", "1000000", topic, kind)
        listener = start("topic", "echo", "--csv", topic, kind)
        for process in other, listener:
            self.addCleanup(process.communicate, timeout=PATIENCE)
            self.addCleanup(process.kill)
        nothing = listener.stdout.readline()

        def heard(count):
            """The next lines that say something."""
            lines = []
            while len(lines) < count:
                line = listener.stdout.readline()
                if not line:
                    break
                if line != nothing:
                    lines.append(line.strip())
            return lines
        return heard

    START_NS = 10**10
    SAID = [(10**10 + number * 20_000_000, str(number)) for number in range(101)]  # for 2 s

    def test_a_part_of_a_recording_is_played(self):
        words_of(self.file, "/a", self.SAID)
        listener = self.listener("/a", "std_msgs/msg/String")
        play = tandem("bag", "play", self.file, "--start", "1.9", "--rate", "2")
        self.assertEqual(play.returncode, 0, play.stderr)
        self.assertIn("played 6 messages", play.stderr)
        play = tandem("bag", "play", self.file, "--start", "0.5", "--duration", "0.1")
        self.assertIn("played 6 messages", play.stderr)
        self.assertEqual(listener(12), [*map(str, range(95, 101)), *map(str, range(25, 31))])
        self.assert_fails(tandem("bag", "convert", self.file, self.folder / "x.csv", "--start", "9999"), 2,
                          "--start 9999 leaves nothing of this recording", "2.000 s long")
        self.assertFalse((self.folder / "x.csv").exists())
        self.assert_fails(tandem("bag", "play", self.file, "--start", "9999", "--loop"), 2, "--start 9999 leaves nothing of this recording",
                          "2.000 s long")

    def test_the_clock_of_a_recording_goes_as_fast_as_it_is_played(self):
        words_of(self.file, "/a", self.SAID)
        clock = self.listener("/clock", "rosgraph_msgs/msg/Clock")
        for rate in (1, 4):
            play = tandem("bag", "play", self.file, "--rate", rate, "--clock", "50")
            self.assertEqual(play.returncode, 0, play.stderr)
            # 50 times a second of those who listen, until the last message at 2 s
            count = 100 // rate + 1
            times = [sum(int(number) * unit for number, unit in zip(line.split(","), (10**9, 1))) for line in clock(count)]
            self.assertEqual(times, [self.START_NS + number * rate * 20_000_000 for number in range(count)])

    def test_a_loop_begins_anew_at_the_start_that_was_asked_for(self):
        words_of(self.file, "/a", self.SAID)
        listener = self.listener("/a", "std_msgs/msg/String")
        with start("bag", "play", self.file, "--start", "1.94", "--loop") as play:
            try:
                self.assertEqual(listener(12), ["97", "98", "99", "100"] * 3)
            finally:
                interrupt(play)

    def test_a_loop_of_what_has_no_length_floods_nobody(self):
        words_of(self.file, "/a", self.SAID[:1])
        listener = self.listener("/a", "std_msgs/msg/String")
        begin = time.monotonic()
        with start("bag", "play", self.file, "--loop") as play:
            try:
                self.assertEqual(listener(5), ["0"] * 5)
            finally:
                _, told = interrupt(play)
        # ten times a second at most
        self.assertLessEqual(int(re.search(r"played (\d+) messages", told)[1]), (time.monotonic() - begin) / 0.1 + 1)

    def test_what_was_latched_before_the_start_is_played_first(self):
        mission = self.folder / "drive.yaml"
        mission.write_text("mission: drive\nscenario: empty\nprograms: []\nduration: 3s\nevents:\n"
                           "  - {at: 0s, drive: {linear: 0.3 m/s, for: 2s}}\nexpect:\n  - reach: {near: [0.5, 0], tolerance: 2 cm}\n")
        run = tandem("test", mission, "--results", self.folder, "--record", "all")
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        (file,) = self.folder.glob("*drive-virtual-1.mcap")
        tandem("bag", "convert", file, self.folder / "x.jsonl", "--topics", "/tf_static", "/map")
        lines = [json.loads(line) for line in (self.folder / "x.jsonl").read_text().splitlines()]
        self.assertTrue(lines)
        self.assertTrue(all(line["time_ns"] < 10**9 for line in lines), "all was said in the first second")

        latched = ("--once", "--qos-durability", "transient_local", "--qos-reliability", "reliable")
        with start("bag", "play", file, "--start", "1", "--loop", "--topics", "/tf_static", "/emaros/odom") as play:
            try:
                seen = tandem("topic", "echo", "/tf_static", *latched)
            finally:
                interrupt(play)
        self.assertIn("child_frame_id: ", seen.stdout, seen.stderr)

    def test_what_to_record_must_be_said(self):
        self.assert_fails(tandem("record"), 2, "-a for all of them")
        self.assert_fails(tandem("record", "--regex", "("), 2, "(")


if __name__ == "__main__":
    unittest.main()
