# How every target of this project is compiled. Third-party code does not get these flags.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
# -O2, not CMake's -O3: measured equal, and the search compiles faster. Assertions stay on in every build.
set(CMAKE_CXX_FLAGS_RELEASE "-O2")
if(EMSCRIPTEN)
  # The page is downloaded: size first. What runs while a slider moves is built for speed, see Core.cmake.
  set(CMAKE_CXX_FLAGS_RELEASE "-Os")
endif()

option(THREEWALL_SANITIZE "Build with the address and undefined-behaviour sanitizers" OFF)

add_library(threewall_flags INTERFACE)
target_include_directories(threewall_flags INTERFACE "${PROJECT_SOURCE_DIR}")
target_compile_options(threewall_flags INTERFACE
  -Wall -Wextra -Wconversion -Wshadow -Werror
  # x86, ARM and wasm must round alike, so no compiler may fuse a multiply with an add.
  -ffp-contract=off)
# A JSON error is a value here as in the page, where nothing can be thrown.
target_compile_definitions(threewall_flags INTERFACE JSON_NOEXCEPTION)
if(EMSCRIPTEN)
  target_compile_options(threewall_flags INTERFACE -fno-exceptions -fno-rtti)
endif()

if(THREEWALL_SANITIZE)
  add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=address,undefined)
endif()
