#!/usr/bin/env bash
# SPDX-FileCopyrightText: The Tandem contributors
# SPDX-License-Identifier: Apache-2.0
# Runs a test in a folder of its own, with the packages of package-lock.json, which are fetched
# once: interop_test.sh <folder> <tandem> <test.mjs>
set -euo pipefail
sources=$(dirname "$(readlink -f "$0")")
folder=$1
export TANDEM=$2

mkdir -p "$folder"
cp "$sources"/*.mjs "$sources"/package*.json "$folder"
cd "$folder"
if ! cmp -s package-lock.json installed-lock.json; then
  npm ci --no-audit --no-fund || { echo "npm could not fetch the packages; is there a network?" >&2; exit 1; }
  cp package-lock.json installed-lock.json
fi
node --test "$3"
