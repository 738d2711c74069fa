// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/projector_file.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "scenario/fields.h"
#include "scenario/outlook.h"
#include "scenario/whole_file.h"

namespace tandem {

namespace {

constexpr NumberRange any_pixel{-100'000, 100'000};

const Section file_section{"projector calibration",
                           {"area", "width_px", "height_px", "corners_px"}};
const Section corner_section{"corners_px", {corner_names.begin(), corner_names.end()}};

std::optional<Vec2> read_corner(const Fields& fields, std::string_view name) {
  const YamlNode* node = fields.require(name);
  if (!node) return std::nullopt;
  if (!node->is_list() || node->items.size() != 2) {
    fields.findings().error(
        node->place, fmt::format("'{}' expects two numbers, [x, y] in pixels, is {}", name,
                                 node->is_list() ? fmt::format("a list of {}", node->items.size())
                                                 : describe(*node)));
    return std::nullopt;
  }
  const auto x = to_number(node->items[0], name, any_pixel, fields.findings());
  const auto y = to_number(node->items[1], name, any_pixel, fields.findings());
  if (!x || !y) return std::nullopt;
  return Vec2{*x, *y};
}

std::optional<ProjectorCalibration> read_all(const Fields& fields) {
  Findings& findings = fields.findings();
  const int errors_before = findings.error_count();
  ProjectorCalibration calibration;
  if (const YamlNode* area = fields.require("area")) calibration.area = read_area(*area, findings);
  fields.require("width_px");
  fields.require("height_px");
  fields.read("width_px", calibration.width_px, 16, 16384);
  fields.read("height_px", calibration.height_px, 16, 16384);
  if (const YamlNode* node = fields.require("corners_px")) {
    const Fields corners(*node, corner_section, findings);
    for (std::size_t i = 0; i < corner_names.size() && corners.is_map(); ++i)
      if (const auto corner = read_corner(corners, corner_names[i]))
        calibration.corners_px[i] = *corner;
  }
  if (findings.error_count() > errors_before) return std::nullopt;
  if (const auto map = pixels_from_floor(calibration); !map)
    findings.error(fields.place_of("corners_px"),
                   fmt::format("this is no picture of a floor: {}", map.error()));
  return calibration;
}

}  // namespace

std::optional<ProjectorCalibration> read_projector_file(const std::filesystem::path& file,
                                                        Findings& findings) {
  return read_whole_file<ProjectorCalibration>(
      file, file_section, findings, [](const Fields& fields) { return read_all(fields); });
}

std::string projector_text(const ProjectorCalibration& calibration) {
  const Area& area = calibration.area;
  std::string text = fmt::format(
      "# Where the corners of a floor are in a projector's picture.\n"
      "# By tandem calibrate projector; the page projector.md explains it.\n"
      "area: {{x: {:.6g}, y: {:.6g}, yaw_deg: {:.6g}, size_x_m: {:.6g}, size_y_m: {:.6g}}}\n"
      "width_px: {}\n"
      "height_px: {}\n"
      "corners_px:\n",
      area.world_from_center.translation.x, area.world_from_center.translation.y,
      area.world_from_center.yaw * 180 / std::numbers::pi, area.size_x_m, area.size_y_m,
      calibration.width_px, calibration.height_px);
  for (std::size_t i = 0; i < 4; ++i)
    text += fmt::format("  {}: [{:.2f}, {:.2f}]\n", corner_names[i], calibration.corners_px[i].x,
                        calibration.corners_px[i].y);
  return text;
}

std::optional<Error> write_projector_file(const std::filesystem::path& file,
                                          const ProjectorCalibration& calibration) {
  return write_whole_file(file, projector_text(calibration));
}

}  // namespace tandem
