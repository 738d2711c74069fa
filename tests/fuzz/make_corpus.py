# SPDX-FileCopyrightText: The Tandem contributors
# SPDX-License-Identifier: Apache-2.0
"""Writes the golden messages and small pictures as first inputs of the fuzz targets: make_corpus.py FOLDER"""
import json
import pathlib
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
