// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "sensors/lidar_pattern.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <sstream>

#include "scenario/regular_file.h"
#include "scenario/xml_file.h"
#include "sensors/lidar_settings.h"

namespace tandem {

namespace {

Vec3f direction_of(double azimuth_rad, double elevation_rad) {
  return to_float({std::cos(elevation_rad) * std::cos(azimuth_rad),
                   std::cos(elevation_rad) * std::sin(azimuth_rad), std::sin(elevation_rad)});
}

LidarPattern spinning(const AngleRange& angles, int columns,
                      const std::vector<double>& elevations_deg) {
  LidarPattern pattern;
  pattern.rings = static_cast<int>(elevations_deg.size());
  pattern.columns = columns;
  pattern.beams.reserve(elevations_deg.size() * static_cast<std::size_t>(columns));
  const double increment = angles.increment(columns);
  for (int column = 0; column < columns; ++column)
    for (std::size_t ring = 0; ring < elevations_deg.size(); ++ring)
      pattern.beams.push_back(
          {direction_of(angles.first + column * increment, elevations_deg[ring] / degrees),
           static_cast<std::uint16_t>(ring),
           static_cast<float>(column + 1) / static_cast<float>(columns)});
  return pattern;
}

// Lines "azimuth_deg, elevation_deg" and perhaps ", share_of_sweep, ring".
LidarPattern from_file(const std::string& file, SettingsReader& settings) {
  LidarPattern pattern;
  // a path is seen from the file that names it
  std::filesystem::path path(file);
  if (path.is_relative())
    path = std::filesystem::path(settings.place_of("pattern").file).parent_path() / path;
  const Result<std::string> text = read_regular_file(path, image_limit_bytes);
  if (!text) {
    settings.error("pattern", fmt::format("'{}' {}", path.string(), text.error()));
    return pattern;
  }
  std::istringstream stream(*text);
  std::string line;
  for (int number = 1; std::getline(stream, line); ++number) {
    line = line.substr(0, line.find('#'));
    std::ranges::replace(line, ',', ' ');
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    const auto values = parse_numbers(line);
    const bool is_beam = values && values->size() >= 2 && values->size() <= 4 &&
                         std::abs((*values)[1]) <= 90 && std::abs((*values)[0]) <= 360;
    const double share = is_beam && values->size() > 2 ? (*values)[2] : 1;
    const double ring = is_beam && values->size() > 3 ? (*values)[3] : 0;
    if (!is_beam || !(share > 0 && share <= 1) || !(ring >= 0 && ring <= 65535)) {
      settings.findings().error({path.string(), number},
                                "expected azimuth and elevation in degrees, then perhaps the share "
                                "of the sweep, above 0 up to 1, and the ring");
      return pattern;
    }
    if (pattern.beams.size() >= max_lidar_points) {
      settings.error("pattern", fmt::format("there can be {} points in a scan", max_lidar_points));
      return pattern;
    }
    pattern.beams.push_back({direction_of((*values)[0] / degrees, (*values)[1] / degrees),
                             static_cast<std::uint16_t>(ring), static_cast<float>(share)});
    pattern.rings = std::max(pattern.rings, static_cast<int>(ring) + 1);
  }
  if (pattern.beams.empty())
    settings.error("pattern", fmt::format("'{}' has no beams", path.string()));
  std::ranges::stable_sort(pattern.beams, {}, &LidarPattern::Beam::share_of_sweep);
  return pattern;
}

}  // namespace

LidarPattern read_pattern(SettingsReader& settings) {
  int rings = 16, columns = 900;
  double down = -15, up = 15;
  std::vector<double> elevations;
  std::string file;
  const bool has_rings = settings.read("rings", rings, 1, 4096,
                                       {"lidar/scan/vertical/samples|ray/scan/vertical/samples"});
  settings.read("columns", columns, 1, 1'000'000,
                {"lidar/scan/horizontal/samples|ray/scan/horizontal/samples"});
  const AngleRange angles = read_angles(settings, 360);
  const bool has_down =
      settings.read("fov_down_deg", down, {-90, 90},
                    {"lidar/scan/vertical/min_angle|ray/scan/vertical/min_angle", degrees});
  const bool has_up =
      settings.read("fov_up_deg", up, {-90, 90},
                    {"lidar/scan/vertical/max_angle|ray/scan/vertical/max_angle", degrees});
  if (settings.read("elevations_deg", elevations, {-90, 90}) && (has_rings || has_down || has_up))
    settings.error("elevations_deg",
                   "'elevations_deg' replaces rings, fov_down_deg and fov_up_deg");
  if (settings.read("pattern", file)) return from_file(file, settings);
  if (settings.has("elevations_deg") && elevations.empty())
    settings.error("elevations_deg", "'elevations_deg' needs at least one");
  if (down > up)
    settings.error("fov_down_deg",
                   fmt::format("the lowest ring, {:g} degrees, is above the highest "
                               "one, {:g}",
                               down, up));
  if (elevations.empty())
    for (int ring = 0; ring < rings; ++ring)
      elevations.push_back(rings == 1 ? (down + up) / 2 : down + ring * (up - down) / (rings - 1));
  std::ranges::sort(elevations);

  const auto points = static_cast<double>(elevations.size()) * columns;
  if (points > max_lidar_points) {
    settings.error("columns",
                   fmt::format("{} rings of {} columns are {} points: there can be {} in "
                               "a scan",
                               elevations.size(), columns, points, max_lidar_points));
    return {};
  }
  return spinning(angles, columns, elevations);
}

}  // namespace tandem
