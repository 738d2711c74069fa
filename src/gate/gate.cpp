// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "gate/gate.h"

#include <cmath>

namespace tandem {

namespace {

// A clock that goes back by so much was set; from there it counts again.
constexpr Duration clock_set = 2s;

// Whether a sender's clock went on since it was last heard.
bool goes_on(std::optional<SimTime>& last, SimTime stamp) {
  if (last && stamp <= *last && stamp > *last - clock_set) return false;
  const bool was_set = last && stamp <= *last;
  last = stamp;
  return !was_set;  // what comes next tells whether it runs
}

bool is_finite(const Pose2& pose) {
  return std::isfinite(pose.translation.x) && std::isfinite(pose.translation.y) &&
         std::isfinite(pose.yaw);
}

bool is_inside(const Area& area, const Pose2& pose) {
  const Vec2 seen = inverse(area.world_from_center) * pose.translation;
  return std::abs(seen.x) <= area.size_x_m / 2 && std::abs(seen.y) <= area.size_y_m / 2;
}

std::string seconds_text(Duration duration) {
  const auto hundredths = duration / 10ms;
  return std::to_string(hundredths / 100) + "." + (hundredths % 100 < 10 ? "0" : "") +
         std::to_string(hundredths % 100) + " s";
}

}  // namespace

std::string_view name_of(GateState state) {
  switch (state) {
    case GateState::open:
      return "open";
    case GateState::no_simulator:
      return "no simulator";
    case GateState::simulator_silent:
      return "simulator silent";
    case GateState::no_pose:
      return "no pose";
    case GateState::pose_silent:
      return "pose silent";
    case GateState::pose_stuck:
      return "pose stuck";
    case GateState::pose_invalid:
      return "pose invalid";
    case GateState::outside:
      return "outside";
    case GateState::twin_lost:
      return "twin lost";
    case GateState::no_twin:
      return "no twin";
    case GateState::stopped:
      return "stopped";
    case GateState::waiting_for_command:
      return "waiting for a command";
    case GateState::command_silent:
      return "command silent";
  }
  return "closed";
}

void Gate::simulator(SimTime its_time, SimTime now) {
  update(now);
  if (goes_on(simulator_time_, its_time)) simulator_heard_ = now;
}

void Gate::pose(SimTime stamp, const std::optional<Pose2>& in_room, SimTime now) {
  update(now);
  any_pose_heard_ = now;
  is_pose_valid_ = in_room && is_finite(*in_room);
  is_inside_ = !is_pose_valid_ || !config_.area || is_inside(*config_.area, *in_room);
  if (goes_on(stamp_, stamp)) pose_heard_ = now;
}

void Gate::twin(bool is_following, SimTime now) {
  update(now);
  twin_heard_ = now;
  is_twin_following_ = is_following;
}

std::optional<Twist2> Gate::command(const Twist2& velocity, SimTime now) {
  update(now);
  if (!std::isfinite(velocity.linear) || !std::isfinite(velocity.angular)) return std::nullopt;
  command_heard_ = now;
  update(now);
  if (state_ != GateState::open) return std::nullopt;
  last_zero_.reset();
  return velocity;
}

std::optional<Twist2> Gate::tick(SimTime now) {
  update(now);
  if (state_ == GateState::open) return std::nullopt;
  if (last_zero_ && now - *last_zero_ < config_.zero_period) return std::nullopt;
  last_zero_ = now;
  return Twist2{};
}

// Everything but commands.
GateState Gate::health(SimTime now) const {
  const auto is_old = [&](const std::optional<SimTime>& heard, Duration timeout) {
    return now - *heard > timeout;
  };
  if (!simulator_heard_) return GateState::no_simulator;
  if (is_old(simulator_heard_, config_.simulator_timeout)) return GateState::simulator_silent;
  if (!any_pose_heard_) return GateState::no_pose;
  if (is_old(any_pose_heard_, config_.pose_timeout)) return GateState::pose_silent;
  if (!is_pose_valid_) return GateState::pose_invalid;
  if (!pose_heard_ || is_old(pose_heard_, config_.pose_timeout)) return GateState::pose_stuck;
  if (!is_inside_) return GateState::outside;
  if (!is_twin_following_) return GateState::twin_lost;
  if (twin_heard_ && is_old(twin_heard_, config_.twin_timeout)) return GateState::no_twin;
  if (is_stopped_) return GateState::stopped;
  return GateState::open;
}

GateState Gate::judge(SimTime now) const {
  if (const GateState ill = health(now); ill != GateState::open) return ill;
  if (!command_heard_ || !healthy_since_ || *command_heard_ <= *healthy_since_)
    return GateState::waiting_for_command;
  if (now - *command_heard_ > config_.command_timeout) return GateState::command_silent;
  return GateState::open;
}

void Gate::update(SimTime now) {
  if (health(now) != GateState::open) {
    healthy_since_.reset();
  } else if (!healthy_since_) {
    healthy_since_ = now;
  }
  const GateState next = judge(now);
  if (state_ == GateState::open && next != GateState::open) {
    ++closings_;
    last_zero_.reset();  // the first zero goes at once
  }
  state_ = next;
}

std::string Gate::text(SimTime now) const {
  const auto since = [&](const std::optional<SimTime>& heard) {
    return seconds_text(now - *heard);
  };
  switch (state_) {
    case GateState::open:
      return "open";
    case GateState::no_simulator:
      return "closed: no simulator was heard of";
    case GateState::simulator_silent:
      return "closed: the simulator's time stands still for " + since(simulator_heard_);
    case GateState::no_pose:
      return "closed: the robot was never seen";
    case GateState::pose_silent:
      return "closed: no pose for " + since(any_pose_heard_);
    case GateState::pose_stuck:
      return pose_heard_ ? "closed: the stamps of poses stand still for " + since(pose_heard_)
                         : "closed: the stamps of poses stand still";
    case GateState::pose_invalid:
      return "closed: the last pose is not made of finite numbers on the floor";
    case GateState::outside:
      return "closed: the robot is outside of the tracked area";
    case GateState::twin_lost:
      return "closed: the simulator cannot follow the robot by the poses that come";
    case GateState::no_twin:
      return "closed: the simulator has not told of a twin of the robot for " + since(twin_heard_);
    case GateState::stopped:
      return "closed: somebody asked to stop";
    case GateState::waiting_for_command:
      return "closed: waiting for a new command";
    case GateState::command_silent:
      return "closed: no command for " + since(command_heard_);
  }
  return "closed";
}

}  // namespace tandem
