# The executable `threewall` from core/cli.
file(GLOB cli_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/core/cli/*.cpp")
if(cli_sources)
  add_executable(threewall ${cli_sources})
  target_link_libraries(threewall PRIVATE threewall_core)
  install(TARGETS threewall)
endif()
