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

// A distance of the virtual sensor as the real one would say it.
float as_said_within(double min_m, double max_m, float range_m) {
  if (std::isnan(range_m) || std::isinf(range_m)) return range_m;
  if (range_m > max_m) return std::numeric_limits<float>::infinity();
  if (range_m < min_m) return -std::numeric_limits<float>::infinity();
  return range_m;
}

// Whether a real sensor measured anything. Some say 0 where nothing came back, and taking that for
// the nearer one would hide what is virtual from everybody who, as REP-117 has it, leaves it out.
bool is_measured(double min_m, double max_m, float range_m) {
  return std::isinf(range_m) || (range_m >= min_m && range_m <= max_m);
}

// Both measured one direction.
float nearer_within(double min_m, double max_m, float real_m, float virtual_m) {
  const float said = as_said_within(min_m, max_m, virtual_m);
  if (std::isnan(said) || is_measured(min_m, max_m, real_m)) return nearer(real_m, said);
  return said;
}

constexpr std::size_t most_beams = 1'000'000;

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
    float nearest = std::numeric_limits<float>::quiet_NaN();
    for (std::ptrdiff_t beam = first; beam <= last; ++beam) {
      std::ptrdiff_t index = beam;
      if (is_whole_turn) index = ((beam % count) + count) % count;
      if (index < 0 || index >= count) continue;
      nearest = nearer(nearest, other.ranges_m[static_cast<std::size_t>(index)]);
    }
    result.ranges_m[i] =
        nearer_within(real.range_min_m, real.range_max_m, result.ranges_m[i], nearest);
  }
  return result;
}

float mixed_range(const SingleRange& real, float virtual_m) {
  return nearer_within(real.range_min_m, real.range_max_m, real.range_m, virtual_m);
}

bool is_usable(const PlanarScan& scan) {
  return std::isfinite(scan.angle_min_rad) && std::isfinite(scan.angle_increment_rad) &&
         std::abs(scan.angle_min_rad) < 1000 && scan.angle_increment_rad != 0 &&
         std::abs(scan.angle_increment_rad) <= turn && scan.range_min_m >= 0 &&
         scan.range_max_m > scan.range_min_m && !scan.ranges_m.empty() &&
         scan.ranges_m.size() <= most_beams;
}

ScanMixer::Result ScanMixer::mix(const PlanarScan& real) {
  const auto found = virtual_.nearest(real.time);
  if (found.measurement) return {mixed(real, *found.measurement), MixPartner::fresh};
  ++unmixed_;
  return {real, found.partner};
}

}  // namespace tandem
