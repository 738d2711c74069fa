// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/tracking/plane_file.h"

#include <fmt/format.h>

#include <numbers>

#include "ports/tracking/picture_folder.h"
#include "scenario/calibration_file.h"
#include "scenario/fields.h"
#include "scenario/load_context.h"
#include "scenario/outlook.h"
#include "scenario/whole_file.h"

namespace tandem {

namespace {

constexpr double degree = std::numbers::pi / 180;
constexpr std::array<std::string_view, 4> corner_keys{"top_left", "top_right", "bottom_right",
                                                      "bottom_left"};
const Section file_section{
    "plane file", {"source", "calibration_file", "plane", "robot", "frame_id", "debug_image"}};
const Section plane_section{"plane", {"picture", "corners_m"}};
const Section corners_section{"corners_m", {corner_keys.begin(), corner_keys.end()}};
const Section robot_section{
    "robot",
    {"name", "topic", "camera", "odometry_topic", "longest_unseen", "correct_beyond_m",
     "correct_beyond_deg", "max_off_px", "max_lift_m", "max_tilt_deg"}};
const Section debug_section{"debug_image", {"topic", "rate_hz"}};

void read_plane(const YamlNode& node, const std::filesystem::path& file, PlaneSetup& setup,
                Findings& findings) {
  const int errors_before = findings.error_count();
  const Fields fields(node, plane_section, findings);
  if (!fields.is_map()) return;
  std::string name;
  fields.require("picture");
  fields.read("picture", name);
  std::array<Vec3, 4> corners;
  if (const YamlNode* written = fields.require("corners_m")) {
    const Fields places(*written, corners_section, findings);
    for (std::size_t i = 0; i < 4 && places.is_map(); ++i)
      if (places.require(corner_keys[i])) places.read(corner_keys[i], corners[i], {-1000, 1000});
  }
  if (findings.error_count() > errors_before) return;
  auto picture = read_grey_picture(file.parent_path() / name);
  if (!picture) return findings.error(fields.place_of("picture"), picture.error());
  auto target = plane_of_corners(*std::move(picture), corners);
  if (!target) return findings.error(fields.place_of("corners_m"), target.error());
  setup.tracker.target = *std::move(target);
}

void read_robot(const YamlNode& node, PlaneSetup& setup, Findings& findings) {
  const Fields fields(node, robot_section, findings);
  if (!fields.is_map()) return;
  fields.require("name");
  fields.read("name", setup.robot);
  setup.topic = "/tracker/" + setup.robot;
  fields.read("topic", setup.topic);
  check_topic(fields, "topic");
  fields.read("odometry_topic", setup.odometry_topic);
  check_topic(fields, "odometry_topic");
  fields.read("longest_unseen", setup.longest_unseen, 100ms, 1h);
  if (const YamlNode* camera = fields.require("camera")) {
    // as it looks: x ahead, z up, which is not how optical frames are turned
    constexpr double quarter = std::numbers::pi / 2;
    setup.tracker.robot_from_camera =
        read_pose(*camera, findings).pose * Pose{{}, Quat::from_rpy(-quarter, 0, -quarter)};
  }
  fields.read("correct_beyond_m", setup.drift.beyond_m, {0, 10});
  double angle_deg = 0;
  if (fields.read("correct_beyond_deg", angle_deg, {0, 180}))
    setup.drift.beyond_rad = angle_deg * degree;
  fields.read("max_off_px", setup.tracker.max_off_px, {0.1, 100});
  fields.read("max_lift_m", setup.tracker.max_lift_m, {0.001, 10});
  if (fields.read("max_tilt_deg", angle_deg, {0.1, 90}))
    setup.tracker.max_tilt_rad = angle_deg * degree;
}

std::optional<PlaneSetup> read_all(const Fields& fields, const std::filesystem::path& file) {
  Findings& findings = fields.findings();
  PlaneSetup setup;
  if (const YamlNode* source = fields.require("source"))
    setup.source = read_picture_source(*source, file, findings);
  fields.require("calibration_file");
  LoadContext context(file, findings);
  if (const auto camera = read_calibration(fields, "calibration_file", context)) {
    setup.camera = camera;
    if (camera->lens)
      setup.tracker.lens = *camera->lens;
    else
      findings.error(fields.place_of("calibration_file"),
                     "the robot's camera needs a camera_matrix");
  }
  if (const YamlNode* plane = fields.require("plane")) read_plane(*plane, file, setup, findings);
  if (const YamlNode* robot = fields.require("robot")) read_robot(*robot, setup, findings);
  fields.read("frame_id", setup.frame_id);
  if (const YamlNode* debug = fields.find("debug_image")) {
    const Fields image(*debug, debug_section, findings);
    if (image.is_map()) {
      image.read("topic", setup.debug_topic);
      check_topic(image, "topic");
      image.read("rate_hz", setup.debug_rate_hz, picture_rates);
    }
  }
  return setup;
}

}  // namespace

std::optional<PlaneSetup> read_plane_file(const std::filesystem::path& file, Findings& findings) {
  return read_whole_file<PlaneSetup>(file, file_section, findings,
                                     [&](const Fields& fields) { return read_all(fields, file); });
}

}  // namespace tandem
