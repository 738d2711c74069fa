// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/calibration_file.h"

#include <fmt/format.h>

#include <array>
#include <vector>

#include "scenario/overrides.h"
#include "scenario/resource.h"

namespace tandem {

namespace {

// The numbers of a list, or of a matrix as ROS writes it: {rows: 3, cols: 3, data: [...]}.
std::vector<double> read_numbers(const Fields& fields, std::string_view key) {
  const YamlNode* node = fields.find(key);
  if (!node) return {};
  if (node->is_map()) {
    const Fields matrix(*node, schema::matrix, fields.findings());
    node = matrix.require("data");
    if (!node) return {};
  }
  if (!node->is_list()) {
    fields.findings().error(
        node->place, fmt::format("'{}' expects a list of numbers, is {}", key, describe(*node)));
    return {};
  }
  std::vector<double> numbers;
  for (const YamlNode& item : node->items) {
    const std::optional<double> number = to_number(item, key, any_number, fields.findings());
    if (!number) return {};
    numbers.push_back(*number);
  }
  return numbers;
}

// Nine numbers; nothing without the key, or after an error was reported.
std::optional<std::array<double, 9>> read_matrix(const Fields& fields, std::string_view key) {
  const std::vector<double> numbers = read_numbers(fields, key);
  if (numbers.size() == 9) {
    std::array<double, 9> matrix{};
    std::ranges::copy(numbers, matrix.begin());
    return matrix;
  }
  if (!numbers.empty())
    fields.findings().error(
        fields.place_of(key),
        fmt::format("'{}' expects 9 numbers by rows, has {}", key, numbers.size()));
  return std::nullopt;
}

std::optional<LensConfig> read_lens(const Fields& fields) {
  Findings& findings = fields.findings();
  const auto matrix = read_matrix(fields, "camera_matrix");
  const std::vector<double> bends = read_numbers(fields, "distortion_coefficients");
  LensConfig lens;
  constexpr std::array<std::string_view, 3> models{"plumb_bob", "equidistant", "fisheye"};
  const auto model = fields.read_choice("distortion_model", models);
  if (model && *model > 0) lens.type = LensType::fisheye;
  if (!matrix) {
    if (!bends.empty())
      findings.error(fields.place_of("distortion_coefficients"),
                     "distortion says nothing without a 'camera_matrix'");
    return std::nullopt;
  }
  lens.fx_px = (*matrix)[0];
  lens.fy_px = (*matrix)[4];
  lens.cx_px = (*matrix)[2];
  lens.cy_px = (*matrix)[5];
  if (!(lens.fx_px > 0) || !(lens.fy_px > 0))
    findings.error(fields.place_of("camera_matrix"), "the focal lengths must be positive");
  const std::size_t most = lens.type == LensType::fisheye ? 4 : 5;
  for (std::size_t i = 0; i < bends.size(); ++i) {
    if (i < most) {
      lens.distortion[i] = bends[i];
    } else if (bends[i] != 0) {
      findings.error(
          fields.place_of("distortion_coefficients"),
          fmt::format("a lens of this model has {} coefficients, here are {}", most, bends.size()));
      break;
    }
  }
  return lens;
}

}  // namespace

std::shared_ptr<const CameraCalibration> read_calibration(const Fields& naming,
                                                          std::string_view key,
                                                          LoadContext& context) {
  std::string name;
  if (!naming.read(key, name)) return nullptr;
  Findings& findings = context.findings();
  const Place& place = naming.place_of(key);
  const std::filesystem::path naming_file =
      is_override(place) ? context.scenario_file() : std::filesystem::path(place.file);
  const ResourceLookup lookup =
      find_resource(name, naming_file, context.search_path(context.scenario_file()));
  if (lookup.found.empty()) {
    findings.error(place, lookup.problem);
    return nullptr;
  }
  const int errors_before = findings.error_count();
  const std::optional<YamlNode> root = read_yaml(lookup.found, findings);
  if (!root) return nullptr;
  const Fields fields(*root, schema::calibration, findings);
  if (!fields.is_map()) return nullptr;

  auto calibration = std::make_shared<CameraCalibration>();
  calibration->lens = read_lens(fields);
  if (const YamlNode* pose = fields.find("room_from_camera"))
    calibration->room_from_camera = read_pose(*pose, findings).pose;
  calibration->room_from_pixels = read_matrix(fields, "homography");
  fields.read("homography_height_m", calibration->homography_height_m, {-100, 100});
  if (findings.error_count() > errors_before) return nullptr;
  return calibration;
}

}  // namespace tandem
