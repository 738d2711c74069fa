# SPDX-FileCopyrightText: The Tandem contributors
# SPDX-License-Identifier: Apache-2.0
"""Writes golden messages, small pictures and recordings as first inputs of the fuzz targets: make_corpus.py FOLDER"""
import json
import pathlib
import struct
import sys

root = pathlib.Path(__file__).parent.parent.parent
folder = pathlib.Path(sys.argv[1])
targets = ("typed_cdr_fuzz", "dynamic_cdr_fuzz", "message_text_fuzz")
for target in targets:
    (folder / target).mkdir(parents=True, exist_ok=True)

for number, line in enumerate((root / "interfaces/golden/cdr/golden_cdr.jsonl").open()):
    sample = json.loads(line)
    head = sample["type"].encode() + b"\n"
    body = bytes.fromhex(sample["cdr_hex"])
    text = json.dumps(sample["fields"], ensure_ascii=False).encode()
    (folder / "typed_cdr_fuzz" / f"golden_{number}").write_bytes(head + body)
    (folder / "dynamic_cdr_fuzz" / f"golden_{number}").write_bytes(head + body)
    (folder / "message_text_fuzz" / f"golden_{number}").write_bytes(head + text)

# pictures that are small enough for a target
(folder / "jpeg_fuzz").mkdir(parents=True, exist_ok=True)
pictures = sorted((root / "scenarios/textures").glob("*.jpg"), key=lambda file: file.stat().st_size)
for picture in pictures[:4]:  # of 3 to 4 kB
    (folder / "jpeg_fuzz" / picture.stem).write_bytes(picture.read_bytes())


# recordings: a chunk of two messages with its index, and the same without an end
def record(opcode, content):
    return struct.pack("<BQ", opcode, len(content)) + content


def text(words):
    return struct.pack("<I", len(words)) + words.encode()


magic = b"\x89MCAP0\r\n"
schema = record(3, struct.pack("<H", 1) + text("std_msgs/msg/String") + text("ros2msg") + text("string data"))
channel = record(4, struct.pack("<HH", 0, 1) + text("/a") + text("cdr") + text(""))
messages = b"".join(record(5, struct.pack("<HIQQ", 0, i, i, i) + b"content") for i in range(2))
content = schema + channel + messages
chunk = record(6, struct.pack("<QQQI", 0, 1, len(content), 0) + text("") + struct.pack("<Q", len(content)) + content)
attachment = record(9, struct.pack("<QQ", 0, 0) + text("x.yaml") + text("") + struct.pack("<Q", 4) + b"k: v" + bytes(4))
metadata = record(12, text("run") + struct.pack("<I", 10) + text("a") + text("b"))
front = magic + record(1, text("ros2") + text("test"))
data = front + chunk + attachment + metadata + record(15, bytes(4))
numbers = struct.pack("<I", 10) + struct.pack("<HQ", 0, 2)
summary = (schema + channel + record(11, struct.pack("<QHIIIIQQ", 2, 1, 1, 1, 1, 1, 0, 1) + numbers)
           + record(8, struct.pack("<QQQQIQ", 0, 1, len(front), len(chunk), 0, 0) + text("")
                    + struct.pack("<QQ", len(content), len(content)))
           + record(10, struct.pack("<QQQQQ", len(front + chunk), len(attachment), 0, 0, 4) + text("x.yaml") + text(""))
           + record(13, struct.pack("<QQ", len(front + chunk + attachment), len(metadata)) + text("run")))
footer = record(2, struct.pack("<QQI", len(data), 0, 0)) + magic
(folder / "mcap_fuzz").mkdir(parents=True, exist_ok=True)
(folder / "mcap_fuzz" / "indexed").write_bytes(data + summary + footer)
(folder / "mcap_fuzz" / "killed").write_bytes(front + chunk + attachment + metadata)
(folder / "mcap_fuzz" / "loose").write_bytes(front + content)

# inputs of recorded runs: nothing, and one of several kinds
(folder / "inputs_fuzz").mkdir(parents=True, exist_ok=True)
nothing = struct.pack("<I", 0)
(folder / "inputs_fuzz" / "nothing").write_bytes(struct.pack("<q", 0) + 6 * nothing)
edits = struct.pack("<IQB", 2, 7, 1) + text("box") + struct.pack("<QBB", 0, 4, 3)
spawn = struct.pack("<IQBB", 1, 1, 0, 1) + text("box") + text("") + b"\0" + text("box_2") + bytes(13 * 8) + b"\1"
commands = struct.pack("<I", 1) + text("emaros") + struct.pack("<dd", 0.1, -0.2)
poses = struct.pack("<I", 1) + text("emaros") + struct.pack("<BqdddB", 1, 5, 1, 2, 3, 0)
paint = struct.pack("<IBddd", 1, 1, 1, 2, 0.3) + b"\0" + struct.pack("<ffff", 0, 0, 0, 1) + b"\0"
head = struct.pack("<q", 8)
(folder / "inputs_fuzz" / "edits").write_bytes(head + edits + 5 * nothing)
(folder / "inputs_fuzz" / "spawn").write_bytes(head + spawn + 5 * nothing)
(folder / "inputs_fuzz" / "robots").write_bytes(head + 2 * nothing + commands + poses + 2 * nothing)
(folder / "inputs_fuzz" / "paint").write_bytes(head + 5 * nothing + paint)

# what pages and the server say to each other
(folder / "page_messages_fuzz").mkdir(parents=True, exist_ok=True)
for message in sorted((root / "interfaces/golden/web").glob("*.bin")):
    (folder / "page_messages_fuzz" / message.stem).write_bytes(message.read_bytes())
