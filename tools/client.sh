#!/usr/bin/env bash
# SPDX-FileCopyrightText: The Tandem contributors
# SPDX-License-Identifier: Apache-2.0
# The page: tools/client.sh build   puts it into build/client, if something of it changed
#           tools/client.sh test    runs its unit tests
#           tools/client.sh browser [TANDEM [PEER [FILE...]]]  runs its tests in Debian's chromium,
#                                   all or those files of client/test/browser, against that program
#                                   (build/tandem) and with that peer in the network
#                                   (build/release/tests/page_peer)
#           tools/client.sh bench [OBJECTS [FRAMES]]  measures the page's work for a frame of so many
#                                   moving objects (3000) by so many frames (400)
# Packages of client/package-lock.json are fetched when that changed; nothing else needs a network.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/.."
client=$PWD/client
work=$PWD/build/client-work
page=$PWD/build/client
mkdir -p "$work"
exec 9>"$work/lock"
flock 9

fail() { printf 'client.sh: %s\n' "$*" >&2; exit 1; }

install_packages() {
  cmp -s "$client/package-lock.json" "$work/installed-lock.json" && [ -d "$client/node_modules" ] && return
  command -v npm >/dev/null || fail "npm is missing; install Node.js 18 or newer"
  (cd "$client" && npm ci --no-audit --no-fund --fetch-retries=1 --fetch-timeout=30000 \
    >"$work/npm.log" 2>&1) || {
    tail -n 5 "$work/npm.log" >&2
    fail "npm could not fetch the packages of the page; is there a network?"
  }
  cp "$client/package-lock.json" "$work/installed-lock.json"
}

# of everything that the page is made from
fingerprint() {
  (cd "$client" && find . -path ./node_modules -prune -o -path ./test -prune -o -type f -print0 |
    LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum)
}

build_page() {
  local now
  now=$(fingerprint)
  [ -f "$page/index.html" ] && [ "$now" = "$(cat "$work/built" 2>/dev/null)" ] && return
  install_packages
  # the page that is there stays until the new one is whole
  rm -rf "$work/page"
  (cd "$client" && TANDEM_CLIENT_OUT=$work/page npm run --silent build >"$work/build.log" 2>&1) || {
    tail -n 20 "$work/build.log" >&2
    fail "the page did not build; the reason is above"
  }
  rm -rf "$page"
  mv "$work/page" "$page"
  printf '%s\n' "$now" >"$work/built"
}

case "${1:-}" in
  build) build_page ;;
  test)
    install_packages
    cd "$client"
    npx --no-install tsc --noEmit
    npx --no-install vitest run --project unit
    ;;
  browser)
    command -v "${CHROMIUM:-chromium}" >/dev/null || fail "chromium is missing; apt-get install chromium"
    TANDEM=$(readlink -f "${2:-build/tandem}")
    [ -x "$TANDEM" ] || fail "there is no program '${2:-build/tandem}' to test the page with; build it"
    PAGE_PEER=$(readlink -f "${3:-build/release/tests/page_peer}")
    [ -x "$PAGE_PEER" ] || fail "there is no peer '$PAGE_PEER' for the tests; build page_peer"
    export TANDEM PAGE_PEER TANDEM_PAGE=$page
    build_page
    install_packages
    cd "$client"
    # with its folder: 'twin_test.ts' alone would be 'xr_twin_test.ts', too
    files=("${@:4}")
    # one after the other: what has to come within two seconds needs the machine
    npx --no-install vitest run --project browser --no-file-parallelism "${files[@]/#/test/browser/}"
    ;;
  bench)
    install_packages
    cd "$client"
    npx --no-install vite-node dev/bench_frame.ts "${@:2}"
    ;;
  *) fail "takes build, test, browser or bench; not '${1:-}'" ;;
esac
