# The page: threewall.js and threewall.wasm beside our own shell, all in dist/. Configured under Emscripten only.
threewall_find_imgui()
include(Fonts)

set(dist "${CMAKE_BINARY_DIR}/dist")

add_library(imgui STATIC
  "${imgui_SOURCE_DIR}/imgui.cpp"
  "${imgui_SOURCE_DIR}/imgui_draw.cpp"
  "${imgui_SOURCE_DIR}/imgui_tables.cpp"
  "${imgui_SOURCE_DIR}/imgui_widgets.cpp"
  "${imgui_SOURCE_DIR}/backends/imgui_impl_glfw.cpp"
  "${imgui_SOURCE_DIR}/backends/imgui_impl_opengl3.cpp")
target_include_directories(imgui SYSTEM PUBLIC "${imgui_SOURCE_DIR}" "${imgui_SOURCE_DIR}/backends")
target_compile_definitions(imgui PUBLIC
  IMGUI_DISABLE_DEMO_WINDOWS IMGUI_DISABLE_DEBUG_TOOLS IMGUI_DISABLE_DEFAULT_FONT IMGUI_DISABLE_FILE_FUNCTIONS
  IMGUI_DISABLE_OBSOLETE_FUNCTIONS IMGUI_IMPL_OPENGL_ES3)
target_compile_options(imgui PRIVATE -fno-exceptions -fno-rtti)

file(GLOB_RECURSE page_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/web/*.cpp")
set(browser_library "${PROJECT_SOURCE_DIR}/web/browser/browser.js")
set(browser_start "${PROJECT_SOURCE_DIR}/web/browser/start.js")
threewall_embed_fonts(font_source)

add_executable(page ${page_sources} "${font_source}")
set_target_properties(page PROPERTIES
  OUTPUT_NAME threewall RUNTIME_OUTPUT_DIRECTORY "${dist}" SUFFIX ".js"
  LINK_DEPENDS "${browser_library};${browser_start}")
target_link_libraries(page PRIVATE threewall_core imgui)
target_link_options(page PRIVATE
  "SHELL:--js-library ${browser_library}" "SHELL:--pre-js ${browser_start}"
  -sUSE_GLFW=3 -lglfw -sMIN_WEBGL_VERSION=2 -sMAX_WEBGL_VERSION=2
  -sENVIRONMENT=web -sFILESYSTEM=0 -sMALLOC=emmalloc -sALLOW_MEMORY_GROWTH=1
  # The page's Content-Security-Policy allows no code from strings.
  -sDYNAMIC_EXECUTION=0)

# What is served as it is.
set(static_files
  shell.html index.html
  web/browser/page.css page.css
  web/browser/favicon.svg favicon.svg
  web/NOTICES.txt NOTICES.txt)
set(copied)
while(static_files)
  list(POP_FRONT static_files from to)
  add_custom_command(
    OUTPUT "${dist}/${to}"
    COMMAND "${CMAKE_COMMAND}" -E copy "${PROJECT_SOURCE_DIR}/${from}" "${dist}/${to}"
    DEPENDS "${PROJECT_SOURCE_DIR}/${from}"
    VERBATIM)
  list(APPEND copied "${dist}/${to}")
endwhile()
threewall_cut_served_fonts(served_fonts "${dist}/fonts")

# Compressed copies beside the files, for servers that can send them; Emscripten always comes with Node.
find_program(NODE_EXECUTABLE NAMES node nodejs HINTS "$ENV{EMSDK_NODE}" NO_CMAKE_FIND_ROOT_PATH REQUIRED)
add_custom_command(
  OUTPUT "${CMAKE_BINARY_DIR}/compressed.stamp"
  COMMAND "${NODE_EXECUTABLE}" "${PROJECT_SOURCE_DIR}/cmake/compress.mjs" "${dist}"
  COMMAND "${CMAKE_COMMAND}" -E touch "${CMAKE_BINARY_DIR}/compressed.stamp"
  DEPENDS page ${copied} ${served_fonts} "${PROJECT_SOURCE_DIR}/cmake/compress.mjs"
  COMMENT "Compressing the page"
  VERBATIM)
add_custom_target(dist ALL DEPENDS "${CMAKE_BINARY_DIR}/compressed.stamp")

# The same core in WebAssembly without a page, run under Node: timed by scripts/bench, compared with the native build by
# the test wasm.agrees.
foreach(program IN ITEMS bench figures)
  set(target threewall_${program}_wasm)
  add_executable(${target} "${PROJECT_SOURCE_DIR}/core/api/${program}.cpp")
  target_link_libraries(${target} PRIVATE threewall_core)
  target_link_options(${target} PRIVATE -sENVIRONMENT=node -sALLOW_MEMORY_GROWTH=1)
endforeach()
