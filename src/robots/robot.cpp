// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "robots/robot.h"

#include <algorithm>
#include <cmath>

#include "robots/wheels.h"

namespace tandem {

Robot::Robot(std::shared_ptr<const RobotConfig> config, World& world, std::uint64_t seed,
             bool is_spawned)
    : config_(std::move(config)),
      odometry_(config_->drive, config_->odometry_error,
                Random(seed, "odometry/" + config_->name)) {
  const WheelPlacement wheels = wheel_placement(config_->drive);
  const bool is_twin = config_->mode == RobotMode::twin;
  const Entity& entity =
      world.add({config_->name, config_->model, config_->world_from_robot},
                {.wheels = wheels,
                 .reports_contacts = true,
                 .is_robot = true,
                 .is_kinematic = is_twin && !config_->twin.is_dynamic,
                 .is_spawned = is_spawned,
                 // other real robots see it by themselves
                 .is_real = is_twin && config_->twin.origin == TwinOrigin::room});
  entity_ = entity.id;
  base_ = entity.links.front();
  if (is_twin) {
    twin_ = make_twin_body(*config_, entity, world);
  } else {
    drive_ = make_drive(config_->drive, entity);
  }
  for (std::size_t i = 0; i < entity.joints.size(); ++i) {
    const std::string& name = config_->model->joints[i].name;
    if (entity.joints[i] && std::ranges::find(wheels.joints, name) == wheels.joints.end())
      other_joints_.emplace_back(name, *entity.joints[i]);
  }
  last_pose_ = floor_pose(world);
}

void Robot::continue_after(const Robot& former) {
  odom_from_start_ = former.reading().odom_from_base;
}

void Robot::aim(std::span<const TrackedPose> poses, std::span<const VelocityCommand> commands,
                std::span<const InertialReading> inertia, SimTime end, Duration dt,
                const World& world) {
  if (!twin_) return;
  std::vector<TrackedPose> own;
  for (const TrackedPose& pose : poses)
    if (pose.robot == config_->name) own.push_back(pose);
  std::vector<Twist2> told;
  for (const VelocityCommand& command : commands)
    if (command.robot == config_->name) told.push_back(command.velocity);
  if (!told.empty()) command_ = told.back();
  std::vector<InertialReading> felt;
  for (const InertialReading& reading : inertia)
    if (reading.robot == config_->name) felt.push_back(reading);
  twin_->aim({own, told, felt}, end, dt, world);
}

void Robot::follow(double share, Duration part, World& world) {
  if (twin_) twin_->move(share, part, world);
}

void Robot::drive(std::span<const VelocityCommand> commands, SimTime now, Duration dt,
                  World& world) {
  if (twin_) return;
  for (const VelocityCommand& command : commands) {
    if (command.robot != config_->name) continue;
    if (!std::isfinite(command.velocity.linear) || !std::isfinite(command.velocity.angular)) {
      ++refused_commands_;
      continue;
    }
    command_ = command.velocity;
    last_command_ = now;
  }
  const bool is_fresh = last_command_ && now - *last_command_ < config_->drive.command_timeout;
  if (!is_fresh) command_ = last_command_ ? Twist2{} : scripted(now).value_or(Twist2{});
  if (drive_) drive_->push(with_trouble(command_), world.physics(), dt);
}

// What is left of a velocity between the wheels and the floor.
Twist2 Robot::with_trouble(const Twist2& wanted) {
  const Twist2 told = trouble_.is_stopped ? Twist2{} : wanted;
  const double half_track = config_->drive.track_m * config_->drive.track_multiplier / 2;
  const double left = told.linear - half_track * told.angular;
  const double right = told.linear + half_track * told.angular;
  left_slip_.speed_mps = trouble_.left_slip * left;
  right_slip_.speed_mps = trouble_.right_slip * right;
  if (!trouble_.slips()) return told;
  const double left_grip = left - left_slip_.speed_mps;
  const double right_grip = right - right_slip_.speed_mps;
  return {(left_grip + right_grip) / 2, (right_grip - left_grip) / (2 * half_track)};
}

std::optional<Twist2> Robot::scripted(SimTime now) const {
  std::optional<Twist2> velocity;
  for (const ScriptedCommand& command : config_->commands) {
    if (command.at > now) break;
    velocity = !command.lasts || now < command.at + *command.lasts ? command.velocity : Twist2{};
  }
  return velocity;
}

void Robot::measure(const World& world, Duration dt) {
  if (twin_) {
    twin_->measure(dt, world);
    return;
  }
  // how the base moved on the floor, seen from where it was
  const Pose2 pose = floor_pose(world);
  const Vec2 moved = pose.translation - last_pose_.translation;
  const double c = std::cos(last_pose_.yaw), s = std::sin(last_pose_.yaw);
  const Pose2 motion{{c * moved.x + s * moved.y, -s * moved.x + c * moved.y},
                     std::remainder(pose.yaw - last_pose_.yaw, 2 * std::acos(-1.0))};
  last_pose_ = pose;
  if (!drive_) return;
  WheelTravel travel = drive_->measure(world.physics(), dt);
  const auto turn_on = [&](Slip& slip, double& travelled_m) {
    const double way_m = slip.speed_mps * seconds(dt);
    slip.way_m += way_m;
    travelled_m += way_m;
  };
  turn_on(left_slip_, travel.left_m);
  turn_on(right_slip_, travel.right_m);
  odometry_.add(travel, motion, dt, trouble_.slips());
}

// Encoders count what wheels turn, grip or not.
void Robot::add_slip(JointStates& joints) const {
  const double radius_m = config_->drive.wheel_radius_m;
  const auto add = [&](const std::vector<std::string>& names, const Slip& slip) {
    if (slip.way_m == 0 || radius_m <= 0) return;
    for (const std::string& name : names) {
      const auto found = std::ranges::find(joints.names, name);
      if (found == joints.names.end()) continue;
      const auto i = static_cast<std::size_t>(found - joints.names.begin());
      const Model& model = *config_->model;
      const double forward = rolling_direction(model.joints[joint_index(model, name)]);
      joints.positions[i] += forward * slip.way_m / radius_m;
      joints.velocities[i] += forward * slip.speed_mps / radius_m;
    }
  };
  add(config_->drive.left_joints, left_slip_);
  add(config_->drive.right_joints, right_slip_);
}

void Robot::carried_away(const World& world) {
  last_pose_ = floor_pose(world);
  if (drive_) drive_->start_anew(world.physics());
}

RobotState Robot::state(const World& world) const {
  RobotState state;
  state.name = config_->name;
  state.config = config_;
  state.entity = entity_;
  state.world_from_base = world.world_from(base_);
  state.command = command_;
  const Twist body = world.physics().velocity(base_.body);
  const Vec3 arm =
      state.world_from_base.translation - world.physics().world_from(base_.body).translation;
  state.velocity = {body.linear + cross(body.angular, arm), body.angular};
  if (drive_) drive_->append_joint_states(world.physics(), state.joints);
  add_slip(state.joints);
  if (twin_) {
    twin_->append_joint_states(world.physics(), state.joints);
    state.twin = twin_->report(world);
    const PlanarTwist moves = twin_->velocity();
    state.velocity = {state.world_from_base.rotation * Vec3{moves.linear.x, moves.linear.y, 0},
                      {0, 0, moves.angular}};
  }
  for (const auto& [name, joint] : other_joints_) {
    state.joints.names.push_back(name);
    state.joints.positions.push_back(world.physics().joint_position(joint));
    state.joints.velocities.push_back(world.physics().joint_velocity(joint));
    state.joints.efforts.push_back(world.physics().joint_effort(joint));
  }
  state.odometry = reading();
  state.refused_commands = refused_commands_;
  return state;
}

// Of a twin it is where that is.
OdometryReading Robot::reading() const {
  OdometryReading reading = odometry_.reading();
  if (twin_) {
    const Pose& start = config_->world_from_robot;
    const Pose2 start_from_world =
        inverse(Pose2{{start.translation.x, start.translation.y}, start.rotation.yaw()});
    const PlanarTwist velocity = twin_->velocity();
    reading.odom_from_base = start_from_world * twin_->world_from_robot();
    reading.velocity = {velocity.linear.x, velocity.angular};
  }
  reading.odom_from_base = odom_from_start_ * reading.odom_from_base;
  return reading;
}

void Robot::add_to(Hash& hash) const {
  if (twin_) twin_->motion().add_to(hash);
  const OdometryReading& reading = odometry_.reading();
  hash.add(reading.odom_from_base.translation.x);
  hash.add(reading.odom_from_base.translation.y);
  hash.add(reading.odom_from_base.yaw);
  hash.add(command_.linear);
  hash.add(command_.angular);
}

Pose2 Robot::floor_pose(const World& world) const {
  const Pose pose = world.world_from(base_);
  return {{pose.translation.x, pose.translation.y}, pose.rotation.yaw()};
}

const Robot* find_robot(std::span<const Robot> robots, std::string_view name) {
  const auto found =
      std::ranges::find_if(robots, [&](const Robot& robot) { return robot.config().name == name; });
  return found == robots.end() ? nullptr : &*found;
}

}  // namespace tandem
