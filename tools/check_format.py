# SPDX-FileCopyrightText: The Tandem contributors
# SPDX-License-Identifier: Apache-2.0
"""Every file starts with its licence; C++ is as clang-format leaves it, and the page's lines are
short, without tabs and without blanks at their ends."""
import pathlib
import subprocess
import sys

max_line = 100
root = pathlib.Path(sys.argv[1])
folders = ("src", "autonomy", "apps", "benchmarks", "tests", "tools")
cpp_files = sorted(file for folder in folders for file in (root / folder).rglob("*")
                   if file.suffix in {".h", ".cpp"})
page_files = sorted(file for file in (root / "client").rglob("*")
                    if file.suffix in {".ts", ".mts", ".css", ".html"}
                    and "node_modules" not in file.relative_to(root).parts)
findings = []
for file in cpp_files + page_files:
    if "SPDX-License-Identifier: Apache-2.0" not in file.read_text()[:200]:
        findings.append(f"{file.relative_to(root)}: does not start with the SPDX lines")
for file in page_files:
    text = file.read_text()
    if not text.endswith("\n"):
        findings.append(f"{file.relative_to(root)}: does not end with a line's end")
    for number, line in enumerate(text.split("\n"), 1):
        place = f"{file.relative_to(root)}:{number}"
        if len(line) > max_line:
            findings.append(f"{place}: has {len(line)} characters, at most {max_line} are allowed")
        if "\t" in line or line != line.rstrip():
            findings.append(f"{place}: has a tab, or blanks at its end")
for finding in findings:
    print(finding)
formatted = subprocess.run(["clang-format", "--dry-run", "-Werror", *map(str, cpp_files)])
sys.exit(bool(findings) or formatted.returncode)
