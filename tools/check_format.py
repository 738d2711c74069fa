# SPDX-FileCopyrightText: The Tandem contributors
# SPDX-License-Identifier: Apache-2.0
"""Every C++ file is as clang-format leaves it and starts with its licence."""
import pathlib
import subprocess
import sys

root = pathlib.Path(sys.argv[1])
files = sorted(file for folder in ("src", "apps", "benchmarks", "tests", "tools")
               for file in (root / folder).rglob("*") if file.suffix in {".h", ".cpp"})
without_licence = [file for file in files
                   if "SPDX-License-Identifier: Apache-2.0" not in file.read_text()[:200]]
for file in without_licence:
    print(f"{file.relative_to(root)}: does not start with the SPDX lines")
formatted = subprocess.run(["clang-format", "--dry-run", "-Werror", *map(str, files)])
sys.exit(bool(without_licence) or formatted.returncode)
