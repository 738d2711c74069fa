#!/usr/bin/env bash
# SPDX-FileCopyrightText: The Tandem contributors
# SPDX-License-Identifier: Apache-2.0
# Builds the fuzz targets of tests/fuzz with clang and runs each for some seconds (60 by default):
#   tools/fuzz.sh [seconds [target...]]
# What they learn stays in build/fuzz/corpus. An input that breaks something is saved as
# build/fuzz/found-<target>-...; run the target with it to see the break again.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/.."
seconds=${1:-60}
[[ $seconds =~ ^[0-9]+$ ]] || { echo "usage: fuzz.sh [seconds [target...]]" >&2; exit 2; }
targets=("${@:2}")
if [ ${#targets[@]} -eq 0 ]; then
  for source in tests/fuzz/*_fuzz.cpp; do targets+=("$(basename "$source" .cpp)"); done
fi

[ -f build/fuzz/build.ninja ] || cmake --preset fuzz >/dev/null
cmake --build build/fuzz --target "${targets[@]}"

for target in "${targets[@]}"; do
  [ -d build/fuzz/corpus/"$target" ] || python3 tests/fuzz/make_corpus.py build/fuzz/corpus
  echo "== $target, $seconds s"
  # an allocation of 16 MB for an input of 16 kB is a finding, and so are 5 s for one input
  build/fuzz/tests/fuzz/"$target" build/fuzz/corpus/"$target" -max_total_time="$seconds" -max_len=16384 \
    -malloc_limit_mb=16 -timeout=5 -print_final_stats=1 -artifact_prefix="build/fuzz/found-$target-" 2>&1 |
    tail -n 25
done
