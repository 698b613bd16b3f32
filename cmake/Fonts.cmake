# The page's typefaces, cut to the characters that it can show. Inter is compiled in; the Chinese faces are files
# that the page asks for only when it needs them.
set(THREEWALL_FONT_DIR "" CACHE PATH "Folder with Inter-Regular.otf, Inter-SemiBold.otf and NotoSansCJK-Regular.ttc")
set(THREEWALL_FONTTOOLS_DIR "" CACHE PATH "Folder that holds the Python package fontTools, if it is not installed")

find_package(Python3 COMPONENTS Interpreter REQUIRED)
set(font_cutter "${PROJECT_SOURCE_DIR}/cmake/cut_font.py")
set(font_folder "${CMAKE_CURRENT_BINARY_DIR}/fonts")

if(NOT THREEWALL_FONT_DIR)
  FetchContent_Declare(inter
    URL https://github.com/rsms/inter/releases/download/v4.1/Inter-4.1.zip
    URL_HASH SHA256=9883fdd4a49d4fb66bd8177ba6625ef9a64aa45899767dde3d36aa425756b11e)
  FetchContent_MakeAvailable(inter)
  set(THREEWALL_FONT_DIR "${inter_SOURCE_DIR}/extras/otf")
endif()

# threewall_cut_font(OUTPUT INPUT ARGUMENTS...): a command that cuts one face; see cut_font.py for the arguments.
function(threewall_cut_font output input)
  file(GLOB texts CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/assets/texts/*.json")
  add_custom_command(
    OUTPUT "${output}"
    COMMAND "${CMAKE_COMMAND}" -E env "PYTHONPATH=${THREEWALL_FONTTOOLS_DIR}" PYTHONDONTWRITEBYTECODE=1
            "${Python3_EXECUTABLE}" "${font_cutter}" "${input}" "${output}" ${ARGN}
    DEPENDS "${font_cutter}" "${input}" ${texts}
    VERBATIM)
endfunction()

# Sets `out` to a generated source that implements web/fonts_data.hpp.
function(threewall_embed_fonts out)
  threewall_cut_font("${font_folder}/inter-Regular.otf" "${THREEWALL_FONT_DIR}/Inter-Regular.otf" text)
  threewall_cut_font("${font_folder}/inter-SemiBold.otf" "${THREEWALL_FONT_DIR}/Inter-SemiBold.otf" heading)
  set(source "${CMAKE_CURRENT_BINARY_DIR}/generated/fonts.cpp")
  set(script "${PROJECT_SOURCE_DIR}/cmake/embed_fonts.cmake")
  add_custom_command(
    OUTPUT "${source}"
    COMMAND "${CMAKE_COMMAND}" "-DREGULAR=${font_folder}/inter-Regular.otf" "-DSEMIBOLD=${font_folder}/inter-SemiBold.otf"
            "-DOUTPUT=${source}" -P "${script}"
    DEPENDS "${font_folder}/inter-Regular.otf" "${font_folder}/inter-SemiBold.otf" "${script}"
    COMMENT "Embedding fonts"
    VERBATIM)
  set(${out} "${source}" PARENT_SCOPE)
endfunction()

# Sets `out` to the Chinese faces served from `folder`: the interface's own characters, and all of GB 2312.
function(threewall_cut_served_fonts out folder)
  set(source "${THREEWALL_FONT_DIR}/NotoSansCJK-Regular.ttc")
  set(${out} "" PARENT_SCOPE)
  if(EXISTS "${source}")
    threewall_cut_font("${folder}/chinese-interface.otf" "${source}" texts "${PROJECT_SOURCE_DIR}/assets/texts")
    threewall_cut_font("${folder}/chinese.otf" "${source}" gb2312)
    set(${out} "${folder}/chinese-interface.otf;${folder}/chinese.otf" PARENT_SCOPE)
  else()
    message(STATUS "No ${source}: the page will have no Chinese typeface")
  endif()
endfunction()
