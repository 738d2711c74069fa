// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/wheels.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "scenario/bounds.h"
#include "scenario/suggest.h"

namespace tandem {

namespace {

const Link* find_link(const Model& model, std::string_view name) {
  for (const Link& link : model.links)
    if (link.name == name) return &link;
  return nullptr;
}

const Joint* find_joint(const Model& model, std::string_view name) {
  for (const Joint& joint : model.joints)
    if (joint.name == name) return &joint;
  return nullptr;
}

// A revolute joint with limits steers or folds; a wheel turns forever.
bool turns_freely(const Joint& joint) {
  return joint.type == ModelJointType::continuous ||
         (joint.type == ModelJointType::revolute && !joint.lower && !joint.upper);
}

// The largest round thing on a wheel's link, or what a mesh spans across the axle.
struct Wheel {
  Vec3 center;  // in the model's frame
  double radius_m = 0;
};

std::optional<Wheel> wheel_of(const Model& model, const Joint& joint) {
  const Link* link = find_link(model, joint.child);
  if (!link) return std::nullopt;
  Wheel best;
  const auto consider = [&](const Shape& shape, const Pose& link_from_shape) {
    const Pose model_from_shape = link->model_from_link * link_from_shape;
    double radius = 0;
    if (const auto* cylinder = std::get_if<Cylinder>(&shape)) radius = cylinder->radius_m;
    if (const auto* sphere = std::get_if<Sphere>(&shape)) radius = sphere->radius_m;
    Vec3 center = model_from_shape.translation;
    if (std::holds_alternative<MeshShape>(shape) || std::holds_alternative<Ellipsoid>(shape)) {
      const Bounds bounds = bounds_of(shape, model_from_shape);
      if (bounds.is_empty()) return;
      radius = bounds.size().z / 2;
      center = bounds.center();
    }
    if (radius > best.radius_m) best = {center, radius};
  };
  for (const Collision& collision : link->collisions)
    consider(collision.shape, collision.link_from_collision);
  if (best.radius_m == 0)
    for (const Visual& visual : link->visuals) consider(visual.shape, visual.link_from_visual);
  if (best.radius_m == 0) return std::nullopt;
  return best;
}

struct WheelPairs {
  std::vector<std::string> left;
  std::vector<std::string> right;
};

// Everything that turns freely about an axle from left to right and is round.
WheelPairs find_wheels(const Model& model) {
  WheelPairs wheels;
  for (const Joint& joint : model.joints) {
    if (!turns_freely(joint)) continue;
    const Vec3 axle = normalized(joint.model_from_joint.rotation * joint.axis);
    const std::optional<Wheel> wheel = wheel_of(model, joint);
    if (!wheel || std::abs(axle.y) < 0.9) continue;
    constexpr double middle_m = 1e-3;  // a wheel on the centre line drives neither side
    if (wheel->center.y > middle_m) wheels.left.push_back(joint.name);
    if (wheel->center.y < -middle_m) wheels.right.push_back(joint.name);
  }
  return wheels;
}

bool is_clear(const WheelPairs& wheels, DriveType type) {
  if (wheels.left.empty() || wheels.left.size() != wheels.right.size()) return false;
  return type != DriveType::differential || wheels.left.size() == 1;
}

// Checks that each joint exists and can carry a wheel; says what else there is.
bool check_joints(const std::vector<std::string>& names, const Model& model, const Place& place,
                  Findings& findings) {
  bool is_good = true;
  for (const std::string& name : names) {
    const Joint* joint = find_joint(model, name);
    if (!joint) {
      std::vector<std::string> turning;
      for (const Joint& candidate : model.joints)
        if (turns_freely(candidate)) turning.push_back(candidate.name);
      findings.error(place, fmt::format("model '{}' has no joint '{}'{}", model.name, name,
                                        suggestion(name, turning)));
      is_good = false;
    } else if (!turns_freely(*joint)) {
      findings.error(place, fmt::format("joint '{}' of model '{}' does not turn freely, so it "
                                        "cannot be a wheel; expected a continuous joint",
                                        name, model.name));
      is_good = false;
    }
  }
  return is_good;
}

Vec3 mean_center(const std::vector<std::string>& names, const Model& model) {
  Vec3 sum;
  for (const std::string& name : names) {
    const Joint& joint = *find_joint(model, name);
    const std::optional<Wheel> wheel = wheel_of(model, joint);
    sum += wheel ? wheel->center : joint.model_from_joint.translation;
  }
  return (1.0 / static_cast<double>(names.size())) * sum;
}

// Wheel radius and track as the model has them, where the settings leave them open.
void measure(DriveConfig& drive, const Model& model, const Place& place, Findings& findings) {
  if (drive.wheel_radius_m == 0) {
    for (const std::vector<std::string>* side : {&drive.left_joints, &drive.right_joints}) {
      for (const std::string& name : *side) {
        const std::optional<Wheel> wheel = wheel_of(model, *find_joint(model, name));
        if (!wheel) {
          findings.error(place, fmt::format("the wheel on joint '{}' has no round shape to take a "
                                            "radius from; give 'wheel_radius_m'",
                                            name));
          return;
        }
        if (drive.wheel_radius_m != 0 &&
            std::abs(drive.wheel_radius_m - wheel->radius_m) > 1e-3 * wheel->radius_m) {
          findings.error(place, fmt::format("wheels have different radii, {} and {} m; give "
                                            "'wheel_radius_m'",
                                            drive.wheel_radius_m, wheel->radius_m));
          return;
        }
        drive.wheel_radius_m = wheel->radius_m;
      }
    }
  }
  if (drive.track_m == 0) {
    drive.track_m = std::abs(mean_center(drive.left_joints, model).y -
                             mean_center(drive.right_joints, model).y);
    if (drive.track_m < 1e-3)
      findings.error(place, "left and right wheels stand on one line; give 'track_m'");
  }
}

}  // namespace

DriveConfig read_drive(const YamlNode& node, const Model& model, Findings& findings) {
  DriveConfig drive;
  const Fields fields(node, schema::drive, findings);
  const bool is_model_known = !model.links.empty();
  if (is_model_known && !fields.require("type")) return drive;
  constexpr std::array<std::string_view, 3> types{"none", "differential", "skid"};
  const std::optional<std::size_t> type = fields.read_choice("type", types);
  if (!type && is_model_known) return drive;
  if (type) drive.type = static_cast<DriveType>(*type);

  fields.read("left_joints", drive.left_joints);
  fields.read("right_joints", drive.right_joints);
  fields.read("wheel_radius_m", drive.wheel_radius_m, {1e-3, 10});
  fields.read("track_m", drive.track_m, {1e-3, 100});
  fields.read("track_multiplier", drive.track_multiplier, {0.1, 10});
  fields.read("max_speed_mps", drive.max_speed_mps, {0, 100, false});
  fields.read("max_yaw_rate_radps", drive.max_yaw_rate_radps, {0, 100, false});
  fields.read("max_acceleration_mps2", drive.max_acceleration_mps2, {0, 1000, false});
  fields.read("max_yaw_acceleration_radps2", drive.max_yaw_acceleration_radps2, {0, 1000, false});
  fields.read("max_force_n", drive.max_force_n, {0, 1e6, false});
  fields.read("max_power_w", drive.max_power_w, {0, 1e7});
  fields.read("command_timeout", drive.command_timeout, 1ms, 1h);
  if (drive.type == DriveType::none) return drive;

  bool has_empty = false;
  for (const std::string_view key : {"left_joints", "right_joints"}) {
    const YamlNode* joints = fields.find(key);
    if (!joints || !joints->is_list() || !joints->items.empty()) continue;
    findings.error(joints->place, fmt::format("'{}' must not be empty", key));
    has_empty = true;
  }
  if (has_empty || !is_model_known) return drive;
  const bool has_left = fields.find("left_joints"), has_right = fields.find("right_joints");
  if (has_left != has_right) {
    findings.error(fields.place(), "give both 'left_joints' and 'right_joints', or neither");
    return drive;
  }
  if (has_left) {
    const bool left_good =
        check_joints(drive.left_joints, model, fields.place_of("left_joints"), findings);
    const bool right_good =
        check_joints(drive.right_joints, model, fields.place_of("right_joints"), findings);
    if (!left_good || !right_good) return drive;
    for (const std::string& name : drive.left_joints)
      if (std::count(drive.right_joints.begin(), drive.right_joints.end(), name))
        findings.error(fields.place_of("left_joints"),
                       fmt::format("joint '{}' is on both sides", name));
  } else {
    const WheelPairs wheels = find_wheels(model);
    if (!is_clear(wheels, drive.type)) {
      findings.error(
          fields.place(),
          fmt::format(
              "the wheels of model '{}' are not clear (left: {}; right: {}); name them with "
              "'left_joints' and 'right_joints'",
              model.name,
              wheels.left.empty() ? "none" : fmt::format("{}", fmt::join(wheels.left, ", ")),
              wheels.right.empty() ? "none" : fmt::format("{}", fmt::join(wheels.right, ", "))));
      return drive;
    }
    drive.left_joints = wheels.left;
    drive.right_joints = wheels.right;
  }
  if (!drive.left_joints.empty() && !drive.right_joints.empty())
    measure(drive, model, fields.place(), findings);
  return drive;
}

DriveConfig guess_drive(const Model& model) {
  DriveConfig drive;
  const WheelPairs wheels = find_wheels(model);
  if (!is_clear(wheels, DriveType::skid)) return drive;
  drive.left_joints = wheels.left;
  drive.right_joints = wheels.right;
  Findings unmeasurable;
  measure(drive, model, {}, unmeasurable);
  if (unmeasurable.has_errors()) return {};
  drive.type = wheels.left.size() == 1 ? DriveType::differential : DriveType::skid;
  return drive;
}

}  // namespace tandem
