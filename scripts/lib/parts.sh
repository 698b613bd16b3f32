# What scripts/setup can prepare, one function a part. Sourced after common.sh.

setup_native() {
  need c++:g++ make:make cmake:cmake ninja:ninja-build xz:xz-utils \
    /usr/include/nlohmann/json.hpp:nlohmann-json3-dev
  # Without Debian's sources CMake downloads the pinned releases instead.
  if command -v apt-get >/dev/null; then
    once "$share/fmt" fetch_fmt
    once "$cache/catch2" build_catch2
  fi
}

setup_page() {
  need python3:python3 cmake:cmake ninja:ninja-build xz:xz-utils
  if command -v apt-get >/dev/null; then
    once "$share/imgui" fetch_imgui
    once "$share/fonts" fetch_fonts
    once "$share/fonttools" fetch_fonttools
  fi
  host_emscripten || setup_emscripten
}

setup_tests() {
  need node:nodejs npm:npm xvfb-run:xvfb xauth:xauth
  command -v chromium >/dev/null || command -v google-chrome >/dev/null || need chromium:chromium
  # Firefox draws WebGL2 only with Mesa's software renderer and in a window.
  need firefox-esr:firefox-esr "$(mesa_driver):libgl1-mesa-dri" "$(library libEGL.so.1):libegl1"
  install_node_modules
}

# The path of a shared library of this machine's architecture.
library() { printf '/usr/lib/%s-linux-gnu/%s' "$(uname -m)" "$1"; }
mesa_driver() { library dri/swrast_dri.so; }

setup_emscripten() {
  [ ! -e "$emscripten_root" ] || return 0
  command -v apt-get >/dev/null || die 'no emcc ≥ 3.1.69 found; install the Emscripten SDK and put it on PATH'
  if [ "$(. /etc/os-release && echo "${VERSION_ID:-0}" | cut -d. -f1)" -ge 13 ]; then
    need emcc:emscripten
  else
    need mmdebstrap:mmdebstrap
    once "$emscripten_root" bootstrap_emscripten
  fi
}

# A root folder with Debian 13's Emscripten: the host's own packages stay as they are.
bootstrap_emscripten() {
  local mirror
  mirror=$(debian_mirror)
  [ -n "$mirror" ] || die 'apt knows no mirror for this release; check the sources in /etc/apt'
  quietly 'Building a private root with Emscripten (one to two minutes, 2.5 GB)' as_root mmdebstrap --variant=minbase \
    --include=emscripten,cmake,ninja-build,ca-certificates,nlohmann-json3-dev \
    --setup-hook='echo 127.0.0.1 localhost >"$1/etc/hosts"' trixie "$1" "$mirror"
}

# apt_private SUITE TYPE ARGUMENTS...: apt-get with lists of its own, so that the host's sources stay as they are.
apt_private() {
  local suite=$1 type=$2 lists=$cache/apt/$1-$2; shift 2
  mkdir -p "$lists/partial"
  echo "$type $(debian_mirror) $suite main" >"$lists.list"
  apt-get -qq -o Dir::Etc::sourcelist="$lists.list" -o Dir::Etc::sourceparts=- -o Dir::State::lists="$lists" \
    -o Dir::Cache::pkgcache= -o Dir::Cache::srcpkgcache= -o APT::Sandbox::User=root -o Debug::NoLocking=1 "$@"
}

# source_package SUITE NAME FOLDER: unpacks the source of a package. The pool moves on, so a failure is tried once
# more with fresh lists.
source_package() {
  local suite=$1 name=$2 folder=$3 attempt archive
  mkdir -p "$folder.download"
  for attempt in 1 2; do
    apt_private "$suite" deb-src update
    if (cd "$folder.download" && apt_private "$suite" deb-src source --download-only "$name"); then break; fi
    [ $attempt = 1 ] || return 1
  done
  archive=$(ls "$folder.download"/*.orig.tar.?z)
  mkdir -p "$folder"
  tar -xf "$archive" -C "$folder" --strip-components=1
  rm -rf "$folder.download"
}

# binary_package NAME FOLDER: unpacks a package of the host's release without installing it.
binary_package() {
  local name=$1 folder=$2
  mkdir -p "$folder.download"
  (cd "$folder.download" && apt-get -qq -o APT::Sandbox::User=root download "$name") ||
    { as_root apt-get -qq update && (cd "$folder.download" && apt-get -qq download "$name"); }
  dpkg-deb -x "$folder.download"/*.deb "$folder"
  rm -rf "$folder.download"
}

fetch_imgui() {
  quietly 'Fetching Dear ImGui' source_package sid imgui "$1"
  local version
  version=$(sed -n 's/^#define IMGUI_VERSION_NUM *//p' "$1/imgui.h")
  [ "$version" -ge 19200 ] || die "Debian's Dear ImGui is too old ($version): 1.92 brought fonts of any size"
}

# Compiled once a build rather than used as headers: a third of the time of compiling the core went into fmt's code.
fetch_fmt() { quietly 'Fetching fmt' source_package trixie fmtlib "$1"; }

build_catch2() {
  local work=$cache/catch2-build
  rm -rf "$work"
  quietly 'Fetching Catch2' source_package sid catch2 "$work/source"
  quietly 'Building Catch2' build_catch2_from "$work" "$1"
  rm -rf "$work"
}

build_catch2_from() {
  cmake -G Ninja -S "$1/source" -B "$1/build" -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_STANDARD=20 \
    -DCATCH_INSTALL_DOCS=OFF -DCATCH_DEVELOPMENT_BUILD=OFF -DBUILD_TESTING=OFF -DCMAKE_INSTALL_LIBDIR=lib
  cmake --build "$1/build"
  cmake --install "$1/build" --prefix "$2"
}

fetch_fonts() {
  local work=$1.packages
  rm -rf "$work"
  quietly 'Fetching the Inter typeface' binary_package fonts-inter "$work/inter"
  quietly 'Fetching the Noto Sans CJK typeface' binary_package fonts-noto-cjk "$work/noto"
  mkdir -p "$1"
  find "$work" \( -name Inter-Regular.otf -o -name Inter-SemiBold.otf -o -name NotoSansCJK-Regular.ttc \) \
    -exec mv {} "$1" \;
  rm -rf "$work"
  [ "$(ls "$1" | wc -l)" = 3 ] || die "Debian's font packages no longer hold the expected files"
}

# The font cutter is pure Python: unpacked, it needs none of the packages that Debian would install with it.
fetch_fonttools() {
  local work=$1.package
  rm -rf "$work"
  quietly 'Fetching fonttools' binary_package python3-fonttools "$work"
  mkdir -p "$1"
  mv "$work/usr/lib/python3/dist-packages/fontTools" "$1"
  rm -rf "$work"
}

install_node_modules() {
  local folder=$repo/tests/web
  # npm writes this file last, so it tells a whole installation from an interrupted one.
  [ "$folder/node_modules/.package-lock.json" -nt "$folder/package-lock.json" ] || {
    quietly 'Installing the browser driver' npm ci --prefix "$folder" --no-audit --no-fund
    touch "$folder/node_modules/.package-lock.json"
  }
}

clean_cache() {
  local all=${XDG_CACHE_HOME:-$HOME/.cache}/threewall mount
  # Mounts live in namespaces that end with their build; one can be left only where namespaces are not allowed.
  awk -v root="$all/" 'index($2, root) == 1 { print $2 }' /proc/self/mounts | sort -r | while read -r mount; do
    as_root umount -l "$mount"
  done
  as_root rm -rf --one-file-system "$all"
  say "Removed $all"
}
