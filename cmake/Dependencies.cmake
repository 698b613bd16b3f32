# Third-party code. Each part comes from the first of: what scripts/setup prepared, the system, a pinned release.
# The downloads are for machines without Debian's packages; Catch2's hash is also that of Debian's .orig archive.
include(FetchContent)

set(THREEWALL_FMT_DIR "" CACHE PATH "Sources of {fmt} 9 or later")
set(THREEWALL_IMGUI_DIR "" CACHE PATH "Sources of Dear ImGui 1.92 or later")

# Headers of a system package, linked into the build folder one by one: the Emscripten compiler must not see the
# whole of /usr/include, whose libc is the host's.
function(threewall_borrow_headers target folder)
  find_path(${folder}_HEADERS_PARENT ${folder} PATHS /usr/include /usr/local/include NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH)
  if(${folder}_HEADERS_PARENT)
    set(include "${CMAKE_BINARY_DIR}/borrowed/${folder}")
    file(MAKE_DIRECTORY "${include}")
    file(CREATE_LINK "${${folder}_HEADERS_PARENT}/${folder}" "${include}/${folder}" SYMBOLIC)
    string(REGEX REPLACE ".*::" "" plain "${target}")
    add_library(borrowed_${plain} INTERFACE)
    add_library(${target} ALIAS borrowed_${plain})
    target_include_directories(borrowed_${plain} SYSTEM INTERFACE "${include}")
  endif()
endfunction()

if(EMSCRIPTEN)
  threewall_borrow_headers(nlohmann_json::nlohmann_json nlohmann)
else()
  find_package(nlohmann_json 3.10 CONFIG QUIET)
endif()

if(NOT TARGET nlohmann_json::nlohmann_json)
  FetchContent_Declare(nlohmann_json SYSTEM
    URL https://github.com/nlohmann/json/releases/download/v3.11.3/json.tar.xz
    URL_HASH SHA256=d6c65aca6b1ed68e7a182f4757257b107ae403032760ed6ef121c9d55e81757d)
  FetchContent_MakeAvailable(nlohmann_json)
endif()

# {fmt} as a library of the build itself: as headers alone its code would be compiled again in every file.
if(THREEWALL_FMT_DIR)
  set(FETCHCONTENT_SOURCE_DIR_FMT "${THREEWALL_FMT_DIR}")
elseif(NOT EMSCRIPTEN)
  find_package(fmt 9 CONFIG QUIET)
endif()
if(NOT TARGET fmt::fmt)
  FetchContent_Declare(fmt SYSTEM
    URL https://github.com/fmtlib/fmt/archive/9.1.0.tar.gz
    URL_HASH SHA256=5dea48d1fcddc3ec571ce2058e13910a0d4a6bab4cc09a809d8b1dd1c88ae6f2)
  FetchContent_MakeAvailable(fmt)
endif()
if(EMSCRIPTEN)
  target_compile_options(fmt PRIVATE -fno-exceptions -fno-rtti)
endif()

# Catch2 3 for the native tests; Debian 12's own catch2 is version 2 and is passed over.
macro(threewall_find_catch2)
  find_package(Catch2 3 CONFIG QUIET)
  if(NOT TARGET Catch2::Catch2WithMain)
    FetchContent_Declare(Catch2 SYSTEM
      URL https://github.com/catchorg/Catch2/archive/refs/tags/v3.7.1.tar.gz
      URL_HASH SHA256=c991b247a1a0d7bb9c39aa35faf0fe9e19764213f28ffba3109388e62ee0269c)
    FetchContent_MakeAvailable(Catch2)
    list(APPEND CMAKE_MODULE_PATH "${catch2_SOURCE_DIR}/extras")
  endif()
endmacro()

# Dear ImGui has no build of its own: this only tells where its sources are.
macro(threewall_find_imgui)
  if(THREEWALL_IMGUI_DIR)
    set(FETCHCONTENT_SOURCE_DIR_IMGUI "${THREEWALL_IMGUI_DIR}")
  endif()
  FetchContent_Declare(imgui
    URL https://github.com/ocornut/imgui/archive/refs/tags/v1.92.9b.tar.gz
    URL_HASH SHA256=21d8a0a565e85dce943e375db00812c2f3f0ab21f3f0f7964e364a63422d7f99)
  FetchContent_MakeAvailable(imgui)
endmacro()
