# threewall_core: everything that computes. Knows neither the command line nor the page.
file(GLOB_RECURSE core_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/core/*.cpp")
# The command line has its own target; core/api is the C face, linked where it is exported.
list(FILTER core_sources EXCLUDE REGEX "/core/(cli|api)/")

threewall_embed_assets(asset_source)
add_library(threewall_core STATIC ${core_sources} "${asset_source}")
target_link_libraries(threewall_core
  PUBLIC threewall_flags nlohmann_json::nlohmann_json fmt::fmt)
# These two headers are most of what the compiler reads.
target_precompile_headers(threewall_core PRIVATE <nlohmann/json.hpp> <fmt/format.h>)
if(EMSCRIPTEN)
  set(hot_sources ${core_sources})
  list(FILTER hot_sources INCLUDE REGEX "/core/(physics|evaluate|rules)/")
  # The precompiled headers are of the other optimisation, and these files read neither.
  set_source_files_properties(${hot_sources} PROPERTIES COMPILE_OPTIONS -O2 SKIP_PRECOMPILE_HEADERS ON)
endif()
