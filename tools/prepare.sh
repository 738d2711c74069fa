# SPDX-FileCopyrightText: The Tandem contributors
# SPDX-License-Identifier: Apache-2.0
# Sourced by ./run and ./test: installs what is missing and builds.

packages=(
  g++ cmake ninja-build ccache mold pkg-config python3 clang-format
  libbullet-dev libsdformat-dev liburdfdom-dev libconsole-bridge-dev libassimp-dev zlib1g-dev libminizip-dev
  libyaml-cpp-dev libre2-dev libtinyxml2-dev libstb-dev libfmt-dev nlohmann-json3-dev libcli11-dev
  libfastrtps-dev libfastcdr-dev libssl-dev libboost-dev
  libembree-dev libegl-dev libgl-dev libegl-mesa0 libgl1-mesa-dri libglfw3-dev libx11-dev fonts-dejavu-core libturbojpeg0-dev libzstd-dev liblz4-dev
  libopencv-core-dev libopencv-imgproc-dev libavformat-dev libavcodec-dev libswscale-dev
  libgtest-dev libgmock-dev libbenchmark-dev cyclonedds-dev cyclonedds-tools xvfb libxtst6 iproute2 util-linux clang
)
# any Node.js will do for the tests that need one; Debian's where there is none
command -v npm >/dev/null || packages+=(nodejs npm)

say() { printf '== %s\n' "$*"; }
fail() { printf '%s: %s\n' "$(basename "$0")" "$*" >&2; exit 1; }

missing_packages() {
  local package
  for package in "${packages[@]}"; do
    [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || echo "$package"
  done
}

install_packages() {
  command -v dpkg-query >/dev/null || fail "this is no Debian system; install by hand: ${packages[*]}"
  local missing as_root=()
  mapfile -t missing < <(missing_packages)
  if [ "${#missing[@]}" -eq 0 ]; then
    say "packages: all ${#packages[@]} are here"
    return
  fi
  if [ "$(id -u)" -ne 0 ]; then
    as_root=(sudo)
    [ "${CI:-}" = true ] && as_root=(sudo -n)
    "${as_root[@]}" true 2>/dev/null || fail "as root, install first: apt-get install ${missing[*]}"
  fi
  # progress is read from apt's English words; another apt may hold the lock for a while
  local apt=(env LC_ALL=C DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=120)
  say "packages: installing ${missing[*]}"
  local log
  log=$(mktemp)
  if ! "${as_root[@]}" "${apt[@]}" update >"$log" 2>&1; then
    tail -n 5 "$log" >&2
    fail "the package lists could not be fetched (apt-get update, above); is there a network?"
  fi
  # one line a package: a fresh machine takes a few minutes here
  if ! "${as_root[@]}" "${apt[@]}" install -y --no-install-recommends "${missing[@]}" 2>&1 |
      tee "$log" | awk '/^Unpacking/ { printf "   %d %s\n", ++n, $2; fflush() }'; then
    grep -E '^E:' "$log" >&2 || tail -n 5 "$log" >&2
    fail "a package could not be installed; apt's reason is above"
  fi
  rm -f "$log"
  mapfile -t missing < <(missing_packages)
  [ "${#missing[@]}" -eq 0 ] || fail "these packages could not be had: ${missing[*]}"
}

# build <preset> [target...]
build() {
  local preset=$1
  shift
  local folder=build/$preset
  say "build: preset $preset${*:+, $*}"
  if [ ! -f "$folder/build.ninja" ] || [ CMakePresets.json -nt "$folder/build.ninja" ]; then
    local log
    log=$(mktemp)
    cmake --preset "$preset" >"$log" 2>&1 || { cat "$log" >&2; fail "cmake could not configure preset $preset"; }
    rm -f "$log"
  fi
  cmake --build "$folder" ${*:+--target "$@"} -j "${JOBS:-$(nproc)}" ||
    fail "preset $preset did not build; the compiler's words are above"
}

# without a network there may be no page, or that of before; everything else works all the same
build_page() {
  say "build: the page"
  tools/client.sh build || say "the page could not be built, as said above; Tandem runs without its newest state"
}

link_program() {
  ln -sfn release/apps/tandem/tandem build/tandem
}
