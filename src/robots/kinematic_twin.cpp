// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "robots/kinematic_twin.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "robots/wheels.h"
#include "scenario/bounds.h"

namespace tandem {

namespace {

constexpr double step_up_m = 0.1;         // as high as ground may rise under a twin at once
constexpr double step_down_m = 1;         // and as far as it may fall
constexpr double steepest = 0.6;          // of ground that is no step: rise over run
constexpr double upright = 0.7;           // of a contact's normal: the ground
constexpr double lift_m = 0.02;           // what is lower than this is ground, not an obstacle
constexpr double noticed_m = 1e-5;        // smaller moves change nothing that it touches
constexpr int steps_between_checks = 12;  // for others that move while it stands

bool is_convex(const Shape& shape) {
  return std::holds_alternative<Box>(shape) || std::holds_alternative<Sphere>(shape) ||
         std::holds_alternative<Cylinder>(shape) || std::holds_alternative<Capsule>(shape) ||
         std::holds_alternative<Ellipsoid>(shape);
}

Pose2 on_floor(const Pose& pose) {
  return {{pose.translation.x, pose.translation.y}, pose.rotation.yaw()};
}

}  // namespace

KinematicTwin::KinematicTwin(const RobotConfig& config, const Entity& entity, const World& world)
    : TwinBody(config),
      follows_ground_(config.twin.follows_ground),
      body_(entity.links.front().body),
      world_from_robot_(config.world_from_robot),
      aim_(config.world_from_robot) {
  const Model& model = *config.model;
  body_from_robot_ =
      entity.links.front().body_from_link * inverse(model.links.front().model_from_link);
  for (const Link& link : model.links)
    for (const Collision& collision : link.collisions) {
      const Pose robot_from_shape = link.model_from_link * collision.link_from_collision;
      if (is_convex(collision.shape)) {
        probes_.push_back({collision.shape, body_from_robot_ * robot_from_shape});
      } else if (const Bounds box = bounds_of(collision.shape, robot_from_shape); !box.is_empty()) {
        probes_.push_back({Box{box.size()}, body_from_robot_ * Pose{box.center(), {}}});
      }
    }
  if (const Bounds bounds = bounds_of(model, {}); !bounds.is_empty()) {
    foot_low_ = bounds.low;
    foot_high_ = bounds.high;
    reach_m_ =
        std::hypot(std::max(-bounds.low.x, bounds.high.x), std::max(-bounds.low.y, bounds.high.y));
  }
  const double start_z = world_from_robot_.translation.z;
  if (follows_ground_)
    ground_clearance_m_ =
        start_z - ground_under(world_from_robot_.translation, world).value_or(start_z);

  wheel_radius_m_ = config.drive.wheel_radius_m;
  track_m_ = config.drive.track_m;
  const auto side = [&](const std::vector<std::string>& joints, bool is_left) {
    for (const std::string& name : joints)
      wheels_.push_back({name, rolling_direction(model.joints[joint_index(model, name)]), is_left});
  };
  side(config.drive.left_joints, true);
  side(config.drive.right_joints, false);
}

void KinematicTwin::set_aim(Duration, const World& world) {
  const TwinState& state = motion().state();
  const Pose2 before = on_floor(world_from_robot_);
  const double way = std::hypot(state.world_from_robot.translation.x - before.translation.x,
                                state.world_from_robot.translation.y - before.translation.y);
  const double turn =
      std::abs(std::remainder(state.world_from_robot.yaw - before.yaw, 2 * std::numbers::pi));
  path_m_ = way + reach_m_ * turn;
  has_moved_ = path_m_ > noticed_m;
  aim_ = has_moved_ ? standing_at(state.world_from_robot, world) : world_from_robot_;
  if (state.has_jumped) path_m_ = 0;
}

void KinematicTwin::move(double share, Duration, World& world) {
  if (!has_moved_) return;
  const Pose robot_from_body = inverse(body_from_robot_);
  if (motion().state().has_jumped) {
    if (share < 1) return;
    world.physics().place(body_, aim_ * robot_from_body);
    return;
  }
  const Pose part{
      world_from_robot_.translation + share * (aim_.translation - world_from_robot_.translation),
      share < 1 ? slerp(world_from_robot_.rotation, aim_.rotation, share) : aim_.rotation};
  world.physics().move_to(body_, part * robot_from_body);
}

void KinematicTwin::measure(Duration dt, const World& world) {
  world_from_robot_ = aim_;
  if (has_moved_ || ++steps_since_check_ >= steps_between_checks) find_touching(world);

  const PlanarTwist& velocity = motion().state().velocity;
  if (wheel_radius_m_ <= 0) return;
  left_speed_ = (velocity.linear.x - velocity.angular * track_m_ / 2) / wheel_radius_m_;
  right_speed_ = (velocity.linear.x + velocity.angular * track_m_ / 2) / wheel_radius_m_;
  left_angle_ += left_speed_ * seconds(dt);
  right_angle_ += right_speed_ * seconds(dt);
}

// Walls and other twins do not push it, so physics has no contact with them.
void KinematicTwin::find_touching(const World& world) {
  steps_since_check_ = 0;
  touching_.clear();
  const PhysicsWorld& physics = world.physics();
  Pose lifted = physics.world_from(body_);
  lifted.translation.z += lift_m;
  const std::array ignored{body_};
  for (const Probe& probe : probes_) {
    const auto found =
        physics.overlapping(probe.shape, lifted * probe.body_from_shape, {.ignored = ignored});
    touching_.insert(touching_.end(), found.begin(), found.end());
  }
}

// On what never moves, level with it; as before where there is none.
Pose KinematicTwin::standing_at(const Pose2& place, const World& world) const {
  Pose pose{{place.translation.x, place.translation.y, world_from_robot_.translation.z},
            Quat::from_rpy(0, 0, place.yaw)};
  if (!follows_ground_) return pose;
  const double feet_m = world_from_robot_.translation.z - ground_clearance_m_;
  const auto ground_at = [&](double x, double y) {
    Vec3 point = pose * Vec3{x, y, 0};
    point.z = feet_m;
    return ground_under(point, world);
  };
  const std::optional<double> middle = ground_at(0, 0);
  if (!middle) return pose;
  pose.translation.z = *middle + ground_clearance_m_;

  // tilted as the ground under its four sides is
  const auto slope = [&](std::optional<double> low, std::optional<double> high, double length) {
    if (!low || !high || length < 0.02) return 0.0;
    const double rise = (*high - *low) / length;
    return std::abs(rise) <= steepest ? std::atan(rise) : 0.0;
  };
  const double pitch =
      -slope(ground_at(foot_low_.x, 0), ground_at(foot_high_.x, 0), foot_high_.x - foot_low_.x);
  const double roll =
      slope(ground_at(0, foot_low_.y), ground_at(0, foot_high_.y), foot_high_.y - foot_low_.y);
  if (pitch != 0 || roll != 0) pose.rotation = pose.rotation * Quat::from_rpy(roll, pitch, 0);
  return pose;
}

std::optional<double> KinematicTwin::ground_under(const Vec3& point, const World& world) const {
  const PhysicsWorld& physics = world.physics();
  std::array<BodyId, 4> ignored{body_};
  for (std::size_t count = 1; count <= ignored.size(); ++count) {
    const auto hit =
        physics.cast_ray(point + Vec3{0, 0, step_up_m}, {0, 0, -1}, step_up_m + step_down_m,
                         {.ignored = std::span(ignored).first(count)});
    if (!hit) return std::nullopt;
    if (physics.motion(hit->body) == Motion::fixed) return hit->point.z;
    if (count < ignored.size()) ignored[count] = hit->body;  // looks through what lies there
  }
  return std::nullopt;
}

TwinReport KinematicTwin::report(const World& world) const {
  TwinReport report{.state = motion().state(), .touching = touching_};
  const PhysicsWorld& physics = world.physics();
  const auto is_load = [&](BodyId body) {
    return physics.has(body) && physics.carrier_of(body) == body_;
  };
  for (const Contact& contact : physics.contacts()) {
    const bool is_a = contact.a == body_ || is_load(contact.a);
    if (!is_a && contact.b != body_ && !is_load(contact.b)) continue;
    const BodyId own = is_a ? contact.a : contact.b;
    const BodyId other = is_a ? contact.b : contact.a;
    if (!physics.has(other)) continue;
    const bool is_pushed = physics.motion(other) == Motion::dynamic;
    // what stands fast was looked for around the twin itself; of its load only physics knows
    if (!is_pushed && (own == body_ || std::abs(contact.normal.z) > upright)) continue;
    report.touching.push_back(other);
    if (is_pushed) report.overlap_m = std::max(report.overlap_m, contact.depth_m);
  }
  std::erase_if(report.touching, [&](BodyId body) { return !physics.has(body) || is_load(body); });
  std::ranges::sort(report.touching);
  report.touching.erase(std::ranges::unique(report.touching).begin(), report.touching.end());
  return report;
}

void KinematicTwin::append_joint_states(const PhysicsWorld&, JointStates& states) const {
  for (const Wheel& wheel : wheels_) {
    states.names.push_back(wheel.joint);
    states.positions.push_back(wheel.forward * (wheel.is_left ? left_angle_ : right_angle_));
    states.velocities.push_back(wheel.forward * (wheel.is_left ? left_speed_ : right_speed_));
    states.efforts.push_back(0);
  }
}

}  // namespace tandem
