# SPDX-FileCopyrightText: The Tandem contributors
# SPDX-License-Identifier: Apache-2.0
"""Files that are compiled for better machines must not lend their code to others.

The linker keeps one copy of each inline function. If a kernel file for AVX-512 had one of a name
that other files have too, that copy could end up in all of them, and stop on lesser machines.
"""
import re
import subprocess
import sys

symbols = subprocess.run(["nm", "-C", "--defined-only", sys.argv[1]], capture_output=True, text=True, check=True)
member, problems, kernels = "", [], set()
for line in symbols.stdout.splitlines():
    if line.endswith(".o:"):
        member = line[:-1]
    found = re.match(r"[0-9a-f]+ ([WVu]) (.*)", line)
    kernel = re.match(r"ray_kernels_(\d+)", member)
    if not found or not kernel:
        continue
    kernels.add(kernel[1])
    name = found[2]
    own = f"tandem::lanes{kernel[1]}::"
    if own not in name and not name.startswith("DW.ref."):
        problems.append(f"{member}: {name} is not in {own}")
if kernels < {"4"}:
    problems.append(f"{sys.argv[1]} has no kernel files")
print("\n".join(problems) or f"kernels of {', '.join(sorted(kernels))} lanes keep to themselves")
sys.exit(bool(problems))
