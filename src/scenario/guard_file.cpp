// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/guard_file.h"

#include <fmt/format.h>

#include "scenario/bounds.h"
#include "scenario/fields.h"
#include "scenario/ros_file.h"

namespace tandem {

GuardSettings read_guard(const YamlNode& node, const DriveConfig& drive, const Model& model,
                         Findings& findings) {
  GuardSettings guard;
  if (!model.links.empty()) guard.radius_m = footprint_radius(model);
  if (drive.type != DriveType::none) guard.braking_mps2 = drive.max_acceleration_mps2;
  const Fields fields(node, schema::guard, findings);
  if (!fields.is_map()) return guard;
  if (fields.read("scan_topic", guard.scan_topic) && !is_ros_namespace(guard.scan_topic))
    findings.error(
        fields.place_of("scan_topic"),
        fmt::format("'scan_topic' is no topic name: {}", describe(*fields.find("scan_topic"))));
  if (const YamlNode* lidar = fields.find("lidar")) {
    const Pose pose = read_pose(*lidar, findings).pose;
    guard.robot_from_lidar = {{pose.translation.x, pose.translation.y}, pose.rotation.yaw()};
  }
  fields.read("radius_m", guard.radius_m, {0.01, 100});
  fields.read("side_m", guard.side_m, {0, 10});
  fields.read("braking_mps2", guard.braking_mps2, {0.01, 100});
  fields.read("reaction", guard.reaction, 1ms, 10s);
  fields.read("margin_m", guard.margin_m, {0, 10});
  fields.read("free_m", guard.free_m, {0.01, 100});
  fields.read("turn_radps", guard.turn_radps, {0.01, 10});
  fields.read("scan_timeout", guard.scan_timeout, 1ms, 10s);
  if (drive.type != DriveType::none && guard.turn_radps > drive.max_yaw_rate_radps)
    findings.error(fields.place_of("turn_radps"),
                   fmt::format("the robot cannot turn faster than max_yaw_rate_radps, {:g}",
                               drive.max_yaw_rate_radps));
  return guard;
}

}  // namespace tandem
