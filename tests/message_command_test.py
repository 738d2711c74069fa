# SPDX-FileCopyrightText: The Tandem contributors
# SPDX-License-Identifier: Apache-2.0
"""tandem message as a user meets it."""
import json
import pathlib
import subprocess
import sys
import unittest

TANDEM = sys.argv.pop(1)
GOLDEN = pathlib.Path(__file__).parent.parent / "interfaces/golden/cdr/golden_cdr.jsonl"


def message(*arguments, text=""):
    return subprocess.run([TANDEM, "message", *arguments], input=text, capture_output=True, text=True, timeout=60)


def lines(run):
    return [json.loads(line) for line in run.stdout.splitlines()]


class Message(unittest.TestCase):
    def test_golden_messages_go_both_ways(self):
        golden = [json.loads(line) for line in GOLDEN.read_text().splitlines()]
        encoded = message("encode", text=GOLDEN.read_text())
        decoded = message("decode", text=encoded.stdout)
        self.assertEqual((encoded.returncode, decoded.returncode), (0, 0), encoded.stdout[-500:])
        self.assertEqual([line["cdr_hex"] for line in lines(encoded)], [sample["cdr_hex"] for sample in golden])
        self.assertEqual([line["fields"] for line in lines(decoded)], [sample["fields"] for sample in golden])

    def test_a_bad_line_is_answered_and_the_others_go_on(self):
        run = message("encode", text='nonsense\n\n{"type": "std_msgs/Int8", "fields": {"data": 1}}\n')
        self.assertEqual(run.returncode, 1)
        self.assertEqual(lines(run), [{"error": "the line is not JSON from character 2 on"},
                                      {"type": "std_msgs/msg/Int8", "cdr_hex": "0001000001"}])

    def test_list_knows_messages_services_and_actions(self):
        listed = message("list").stdout
        for name in ("geometry_msgs/msg/Twist", "std_srvs/srv/Trigger", "nav2_msgs/action/NavigateToPose"):
            self.assertIn(f"    {name}\n", listed)
        self.assertNotIn("_Request", listed)
        self.assertEqual(message("list", "std_srvs").stdout,
                         "Messages:\nServices:\n    std_srvs/srv/Empty\n    std_srvs/srv/SetBool\n"
                         "    std_srvs/srv/Trigger\nActions:\n")
        self.assertIn("there is no package 'st'", message("list", "st").stderr)

    def test_show_has_fields_constants_and_hash(self):
        shown = message("show", "action_msgs/GoalStatus").stdout
        self.assertIn("# RIHS01_32f4cfd717735d17657e1178f24431c1ce996c878c515230f6c5b3476819dbb9\n", shown)
        self.assertIn("int8 STATUS_ABORTED=6\n", shown)
        self.assertIn("action_msgs/GoalInfo goal_info\n\tunique_identifier_msgs/UUID goal_id\n\t\tuint8[16] uuid\n", shown)
        self.assertEqual(message("show", "tf2_msgs/LookupTransform").stdout.count("---\n"), 2)
        missing = message("show", "a/B")
        self.assertEqual(missing.returncode, 2)
        self.assertIn("there is no type 'a/B'", missing.stderr)

    def test_an_unknown_verb_is_answered_with_those_there_are(self):
        run = message("walk")
        self.assertEqual(run.returncode, 2)
        self.assertIn("there is no command 'walk'; there are list, show, encode and decode", run.stderr)


if __name__ == "__main__":
    unittest.main()
