#pragma once

#include <span>
#include <string_view>

// The files of assets/ (catalog, calibration, presets, evidence, texts), compiled in by cmake/EmbedAssets.cmake.
namespace threewall {

// The content of one file, by its path below assets/, e.g. "catalog/devices.json"; empty when there is none.
// JSON comes without line breaks and indentation. The text lives as long as the program.
std::string_view asset(std::string_view path);

// The paths of all files, in alphabetical order.
std::span<const std::string_view> asset_names();

}  // namespace threewall
