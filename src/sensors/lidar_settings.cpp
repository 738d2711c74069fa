// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "sensors/lidar_settings.h"

#include <fmt/format.h>

#include <numbers>

namespace tandem {

RangeLimits read_range_limits(SettingsReader& settings, RangeLimits limits) {
  constexpr double far_m = 100'000;
  settings.read("range_min_m", limits.min_m, {0, far_m}, {"lidar/range/min|ray/range/min"});
  settings.read("range_max_m", limits.max_m, {1e-3, far_m}, {"lidar/range/max|ray/range/max"});
  settings.read("noise_m", limits.noise_m, {0, 10}, {"lidar/noise/stddev|ray/noise/stddev"});
  for (const char* name : {"lidar", "ray"})
    for (const char* part : {"range/resolution", "noise/@type", "noise/type", "noise/mean",
                             "scan/horizontal/resolution", "scan/vertical/resolution"})
      settings.accept_sdf(fmt::format("{}/{}", name, part));
  if (limits.min_m >= limits.max_m)
    settings.error("range_min_m", fmt::format("'range_min_m' is {}, but must be below "
                                              "'range_max_m', {}",
                                              limits.min_m, limits.max_m));
  return limits;
}

AngleRange read_angles(SettingsReader& settings, double default_fov_deg) {
  double fov = default_fov_deg, first = 0, last = 0;
  const bool has_fov = settings.read("fov_deg", fov, {0.01, 360});
  first = -fov / 2;
  last = fov / 2;
  const bool has_first =
      settings.read("angle_min_deg", first, {-360, 360},
                    {"lidar/scan/horizontal/min_angle|ray/scan/horizontal/min_angle", degrees});
  const bool has_last =
      settings.read("angle_max_deg", last, {-360, 360},
                    {"lidar/scan/horizontal/max_angle|ray/scan/horizontal/max_angle", degrees});
  if (has_fov && (has_first || has_last))
    settings.error("fov_deg", "give either 'fov_deg' or the angles of the first and last beam");
  if (last < first)
    settings.error("angle_min_deg", fmt::format("the first angle, {:g}, is beyond the last one, "
                                                "{:g}",
                                                first, last));
  if (last - first > 360 + 1e-6)
    settings.error("angle_max_deg",
                   fmt::format("from {:g} to {:g} degrees is more than a circle", first, last));
  // SDF counts the last beam of a circle although it lies on the first
  const bool is_circle = !settings.sensor().is_sdf && last - first > 360 - 1e-6;
  return {first / degrees, last / degrees, is_circle};
}

bool is_3d_lidar(const SensorDescription& sensor) {
  for (const WrittenSetting& setting : sensor.settings)
    if (setting.key == "lidar/scan/vertical/samples" || setting.key == "ray/scan/vertical/samples")
      return setting.values.front() != "1";
  return false;
}

}  // namespace tandem
