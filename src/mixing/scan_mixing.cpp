// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "mixing/scan_mixing.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace tandem {

namespace {

constexpr double turn = 2 * std::numbers::pi;

// Of two measurements of one direction the nearer; a measurement where the other is none.
float nearer(float a, float b) {
  if (std::isnan(a)) return b;
  if (std::isnan(b)) return a;
  return std::min(a, b);
}

// A distance of the virtual lidar as the real one would say it.
float as_said_by(const PlanarScan& lidar, float range_m) {
  if (std::isnan(range_m) || std::isinf(range_m)) return range_m;
  if (range_m > lidar.range_max_m) return std::numeric_limits<float>::infinity();
  if (range_m < lidar.range_min_m) return -std::numeric_limits<float>::infinity();
  return range_m;
}

}  // namespace

PlanarScan mixed(const PlanarScan& real, const PlanarScan& other) {
  PlanarScan result = real;
  const auto count = static_cast<std::ptrdiff_t>(other.ranges_m.size());
  if (count == 0 || !(std::abs(other.angle_increment_rad) > 0)) return result;
  const double step = other.angle_increment_rad;
  const bool is_whole_turn =
      std::abs(std::abs(step) * static_cast<double>(count) - turn) < 0.5 * std::abs(step);
  // half of what a real beam stands for, in virtual beams; at least the nearest one counts
  const double reach = std::max(0.5, std::abs(real.angle_increment_rad / step) / 2) + 1e-6;
  for (std::size_t i = 0; i < result.ranges_m.size(); ++i) {
    const double angle = real.angle_min_rad + real.angle_increment_rad * static_cast<double>(i);
    // where that is among the virtual beams, in the turn that begins half a beam before the first
    double place = (angle - other.angle_min_rad) / step;
    const double beams_in_turn = turn / std::abs(step);
    place -= beams_in_turn * std::floor((place + 0.5) / beams_in_turn);
    const auto first = static_cast<std::ptrdiff_t>(std::ceil(place - reach));
    const auto last = static_cast<std::ptrdiff_t>(std::floor(place + reach));
    for (std::ptrdiff_t beam = first; beam <= last; ++beam) {
      std::ptrdiff_t index = beam;
      if (is_whole_turn) index = ((beam % count) + count) % count;
      if (index < 0 || index >= count) continue;
      result.ranges_m[i] = nearer(
          result.ranges_m[i], as_said_by(real, other.ranges_m[static_cast<std::size_t>(index)]));
    }
  }
  return result;
}

float mixed_range(float real_m, float virtual_m) { return nearer(real_m, virtual_m); }

ScanMixer::Result ScanMixer::mix(const PlanarScan& real) {
  if (!virtual_) {
    ++unmixed_;
    return {real, Partner::none};
  }
  const Duration apart = real.time - virtual_->time;
  if (apart > stale_after_ || apart < -stale_after_) {
    ++unmixed_;
    return {real, Partner::stale};
  }
  return {mixed(real, *virtual_), Partner::fresh};
}

}  // namespace tandem
