// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "plant/pose_tracker.h"
#include "plant/real_room.h"
#include "plant/robot_base.h"

namespace tandem {

struct PlantConfig {
  BaseConfig base{.left_gain = 0.99, .right_gain = 1.01, .turn_slip = 0.02, .wheel_noise = 0.02};
  double radius_m = 0.15;
  PoseTrackerConfig tracker;
  RealRoom room;
  RealLidarConfig lidar;
  double battery_wh = 40;
  double idle_power_w = 8;
  double power_per_mps_w = 25;
};

// What a robot's own computer knows about itself.
struct Telemetry {
  double battery_share = 1;
  double voltage_v = 12.6;
  double current_a = 0;
  double cpu_percent = 20;
  double ram_percent = 40;
  double temperature_c = 35;

  // As such robots print it.
  std::string text() const;
};

struct ImuSample {
  double yaw_rate_radps = 0;
  double acceleration_mps2 = 0;  // forward
};

// A real robot in a real room with a tracker above, as far as the rest of the world can tell. Knows
// nothing of any simulator.
class Plant {
 public:
  Plant(const PlantConfig& config, std::uint64_t seed);

  void command(const Twist2& velocity, SimTime now) { base_.command(velocity, now); }
  void trouble(const WheelTrouble& wheels) { base_.trouble(wheels); }
  // Lets time pass in steps of a millisecond.
  void advance(SimTime now);

  // What the tracker sends by now, in the order of arrival.
  std::vector<SeenPose> take_poses() { return tracker_.take(now_); }
  std::vector<double> scan();
  ImuSample imu();

  const PlantConfig& config() const { return config_; }
  const Pose2& room_from_robot() const { return base_.room_from_robot(); }  // the truth
  // Where it was within the last seconds; nothing for what is not known any more, or not yet.
  std::optional<Pose2> room_from_robot_at(SimTime time) const;
  const Twist2& velocity() const { return base_.velocity(); }
  const Twist2& wheel_velocity() const { return base_.wheel_velocity(); }
  const Telemetry& telemetry() const { return telemetry_; }
  bool is_held() const { return is_held_; }  // by a wall or a post
  PoseTracker& tracker() { return tracker_; }

 private:
  void live(double dt);

  PlantConfig config_;
  RobotBase base_;
  PoseTracker tracker_;
  Random random_;
  std::optional<SimTime> started_;
  SimTime now_{};
  struct Place {
    SimTime time{};
    Pose2 room_from_robot;
  };
  std::deque<Place> been_;  // by time
  bool is_held_ = false;
  double charge_wh_;
  double last_speed_ = 0;
  double acceleration_ = 0;
  Telemetry telemetry_;
};

}  // namespace tandem
