# Compiles the data of assets/ into the library, so that the page and the command line are whole in one file.

# Sets `out` to a generated source that implements core/io/assets.hpp.
function(threewall_embed_assets out)
  set(root "${PROJECT_SOURCE_DIR}/assets")
  set(patterns)
  # The published runs of assets/evidence stay outside: the page would be twice its size.
  foreach(folder IN ITEMS catalog calibration presets texts)
    list(APPEND patterns "${root}/${folder}/*.json")
  endforeach()
  file(GLOB_RECURSE files CONFIGURE_DEPENDS RELATIVE "${root}" ${patterns})
  list(SORT files)

  set(listing "${CMAKE_CURRENT_BINARY_DIR}/generated/assets.list")
  set(source "${CMAKE_CURRENT_BINARY_DIR}/generated/assets.cpp")
  # The list is a file of its own so that adding or removing an asset runs the command again.
  string(REPLACE ";" "\n" lines "${files}")
  file(CONFIGURE OUTPUT "${listing}" CONTENT "${lines}" @ONLY)
  list(TRANSFORM files PREPEND "${root}/" OUTPUT_VARIABLE paths)
  add_custom_command(
    OUTPUT "${source}"
    COMMAND "${CMAKE_COMMAND}" "-DROOT=${root}" "-DLIST=${listing}" "-DOUTPUT=${source}"
            -P "${PROJECT_SOURCE_DIR}/cmake/embed_assets.cmake"
    DEPENDS ${paths} "${listing}" "${PROJECT_SOURCE_DIR}/cmake/embed_assets.cmake"
    COMMENT "Embedding assets"
    VERBATIM)
  set(${out} "${source}" PARENT_SCOPE)
endfunction()
