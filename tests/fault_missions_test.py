# SPDX-FileCopyrightText: The Tandem contributors
# SPDX-License-Identifier: Apache-2.0
"""The missions of faults see what their fault does: with one in its place that does nothing, each of them fails. Reports show the fault."""
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

TANDEM = sys.argv.pop(1)
FAULTS = pathlib.Path(__file__).parents[1] / "scenarios" / "missions" / "faults"

# of the same things, and harmless
HARMLESS = {"wheel": {"kind": "wheel_slip", "left_share": "0", "right_share": "0"}, "sensor": {"kind": "sensor_garbage", "share": "0"},
            "process": {"kind": "wheel_slip", "left_share": "0", "right_share": "0"}, "poses": {"kind": "packet_loss", "share": "0"}}


def harmless(fault):
    """The text of a fault as a mission has it, with the same name, times and sensor."""
    words = dict(word.split(": ") for word in fault.split(", "))
    first = words["kind"].split("_")[0].replace("motor", "wheel")
    kept = {word: words[word] for word in ("name", "at", "for", "sensor") if word in words}
    return ", ".join(f"{word}: {value}" for word, value in {**HARMLESS.get(first, HARMLESS["poses"]), **kept}.items())


def tandem(*words):
    return subprocess.run([TANDEM, *map(str, words)], capture_output=True, text=True, timeout=500)


class FaultMissions(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.path = pathlib.Path(self.folder.name)

    def results(self, folder):
        return [json.loads(file.read_text()) for file in sorted((self.path / folder).glob("*.json"))]

    def test_each_fails_when_its_fault_does_nothing(self):
        missions = sorted(FAULTS.glob("*.yaml"))
        (self.path / "harmless").mkdir()
        for mission in missions:
            text, count = re.subn(r"fault: [{]([^}]*)[}]", lambda found: f"fault: {{{harmless(found[1])}}}", mission.read_text())
            self.assertGreater(count, 0, mission.name)
            (self.path / "harmless" / mission.name).write_text(text)
        run = tandem("test", self.path / "harmless", "--results", self.path / "r", "--jobs", "2")
        self.assertEqual(run.returncode, 1, run.stdout + run.stderr)
        verdicts = {result["mission"]: result["verdict"] for result in self.results("r")}
        self.assertEqual(len(verdicts), len(missions))
        for mission, verdict in verdicts.items():
            self.assertIn(verdict, ("failed", "timeout"), mission)

    def test_none_ends_before_its_faults_do(self):
        run = tandem("test", FAULTS, "--results", self.path / "r", "--jobs", "2")
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        for result in self.results("r"):
            count = lambda words, texts=[entry["text"] for entry in result["timeline"]]: sum(re.search(words, text) is not None for text in texts)
            begun = count("^fault '.*' begins: ")
            self.assertGreater(begun, 0, result["mission"])
            self.assertEqual(count("^fault '.*' is over"), begun, result["mission"])

    def test_a_report_shows_when_the_fault_was_there(self):
        run = tandem("test", FAULTS / "wheel_slip.yaml", FAULTS / "duplicate.yaml", "--results", self.path / "r", "--html", self.path / "html", "--jobs", "2")
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        for page, begins, over, ended_s in (("duplicate", "fault 'duplicate' begins: duplicate of emaros, share 0.5, delay_s 0.04", "fault 'duplicate' is over, ", 8),
                                            ("wheel_slip", "fault 'wheel_slip' begins: wheel_slip of emaros", "fault 'wheel_slip' is over", 7)):
            (result,) = (result for result in self.results("r") if result["mission"] == page)
            times = [next(entry["time_s"] for entry in result["timeline"] if entry["text"].startswith(text)) for text in (begins, over)]
            self.assertAlmostEqual(times[0], 3, delta=0.05)
            self.assertAlmostEqual(times[1], ended_s, delta=0.05)
            (file,) = (file for file in (self.path / "html").rglob("*.html") if file.name.startswith(page))
            happened = file.read_text().split('id="timeline"')[1]
            for text in (begins, over):
                self.assertIn(text.replace("'", "&#39;"), happened)


if __name__ == "__main__":
    unittest.main(verbosity=2)
