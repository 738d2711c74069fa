// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "base/time.h"
#include "calibration/camera_calibration.h"
#include "geometry/area.h"
#include "geometry/pose2.h"

namespace tandem {

// How a real robot is seen, and how its twin stands in the world.

enum class PoseUnits { metres, pixels };

// Whose time the stamps of poses are in.
enum class StampSource {
  automatic,  // found out: shared when that is possible, else own
  shared,     // the simulation's: both computers' clocks are kept in step
  own,        // another clock, whose offset is estimated
  arrival,    // none: a pose is as old as the configured latency when it arrives
};

enum class TwinOrigin {
  room,   // the room lies in the world at a fixed place
  start,  // the first pose after a reset is the robot's start in the world
};

// When and how fast a base does what it is told.
struct CommandResponse {
  Duration delay = 30ms;  // from the command to the motors
  Duration lag = 80ms;    // in which two thirds of a change are made
  double acceleration_mps2 = 1;
  double yaw_acceleration_radps2 = 4;
};

// How a dynamic twin is steered to where its robot is.
struct TwinSync {
  double distance_m = 0.01;  // nearer than this nothing is corrected
  double angle_rad = 0.02;
  double gain_per_s = 4;  // speed of the correction for a metre, or a radian, beyond that
  double damping = 0.2;   // share of the difference in velocity that is corrected
  double max_speed_mps = 0.5;
  double max_yaw_rate_radps = 2;
};

struct TwinConfig {
  std::string topic;      // where poses arrive; empty: tracked_pose in the robot's namespace
  std::string imu_topic;  // of the robot's own IMU; empty: hardware/imu in the robot's namespace
  std::string frame;      // that stands for it among transforms; empty: poses are no transforms
  PoseUnits units = PoseUnits::metres;
  std::shared_ptr<const CameraCalibration> camera;  // for pixels
  Pose2 robot_from_marker;
  double marker_height_m = 0;  // above the floor of the room

  TwinOrigin origin = TwinOrigin::room;
  Pose2 world_from_room;
  double scale = 1;          // metres of the world for a metre of the room
  std::optional<Area> area;  // of the room, that the tracker can see
  bool follows_ground = true;
  // Pushed by the world and steered to where its robot is, instead of put there.
  bool is_dynamic = false;
  TwinSync sync;

  // A pose that arrives starts a step, without waiting until it is due.
  bool starts_steps = false;
  StampSource stamps = StampSource::automatic;
  Duration latency{};  // of poses at least; for clocks that cannot tell

  Duration timeout = 500ms;         // without a pose for so long, tracking is lost
  Duration max_prediction = 250ms;  // beyond the newest pose
  Duration smoothing = 50ms;        // in which most of a correction is made
  double snap_distance_m = 0.5;     // a larger correction is made at once

  // What the robot can do, in the room. Poses that would take more are outliers.
  double max_speed_mps = 1.5;
  double max_yaw_rate_radps = 6;
  double max_acceleration_mps2 = 4;
  double max_yaw_acceleration_radps2 = 20;
  bool is_holonomic = false;
  // How it answers to velocity commands, which tell more than poses about the next moment.
  CommandResponse response;
  // Deviations of a single pose.
  double position_noise_m = 0.003;
  double yaw_noise_rad = 0.01;
};

}  // namespace tandem
