# The executable `threewall` from core/cli.
file(GLOB cli_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/core/cli/*.cpp")
if(cli_sources)
  add_executable(threewall ${cli_sources})
  target_link_libraries(threewall PRIVATE threewall_core)
  install(TARGETS threewall)
endif()

# What the test wasm.agrees compares; its twin is built with the page.
add_executable(threewall_figures "${PROJECT_SOURCE_DIR}/core/api/figures.cpp")
target_link_libraries(threewall_figures PRIVATE threewall_core)
