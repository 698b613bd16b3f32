# How the scripts configure and build. Sourced after common.sh.

# build_native PRESET TARGET
build_native() {
  local given=()
  if [ -d "$share/fmt" ]; then given+=(-DTHREEWALL_FMT_DIR="$share/fmt"); fi
  if [ -d "$cache/catch2" ]; then given+=(-DCatch2_DIR="$cache/catch2/lib/cmake/Catch2"); fi
  cmake --preset "$1" "${given[@]}"
  cmake --build --preset "$1" --target "$2"
}

build_page() {
  local given=()
  if [ -d "$share/fmt" ]; then given+=(-DTHREEWALL_FMT_DIR="$share/fmt"); fi
  if [ -d "$share/imgui" ]; then
    given+=(-DTHREEWALL_IMGUI_DIR="$share/imgui" -DTHREEWALL_FONT_DIR="$share/fonts"
      -DTHREEWALL_FONTTOOLS_DIR="$share/fonttools")
  fi
  "$repo/scripts/emscripten" emcmake cmake --preset wasm "${given[@]}"
  "$repo/scripts/emscripten" cmake --build --preset wasm
}
