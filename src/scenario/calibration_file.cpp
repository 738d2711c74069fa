// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/calibration_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numbers>
#include <span>
#include <vector>

#include "scenario/overrides.h"
#include "scenario/resource.h"
#include "scenario/whole_file.h"

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

std::optional<std::filesystem::path> named_file(const Fields& naming, std::string_view key,
                                                LoadContext& context) {
  std::string name;
  if (!naming.read(key, name)) return std::nullopt;
  const Place& place = naming.place_of(key);
  const std::filesystem::path naming_file =
      is_override(place) ? context.scenario_file() : std::filesystem::path(place.file);
  const ResourceLookup lookup =
      find_resource(name, naming_file, context.search_path(context.scenario_file()));
  if (!lookup.found.empty()) return lookup.found;
  context.findings().error(place, lookup.problem);
  return std::nullopt;
}

std::shared_ptr<const CameraCalibration> read_calibration(const Fields& naming,
                                                          std::string_view key,
                                                          LoadContext& context) {
  const auto file = named_file(naming, key, context);
  const auto calibration = file ? read_calibration_file(*file, context.findings()) : std::nullopt;
  if (!calibration) return nullptr;
  return std::make_shared<const CameraCalibration>(*calibration);
}

std::optional<CameraCalibration> read_calibration_file(const std::filesystem::path& file,
                                                       Findings& findings) {
  return read_whole_file<CameraCalibration>(
      file, schema::calibration, findings, [&](const Fields& fields) {
        CameraCalibration calibration{.lens = read_lens(fields)};
        if (const YamlNode* pose = fields.find("room_from_camera"))
          calibration.room_from_camera = read_pose(*pose, findings).pose;
        calibration.room_from_pixels = read_matrix(fields, "homography");
        fields.read("homography_height_m", calibration.homography_height_m, {-100, 100});
        fields.read("image_width", calibration.width_px, 1, 65536);
        fields.read("image_height", calibration.height_px, 1, 65536);
        return std::optional(calibration);
      });
}

std::string calibration_text(const CameraCalibration& calibration,
                             const std::vector<std::string>& remarks) {
  std::string text;
  for (const std::string& line : remarks) text += fmt::format("# {}\n", line);
  if (calibration.width_px > 0)
    text += fmt::format("image_width: {}\nimage_height: {}\n", calibration.width_px,
                        calibration.height_px);
  if (const auto& lens = calibration.lens) {
    const bool is_fisheye = lens->type == LensType::fisheye;
    text += fmt::format(
        "camera_matrix: {{rows: 3, cols: 3, data: [{:.6g}, 0, {:.6g}, 0, {:.6g}, {:.6g}, 0, 0, "
        "1]}}\n"
        "distortion_model: {}\n",
        lens->fx_px, lens->cx_px, lens->fy_px, lens->cy_px,
        is_fisheye ? "equidistant" : "plumb_bob");
    const auto bends = std::span(lens->distortion).first(is_fisheye ? 4 : 5);
    text += fmt::format("distortion_coefficients: {{rows: 1, cols: {}, data: [{:.6g}]}}\n",
                        bends.size(), fmt::join(bends, ", "));
  }
  if (const auto& pose = calibration.room_from_camera) {
    constexpr double degrees = 180 / std::numbers::pi;
    const Vec3 rpy = pose->rotation.rpy();
    text += fmt::format(
        "room_from_camera: {{x: {:.5f}, y: {:.5f}, z: {:.5f}, roll_deg: {:.4f}, pitch_deg: "
        "{:.4f}, yaw_deg: {:.4f}}}\n",
        pose->translation.x, pose->translation.y, pose->translation.z, degrees * rpy.x,
        degrees * rpy.y, degrees * rpy.z);
  }
  if (const auto& matrix = calibration.room_from_pixels)
    text += fmt::format(
        "homography: {{rows: 3, cols: 3, data: [{:.10g}]}}\nhomography_height_m: {:g}\n",
        fmt::join(*matrix, ", "), calibration.homography_height_m);
  return text;
}

}  // namespace tandem
