// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/twin_file.h"

#include <fmt/format.h>

#include <array>
#include <map>
#include <numbers>

#include "calibration/plane_view.h"
#include "scenario/calibration_file.h"
#include "scenario/fields.h"
#include "scenario/outlook.h"
#include "scenario/ros_file.h"

namespace tandem {

namespace {

constexpr double degree = std::numbers::pi / 180;
constexpr double margin = 1.5;  // of what a real robot does over what its drive is set to

Pose2 flat(const YamlNode& node, Findings& findings) {
  for (const std::string_view key : {"z", "roll_deg", "pitch_deg"})
    if (const YamlNode* written = node.find(key))
      findings.error(written->place,
                     fmt::format("'{}' has no meaning here: x, y and yaw_deg do", key));
  const Pose pose = read_pose(node, findings).pose;
  return {{pose.translation.x, pose.translation.y}, pose.rotation.yaw()};
}

void read_topic(const Fields& fields, std::string& topic, const char* key = "topic") {
  if (!fields.read(key, topic) || is_ros_namespace(topic)) return;
  fields.findings().error(fields.place_of(key), fmt::format("'{}' is no topic name: {}", key,
                                                            describe(*fields.find(key))));
}

TwinSync read_sync(const YamlNode& node, Findings& findings) {
  TwinSync sync;
  const Fields fields(node, schema::sync, findings);
  if (!fields.is_map()) return sync;
  fields.read("distance_m", sync.distance_m, {0, 100});
  double angle_deg = 0;
  if (fields.read("angle_deg", angle_deg, {0, 180})) sync.angle_rad = angle_deg * degree;
  fields.read("gain_per_s", sync.gain_per_s, {0, 100});
  fields.read("damping", sync.damping, {0, 1});
  fields.read("max_speed_mps", sync.max_speed_mps, {0, 1000});
  fields.read("max_yaw_rate_radps", sync.max_yaw_rate_radps, {0, 1000});
  return sync;
}

// Written here, or in a file that `tandem calibrate marker` wrote.
Pose2 read_marker(const YamlNode& marker, const Fields& fields, LoadContext& context) {
  if (!marker.is_text()) return flat(marker, context.findings());
  const auto file = named_file(fields, "marker", context);
  const auto root = file ? read_yaml(*file, context.findings()) : std::nullopt;
  return root ? flat(*root, context.findings()) : Pose2{};
}

// Pixels need a calibration that says where the marker's plane is.
void check_calibration(const Fields& fields, const TwinConfig& twin) {
  if (twin.units == PoseUnits::metres) return;
  if (!twin.camera) {
    fields.findings().error(fields.place_of("units"),
                            "poses in pixels need a 'calibration_file' that says what they mean");
    return;
  }
  const auto view = PlaneView::make(*twin.camera, twin.marker_height_m);
  if (!view)
    fields.findings().error(fields.place_of("calibration_file"),
                            fmt::format("the calibration cannot be used: {}", view.error()));
}

}  // namespace

std::optional<TrackingConfig> read_tracking(const YamlNode& node, LoadContext& context) {
  const Fields fields(node, schema::tracking, context.findings());
  TrackingConfig tracking;
  if (!fields.is_map()) return std::nullopt;
  read_topic(fields, tracking.topic);
  if (const YamlNode* area = fields.find("area"))
    tracking.area = read_area(*area, context.findings());
  fields.read("marker_height_m", tracking.marker_height_m, {0, 100});
  fields.read("timeout", tracking.timeout, 1ms, 1h);
  tracking.camera = read_calibration(fields, "calibration_file", context);
  return tracking;
}

TwinConfig read_twin(const YamlNode* node, const DriveConfig& drive, const TrackingConfig* tracking,
                     LoadContext& context) {
  TwinConfig twin;
  if (drive.type != DriveType::none) {
    twin.max_speed_mps = margin * drive.max_speed_mps;
    twin.max_yaw_rate_radps = margin * drive.max_yaw_rate_radps;
    twin.response.acceleration_mps2 = drive.max_acceleration_mps2;
    twin.response.yaw_acceleration_radps2 = drive.max_yaw_acceleration_radps2;
    twin.max_acceleration_mps2 = std::max(4.0, 2 * drive.max_acceleration_mps2);
    twin.max_yaw_acceleration_radps2 = std::max(20.0, 2 * drive.max_yaw_acceleration_radps2);
  }
  if (tracking) {
    twin.topic = tracking->topic;
    twin.area = tracking->area;
    twin.marker_height_m = tracking->marker_height_m;
    twin.timeout = tracking->timeout;
    twin.camera = tracking->camera;
    if (twin.camera) twin.units = PoseUnits::pixels;
  }
  if (!node) return twin;

  Findings& findings = context.findings();
  const Fields fields(*node, schema::twin, findings);
  if (!fields.is_map()) return twin;
  read_topic(fields, twin.topic);
  read_topic(fields, twin.imu_topic, "imu_topic");
  fields.read("frame", twin.frame);
  if (auto camera = read_calibration(fields, "calibration_file", context)) {
    twin.camera = std::move(camera);
    twin.units = PoseUnits::pixels;
  }
  constexpr std::array<std::string_view, 2> units{"m", "px"};
  if (const auto choice = fields.read_choice("units", units))
    twin.units = static_cast<PoseUnits>(*choice);
  if (const YamlNode* marker = fields.find("marker"))
    twin.robot_from_marker = read_marker(*marker, fields, context);
  fields.read("marker_height_m", twin.marker_height_m, {0, 100});

  constexpr std::array<std::string_view, 2> origins{"room", "start"};
  if (const auto choice = fields.read_choice("origin", origins))
    twin.origin = static_cast<TwinOrigin>(*choice);
  if (const YamlNode* room = fields.find("room")) {
    twin.world_from_room = flat(*room, findings);
    if (twin.origin == TwinOrigin::start)
      findings.error(fields.place_of("room"),
                     "with 'origin: start' the room lies where the robot starts: 'room' is not "
                     "used");
  }
  fields.read("scale", twin.scale, {0.001, 1000});
  if (const YamlNode* area = fields.find("area")) twin.area = read_area(*area, findings);
  constexpr std::array<std::string_view, 2> grounds{"flat", "follow"};
  if (const auto choice = fields.read_choice("ground", grounds)) twin.follows_ground = *choice == 1;

  constexpr std::array<std::string_view, 2> bodies{"kinematic", "dynamic"};
  if (const auto choice = fields.read_choice("body", bodies)) twin.is_dynamic = *choice == 1;
  if (const YamlNode* sync = fields.find("sync")) {
    twin.sync = read_sync(*sync, findings);
    if (!twin.is_dynamic)
      findings.error(fields.place_of("sync"), "only a twin with 'body: dynamic' is steered");
  }
  constexpr std::array<std::string_view, 2> triggers{"rate", "pose"};
  if (const auto choice = fields.read_choice("trigger", triggers)) twin.starts_steps = *choice == 1;
  constexpr std::array<std::string_view, 4> stamps{"auto", "shared", "own", "arrival"};
  if (const auto choice = fields.read_choice("stamps", stamps))
    twin.stamps = static_cast<StampSource>(*choice);
  fields.read("latency", twin.latency, 0s, 10s);
  fields.read("timeout", twin.timeout, 1ms, 1h);
  fields.read("max_prediction", twin.max_prediction, 0s, 10s);
  fields.read("smoothing", twin.smoothing, 0s, 10s);
  fields.read("snap_distance_m", twin.snap_distance_m, {0, 1000});
  fields.read("max_speed_mps", twin.max_speed_mps, {0.001, 1000});
  fields.read("max_yaw_rate_radps", twin.max_yaw_rate_radps, {0.001, 1000});
  fields.read("holonomic", twin.is_holonomic);
  fields.read("position_noise_m", twin.position_noise_m, {1e-5, 10});
  double yaw_noise_deg = 0;
  if (fields.read("yaw_noise_deg", yaw_noise_deg, {1e-3, 180}))
    twin.yaw_noise_rad = yaw_noise_deg * degree;
  fields.read("command_delay", twin.response.delay, 0s, 10s);
  fields.read("command_lag", twin.response.lag, 0s, 10s);
  check_calibration(fields, twin);
  return twin;
}

void check_twins_differ(const Scenario& scenario, Findings& findings) {
  std::map<std::string, const RobotConfig*> by_topic;
  for (const RobotConfig& robot : scenario.robots) {
    if (robot.mode != RobotMode::twin) continue;
    const auto [first, is_new] = by_topic.emplace(pose_topic_of(robot), &robot);
    if (!is_new)
      findings.error(robot.place, fmt::format("twin '{}' has the poses of twin '{}', '{}': give "
                                              "each a 'topic' of its own under 'twin'",
                                              robot.name, first->second->name, first->first));
  }
}

namespace {

std::string in_namespace(const RobotConfig& robot, const std::string& topic) {
  if (topic.starts_with('/')) return topic;
  const std::string ns = namespace_of(robot);
  return ns.empty() ? topic : ns + "/" + topic;
}

}  // namespace

std::string pose_topic_of(const RobotConfig& robot) {
  return in_namespace(robot, robot.twin.topic.empty() ? "tracked_pose" : robot.twin.topic);
}

std::string imu_topic_of(const RobotConfig& robot) {
  return in_namespace(robot, robot.twin.imu_topic.empty() ? "hardware/imu" : robot.twin.imu_topic);
}

}  // namespace tandem
