# Shared by the scripts: where things are, how to say what happens, how to install what is missing. Source it.
set -euo pipefail

repo=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
# Raise this when scripts/setup would prepare something else than before: an old cache is then left alone.
toolchain_version=1
cache=${XDG_CACHE_HOME:-$HOME/.cache}/threewall/$toolchain_version
# A Debian 13 of our own, for an Emscripten that Debian 12 lacks.
emscripten_root=$cache/emscripten-root
# Everything that a build inside that root must see too: ImGui, fonts, the font cutter.
share=$cache/share

say() { printf '\033[1m==> %s\033[0m\n' "$*"; }
die() { printf 'error: %s\n' "$*" >&2; exit 1; }
as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi; }
seconds_since() { printf '%s s' $(($(date +%s) - $1)); }

# quietly WHAT COMMAND...: runs it with its output in a log, a sign of life every ten seconds, the log's end on failure.
quietly() {
  local what=$1 log start pid waited=0 rc=0; shift
  log=$repo/build/logs/${what//[^A-Za-z0-9]/-}.log start=$(date +%s)
  mkdir -p "$repo/build/logs"
  say "$what"
  "$@" >"$log" 2>&1 </dev/null & pid=$!
  while kill -0 $pid 2>/dev/null; do
    sleep 0.5; waited=$((waited + 1))
    [ $((waited % 20)) != 0 ] || printf '    … %s\n' "$(seconds_since "$start")"
  done
  wait $pid || rc=$?
  [ $rc = 0 ] || { tail -n 15 "$log" >&2; die "'$what' failed; the whole output is in $log"; }
  printf '    done in %s\n' "$(seconds_since "$start")"
}

# need PROOF:PACKAGE...: installs the Debian packages whose proof (a command or a file's path) is not there.
# Nothing that is there is upgraded or removed.
need() {
  local pair missing=()
  for pair in "$@"; do
    case $pair in
      /*) [ -e "${pair%%:*}" ] || missing+=("${pair##*:}") ;;
      *) command -v "${pair%%:*}" >/dev/null || missing+=("${pair##*:}") ;;
    esac
  done
  [ ${#missing[@]} != 0 ] || return 0
  command -v apt-get >/dev/null ||
    die "missing: ${missing[*]} (Debian's names); install them with your system's package manager"
  [ "$(id -u)" = 0 ] || command -v sudo >/dev/null || die "run as root, or first: apt-get install ${missing[*]}"
  [ "${lists_read:-0}" = 1 ] || quietly "Reading Debian's package lists" as_root apt-get update
  lists_read=1
  quietly "Installing ${missing[*]}" as_root env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y --no-install-recommends --no-upgrade --no-remove "${missing[@]}"
}

# The Debian mirror that apt itself uses for this release. Asked from apt, since a sources file can hold comments.
debian_mirror() {
  local codename
  codename=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
  apt-get indextargets --format '$(REPO_URI) $(CODENAME)' 'Created-By: Packages' |
    awk -v codename="$codename" '$2 == codename && !found { print $1; found = 1 }'
}

# True when the emcc at hand is new enough: 3.1.69 is the first known to draw sharp at any device scale.
host_emscripten() {
  local version
  if [ -n "${EMSDK:-}" ] && [ -d "$EMSDK/upstream/emscripten" ]; then PATH=$EMSDK/upstream/emscripten:$PATH; fi
  command -v emcc >/dev/null || return 1
  version=$(emcc --version | sed -n '1s/.* \([0-9][0-9.]*\).*/\1/p')
  printf '3.1.69\n%s\n' "$version" | sort -V -C
}

# Makes a folder whole or not at all: once PATH COMMAND... runs the command with a temporary name, then renames it.
once() {
  local path=$1; shift
  [ ! -e "$path" ] || return 0
  as_root rm -rf "$path.part"; mkdir -p "$(dirname "$path")"
  "$@" "$path.part"
  mv "$path.part" "$path"
}
