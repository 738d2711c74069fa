// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <optional>

#include "base/random.h"
#include "base/time.h"
#include "geometry/pose2.h"
#include "scenario/fault.h"

namespace tandem {

// What a real base does with velocity commands: late, sluggish, and not quite straight.
struct BaseConfig {
  Pose2 room_from_start;
  double track_m = 0.2;
  double max_speed_mps = 0.7;
  double max_yaw_rate_radps = 3;
  double max_acceleration_mps2 = 1;
  double max_yaw_acceleration_radps2 = 4;
  Duration command_latency = 20ms;  // from hearing a command to obeying it
  Duration motor_lag = 60ms;        // in which a wheel makes two thirds of a change
  double left_gain = 1;             // what the wheels make of the speed they are told
  double right_gain = 1;
  double turn_slip = 0;    // share of turning that is lost between wheels and floor
  double wheel_noise = 0;  // deviation of a wheel's speed over a tenth of a second, share of it
  // Without it the base goes on with the last command for ever.
  std::optional<Duration> command_timeout;
};

// A differential drive without any simulator behind it.
class RobotBase {
 public:
  RobotBase(const BaseConfig& config, std::uint64_t seed);

  void command(const Twist2& velocity, SimTime now);
  void step(SimTime now, Duration dt);  // up to `now`
  // Slips and stops from the next step on.
  void trouble(const WheelTrouble& wheels) { trouble_ = wheels; }

  const Pose2& room_from_robot() const { return pose_; }
  const Twist2& velocity() const { return velocity_; }            // true
  const Twist2& wheel_velocity() const { return wheel_motion_; }  // what encoders would say
  const Twist2& obeyed() const { return obeyed_; }
  // A person carries it, or a wall holds it.
  void place(const Pose2& room_from_robot) { pose_ = room_from_robot; }

 private:
  struct Heard {
    SimTime at{};
    Twist2 velocity;
  };
  void obey(SimTime now);

  BaseConfig config_;
  Random random_;
  std::deque<Heard> heard_;  // not obeyed yet
  std::optional<SimTime> last_command_;
  Pose2 pose_;
  Twist2 obeyed_;
  Twist2 ramped_;  // the obeyed one within the limits of acceleration
  double left_mps_ = 0;
  double right_mps_ = 0;
  double left_wobble_ = 0;
  double right_wobble_ = 0;
  Twist2 velocity_;
  Twist2 wheel_motion_;
  WheelTrouble trouble_;
};

}  // namespace tandem
