// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/time.h"
#include "geometry/pose.h"
#include "render/camera.h"
#include "sensors/sensor_info.h"

namespace tandem {

// What sensors give, in the units and frames of the ROS messages they become. docs/sensors.md says
// what each number means.

struct ImuReading {
  Quat world_from_sensor;            // what the sensor believes
  Vec3 angular_velocity;             // rad/s, in the sensor's frame
  Vec3 linear_acceleration;          // m/s², what a scale would show: 9.81 upwards at rest
  double orientation_noise_rad = 0;  // deviations, for covariances
  Vec3 angular_velocity_noise_radps;
  Vec3 linear_acceleration_noise_mps2;
};

struct EncoderReading {
  std::vector<std::string> joints;
  std::vector<std::int64_t> ticks;  // since the start; empty for encoders without steps
  std::vector<double> positions;    // rad
  std::vector<double> velocities;   // rad/s
};

struct ContactReading {
  struct Touch {
    std::string other;      // name of what is touched
    Vec3 point;             // in the sensor's frame
    Vec3 normal;            // towards the sensor's link
    double force_n = 0;     // mean over the step
    double impulse_ns = 0;  // in the step
    double depth_m = 0;
  };
  std::vector<Touch> touches;  // empty: nothing touches
};

struct BatteryReading {
  double voltage_v = 0;
  double current_a = 0;  // negative while discharging
  double charge_ah = 0;
  double capacity_ah = 0;  // when full
  double percentage = 0;   // 0 to 1
  std::string technology;  // LION, NIMH, ..., UNKNOWN
};

struct PoseReading {
  Pose world_from_sensor;
  Twist velocity;  // of the sensor's origin, in the sensor's axes
};

struct FixReading {
  double latitude_deg = 0;
  double longitude_deg = 0;
  double altitude_m = 0;          // above the ellipsoid
  double horizontal_noise_m = 0;  // deviations
  double vertical_noise_m = 0;
  Vec3 velocity_enu;  // m/s: east, north, up
};

// A scan in a plane, counter-clockwise. +infinity: nothing in range; -infinity: something too near
// (REP-117).
struct ScanReading {
  float angle_min_rad = 0;  // of the first beam; 0 looks along x
  float angle_increment_rad = 0;
  float range_min_m = 0;
  float range_max_m = 0;
  std::vector<float> ranges_m;
  std::vector<float> intensities;  // 0 to 255; 0 where there is no range
};

// One point of a cloud, laid out as sensor_msgs/PointCloud2 has it with the fields of the same
// names.
struct CloudPoint {
  float x = 0, y = 0, z = 0;  // m, in the sensor's frame when this point was measured
  float intensity = 0;        // 0 to 255
  float time = 0;             // s from the stamp: 0 or less
  std::uint16_t ring = 0;     // from the lowest up
  std::uint8_t label = 0;     // class of what was hit, as in images of classes
  std::uint8_t padding = 0;
};

struct CloudReading {
  // Rows and columns of an organised cloud, where what hit nothing is NaN; else one row of hits.
  int width = 0;
  int height = 1;
  bool is_dense = true;             // without NaN
  std::vector<CloudPoint> points;   // empty when only the scan was wanted
  std::optional<ScanReading> scan;  // the same flattened, if that was wanted
};

struct RangeReading {
  float range_m = 0;  // +infinity: nothing in range; -infinity: something too near
  float range_min_m = 0;
  float range_max_m = 0;
  float field_of_view_rad = 0;
  bool is_ultrasound = false;  // else infrared
};

// What a camera saw, and how its pixels come from directions. Images that nobody wanted are empty.
struct CameraReading {
  Intrinsics intrinsics;
  double baseline_m = 0;  // of the right camera of a pair: how far it is from the left one
  CameraImage image;
};

struct StereoReading {
  CameraReading left, right;  // of the same moment
};

using Measurement =
    std::variant<ImuReading, EncoderReading, ContactReading, BatteryReading, PoseReading,
                 FixReading, ScanReading, CloudReading, RangeReading, CameraReading, StereoReading>;

// One measurement of one sensor.
struct Reading {
  std::shared_ptr<const SensorInfo> sensor;
  SimTime stamp{};          // the simulated time of the step that it was made in
  std::uint64_t index = 0;  // counts the sensor's measurements, also those that nobody wanted
  Measurement measurement;
};

}  // namespace tandem
