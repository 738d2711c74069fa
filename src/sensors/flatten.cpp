// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "sensors/flatten.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace tandem {

FlattenConfig read_flatten(SettingsReader& settings) {
  FlattenConfig config;
  settings.read("scan_beams", config.beams, 0, 100'000);
  settings.read("scan_height_min_m", config.height_min_m, {-1000, 1000});
  settings.read("scan_height_max_m", config.height_max_m, {-1000, 1000});
  if (config.height_min_m >= config.height_max_m)
    settings.error("scan_height_min_m", "'scan_height_min_m' must be below 'scan_height_max_m'");
  return config;
}

ScanReading flattened(std::span<const CloudPoint> points, const FlattenConfig& config) {
  constexpr double turn = 2 * std::numbers::pi;
  ScanReading scan;
  scan.angle_increment_rad = static_cast<float>(turn / config.beams);
  scan.angle_min_rad = static_cast<float>(-std::numbers::pi);
  scan.range_min_m = static_cast<float>(config.limits.min_m);
  scan.range_max_m = static_cast<float>(config.limits.max_m);
  const auto beams = static_cast<std::size_t>(config.beams);
  scan.ranges_m.assign(beams, std::numeric_limits<float>::infinity());
  scan.intensities.assign(beams, 0);
  for (const CloudPoint& point : points) {
    // written so that NaN is left out
    if (!(point.z >= config.height_min_m && point.z <= config.height_max_m)) continue;
    const float range = std::hypot(point.x, point.y);
    if (range < scan.range_min_m) continue;
    const double angle = std::atan2(point.y, point.x) + std::numbers::pi;
    // a beam stands for the directions half an increment to each side
    const auto beam = static_cast<std::size_t>(std::lround(angle / turn * config.beams)) % beams;
    if (range >= scan.ranges_m[beam]) continue;
    scan.ranges_m[beam] = range;
    scan.intensities[beam] = point.intensity;
  }
  return scan;
}

}  // namespace tandem
