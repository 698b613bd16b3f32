# All tests are run by one ctest: the Catch2 cases one by one, the same cases under the sanitizers, and every file of
# page tests in every browser. What has not been built is skipped with a word about how to build it; scripts/test
# builds everything first.
include(CTest)
threewall_find_catch2()
include(Catch)

set(skipped 77)

# One executable per folder of tests/.
function(threewall_add_tests name folder)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tests/${folder}/*.cpp")
  if(sources)
    add_executable(${name} ${sources})
    target_link_libraries(${name} PRIVATE threewall_core Catch2::Catch2WithMain)
    target_compile_definitions(${name} PRIVATE THREEWALL_TEST_DATA="${PROJECT_SOURCE_DIR}/tests")
    catch_discover_tests(${name} TEST_PREFIX "${folder}: " PROPERTIES LABELS ${folder})
  endif()
endfunction()

# A test that is a command, skipped while `needed` does not exist.
function(threewall_add_command_test name needed)
  add_test(NAME ${name} COMMAND "${PROJECT_SOURCE_DIR}/scripts/lib/run-if" "${needed}" ${ARGN})
  set_tests_properties(${name} PROPERTIES SKIP_RETURN_CODE ${skipped} TIMEOUT 600)
endfunction()

foreach(folder IN ITEMS core formats evidence)
  threewall_add_tests(${folder}_tests ${folder})
endforeach()

if(NOT THREEWALL_SANITIZE)
  set(sanitized "${PROJECT_SOURCE_DIR}/build/sanitize")
  file(GLOB page_tests CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tests/web/*.test.mjs")

  foreach(folder IN ITEMS core formats evidence)
    if(TARGET ${folder}_tests)
      threewall_add_command_test(sanitized.${folder} "${sanitized}/bin/${folder}_tests" "${sanitized}/bin/${folder}_tests")
      set_tests_properties(sanitized.${folder} PROPERTIES LABELS sanitized TIMEOUT 1800)
    endif()
  endforeach()

  threewall_add_command_test(wasm.agrees "${PROJECT_SOURCE_DIR}/build/wasm/bin/threewall_figures_wasm.js"
    python3 "${PROJECT_SOURCE_DIR}/tests/wasm/agrees.py" "$<TARGET_FILE:threewall_figures>"
    "${PROJECT_SOURCE_DIR}/build/wasm/bin/threewall_figures_wasm.js")
  add_test(NAME cli COMMAND python3 "${PROJECT_SOURCE_DIR}/tests/cli/cli_test.py" "$<TARGET_FILE:threewall>"
    "${PROJECT_SOURCE_DIR}/assets/schema/result.schema.json" "${PROJECT_SOURCE_DIR}/tests/formats/fixtures")

  foreach(file IN LISTS page_tests)
    get_filename_component(name "${file}" NAME_WE)
    foreach(browser IN ITEMS chromium firefox)
      threewall_add_command_test(page.${browser}.${name} "${PROJECT_SOURCE_DIR}/build/wasm/dist/threewall.wasm"
        "${PROJECT_SOURCE_DIR}/tests/web/run" ${browser} "${file}")
      set_tests_properties(page.${browser}.${name} PROPERTIES LABELS page)
    endforeach()
    # Two virtual screens started at once can take the same number.
    set_tests_properties(page.firefox.${name} PROPERTIES RESOURCE_LOCK screen)
  endforeach()
endif()
