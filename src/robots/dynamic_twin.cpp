// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "robots/dynamic_twin.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace tandem {

namespace {

constexpr double snap_angle_rad = std::numbers::pi / 3;
constexpr double upright = 0.7;       // of a contact's normal: the ground
constexpr double force_per_kg = 10;   // N, of a robot of which no drive is known
constexpr double noticed_mps = 1e-4;  // what is slower stands still

Vec2 turned(Vec2 v, double by) {
  const double c = std::cos(by), s = std::sin(by);
  return {c * v.x - s * v.y, s * v.x + c * v.y};
}

// What is left of an error beyond what may be, in the direction of it.
double beyond(double error, double threshold) {
  return error > threshold ? error - threshold : error < -threshold ? error + threshold : 0;
}

}  // namespace

DynamicTwin::DynamicTwin(const RobotConfig& config, const Entity& entity, const World& world)
    : TwinBody(config),
      config_(config.twin),
      entity_(entity.id),
      body_(entity.links.front().body),
      drive_(make_drive(config.drive, entity)) {
  const Model& model = *config.model;
  body_from_robot_ =
      entity.links.front().body_from_link * inverse(model.links.front().model_from_link);
  MassProperties mass;
  for (const Link& link : model.links)
    if (link.mass.mass_kg > 0) mass = mass + transformed(link.model_from_link, link.mass);
  mass_kg_ = mass.mass_kg;
  yaw_inertia_ = mass.inertia.zz;
  center_in_robot_ = mass.center;
  max_force_n_ = drive_ ? config.drive.max_force_n : force_per_kg * mass_kg_;
  look(world.physics());
}

void DynamicTwin::look(const PhysicsWorld& physics) {
  const Pose world_from_robot = physics.world_from(body_) * body_from_robot_;
  const Twist twist = physics.velocity(body_);
  const Vec3 arm = world_from_robot.translation - physics.world_from(body_).translation;
  const Vec3 linear =
      inverse(world_from_robot.rotation) * (twist.linear + cross(twist.angular, arm));
  world_from_robot_ = {{world_from_robot.translation.x, world_from_robot.translation.y},
                       world_from_robot.rotation.yaw()};
  velocity_ = {{linear.x, linear.y}, twist.angular.z};
}

void DynamicTwin::set_aim(Duration dt, const World& world) {
  step_ = dt;
  look(world.physics());
  const Miss miss = miss_at(1);
  const TwinState& state = motion().state();
  is_snapping_ = state.has_jumped ||
                 std::hypot(miss.way.x, miss.way.y) > config_.snap_distance_m * config_.scale ||
                 std::abs(miss.turn) > snap_angle_rad;
  if (state.tracking == TrackingState::waiting) is_snapping_ = false;
}

// The robot at that share of the step is where its velocity leads from there to the end.
DynamicTwin::Miss DynamicTwin::miss_at(double share) const {
  const TwinState& state = motion().state();
  const Pose2 target = moved(state.world_from_robot, state.velocity, (share - 1) * seconds(step_));
  return {turned(target.translation - world_from_robot_.translation, -world_from_robot_.yaw),
          std::remainder(target.yaw - world_from_robot_.yaw, 2 * std::numbers::pi)};
}

void DynamicTwin::move(double share, Duration part, World& world) {
  const TwinState& state = motion().state();
  if (is_snapping_) {
    snap(world);
    is_snapping_ = false;
  }
  look(world.physics());
  const Miss miss = miss_at(share - seconds(part) / seconds(step_));

  // as the robot moves, seen from the twin, and some more towards it
  const TwinSync& sync = config_.sync;
  const Vec2 robot_velocity = turned(state.velocity.linear, miss.turn);
  const auto correction = [&](double error, double threshold, double difference, double limit) {
    const double missing = beyond(error, threshold);
    if (missing == 0) return 0.0;
    return std::clamp(sync.gain_per_s * missing + sync.damping * difference, -limit, limit);
  };
  const double distance = std::hypot(miss.way.x, miss.way.y);
  const Vec2 way = distance > 0 ? (1 / distance) * miss.way : Vec2{};
  const Vec2 lacking = robot_velocity - velocity_.linear;
  const double along =
      correction(distance, sync.distance_m * config_.scale, lacking.x * way.x + lacking.y * way.y,
                 sync.max_speed_mps * config_.scale);
  const double around =
      correction(miss.turn, sync.angle_rad, state.velocity.angular - velocity_.angular,
                 sync.max_yaw_rate_radps);
  push({robot_velocity + along * way, state.velocity.angular + around}, part, world.physics());
}

// Wheels give what they can along and around; what they cannot do, sideways, is pushed.
void DynamicTwin::push(const PlanarTwist& wanted, Duration part, PhysicsWorld& physics) {
  const double h = seconds(part);
  const double yaw = world_from_robot_.yaw;
  const auto force_for = [&](double change) {
    return std::clamp(mass_kg_ * change / h, -max_force_n_, max_force_n_);
  };
  const Vec3 center = physics.world_from(body_) * (body_from_robot_ * center_in_robot_);
  Vec2 force_in_robot;
  if (drive_) {
    drive_->push({wanted.linear.x, wanted.angular}, physics, part);
    // the tyres end the sideways motion that is, so this is what it becomes
    if (std::abs(wanted.linear.y) > noticed_mps) force_in_robot.y = force_for(wanted.linear.y);
  } else {
    force_in_robot = {force_for(wanted.linear.x - velocity_.linear.x),
                      force_for(wanted.linear.y - velocity_.linear.y)};
    const double reach = std::sqrt(yaw_inertia_ / std::max(mass_kg_, 1e-9));
    const double torque = std::clamp(yaw_inertia_ * (wanted.angular - velocity_.angular) / h,
                                     -max_force_n_ * reach, max_force_n_ * reach);
    if (torque != 0) physics.add_torque(body_, {0, 0, torque});
  }
  if (force_in_robot.x == 0 && force_in_robot.y == 0) return;
  physics.wake(body_);
  const Vec2 force = turned(force_in_robot, yaw);
  physics.add_force(body_, {force.x, force.y, 0}, center);
}

// At once where its robot is, as high above the ground as it was, and as fast.
void DynamicTwin::snap(World& world) {
  const TwinState& state = motion().state();
  const Entity& entity = *world.entities().find(entity_);
  const PhysicsWorld& physics = world.physics();
  const Pose now = world.world_from(entity);
  const Pose2& target = state.world_from_robot;
  const auto ground_at = [&](Vec2 place) {
    const Vec3 above{place.x, place.y, now.translation.z + 1};
    const auto hit = physics.cast_ray(above, {0, 0, -1}, 3, {.ignored = entity.bodies});
    return hit ? hit->point.z : now.translation.z;
  };
  const double height = now.translation.z - ground_at({now.translation.x, now.translation.y});
  world.place(entity, {{target.translation.x, target.translation.y,
                        ground_at(target.translation) + std::max(height, 0.0)},
                       Quat::from_rpy(0, 0, target.yaw)});
  const Vec2 linear = turned(state.velocity.linear, target.yaw);
  world.set_velocity(entity, {{linear.x, linear.y, 0}, {0, 0, state.velocity.angular}});
  if (drive_) drive_->start_anew(physics);
  ++snaps_;
}

void DynamicTwin::measure(Duration dt, const World& world) {
  look(world.physics());
  if (drive_) drive_->measure(world.physics(), dt);
}

TwinReport DynamicTwin::report(const World& world) const {
  const Miss miss = miss_at(1);
  TwinReport report{.state = motion().state(),
                    .off_m = std::hypot(miss.way.x, miss.way.y),
                    .off_rad = std::abs(miss.turn),
                    .snaps = snaps_};
  const PhysicsWorld& physics = world.physics();
  const auto is_own = [&](BodyId body) {
    return body == body_ || (physics.has(body) && physics.carrier_of(body) == body_);
  };
  for (const Contact& contact : physics.contacts()) {
    const bool is_a = is_own(contact.a);
    if (is_a == is_own(contact.b)) continue;
    const BodyId other = is_a ? contact.b : contact.a;
    if (!physics.has(other) || std::abs(contact.normal.z) > upright) continue;
    report.touching.push_back(other);
    if (physics.motion(other) == Motion::dynamic)
      report.overlap_m = std::max(report.overlap_m, contact.depth_m);
  }
  std::ranges::sort(report.touching);
  report.touching.erase(std::ranges::unique(report.touching).begin(), report.touching.end());
  return report;
}

void DynamicTwin::append_joint_states(const PhysicsWorld& physics, JointStates& states) const {
  if (drive_) drive_->append_joint_states(physics, states);
}

}  // namespace tandem
