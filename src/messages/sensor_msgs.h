// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "messages/builtin_interfaces.h"
#include "messages/geometry_msgs.h"
#include "messages/message.h"
#include "messages/std_msgs.h"

// ROS 2's sensor_msgs, as in Jazzy.
namespace tandem::sensor_msgs::msg {

struct BatteryState {
  static constexpr std::uint8_t POWER_SUPPLY_STATUS_UNKNOWN = 0;
  static constexpr std::uint8_t POWER_SUPPLY_STATUS_CHARGING = 1;
  static constexpr std::uint8_t POWER_SUPPLY_STATUS_DISCHARGING = 2;
  static constexpr std::uint8_t POWER_SUPPLY_STATUS_NOT_CHARGING = 3;
  static constexpr std::uint8_t POWER_SUPPLY_STATUS_FULL = 4;
  static constexpr std::uint8_t POWER_SUPPLY_HEALTH_UNKNOWN = 0;
  static constexpr std::uint8_t POWER_SUPPLY_HEALTH_GOOD = 1;
  static constexpr std::uint8_t POWER_SUPPLY_HEALTH_OVERHEAT = 2;
  static constexpr std::uint8_t POWER_SUPPLY_HEALTH_DEAD = 3;
  static constexpr std::uint8_t POWER_SUPPLY_HEALTH_OVERVOLTAGE = 4;
  static constexpr std::uint8_t POWER_SUPPLY_HEALTH_UNSPEC_FAILURE = 5;
  static constexpr std::uint8_t POWER_SUPPLY_HEALTH_COLD = 6;
  static constexpr std::uint8_t POWER_SUPPLY_HEALTH_WATCHDOG_TIMER_EXPIRE = 7;
  static constexpr std::uint8_t POWER_SUPPLY_HEALTH_SAFETY_TIMER_EXPIRE = 8;
  static constexpr std::uint8_t POWER_SUPPLY_TECHNOLOGY_UNKNOWN = 0;
  static constexpr std::uint8_t POWER_SUPPLY_TECHNOLOGY_NIMH = 1;
  static constexpr std::uint8_t POWER_SUPPLY_TECHNOLOGY_LION = 2;
  static constexpr std::uint8_t POWER_SUPPLY_TECHNOLOGY_LIPO = 3;
  static constexpr std::uint8_t POWER_SUPPLY_TECHNOLOGY_LIFE = 4;
  static constexpr std::uint8_t POWER_SUPPLY_TECHNOLOGY_NICD = 5;
  static constexpr std::uint8_t POWER_SUPPLY_TECHNOLOGY_LIMN = 6;
  static constexpr std::uint8_t POWER_SUPPLY_TECHNOLOGY_TERNARY = 7;
  static constexpr std::uint8_t POWER_SUPPLY_TECHNOLOGY_VRLA = 8;

  std_msgs::msg::Header header;
  float voltage = 0.0F;
  float temperature = 0.0F;
  float current = 0.0F;
  float charge = 0.0F;
  float capacity = 0.0F;
  float design_capacity = 0.0F;
  float percentage = 0.0F;
  std::uint8_t power_supply_status = 0;
  std::uint8_t power_supply_health = 0;
  std::uint8_t power_supply_technology = 0;
  bool present = false;
  std::vector<float> cell_voltage;
  std::vector<float> cell_temperature;
  std::string location;
  std::string serial_number;
  TANDEM_CONSTANTS(POWER_SUPPLY_STATUS_UNKNOWN, POWER_SUPPLY_STATUS_CHARGING,
                   POWER_SUPPLY_STATUS_DISCHARGING, POWER_SUPPLY_STATUS_NOT_CHARGING,
                   POWER_SUPPLY_STATUS_FULL, POWER_SUPPLY_HEALTH_UNKNOWN, POWER_SUPPLY_HEALTH_GOOD,
                   POWER_SUPPLY_HEALTH_OVERHEAT, POWER_SUPPLY_HEALTH_DEAD,
                   POWER_SUPPLY_HEALTH_OVERVOLTAGE, POWER_SUPPLY_HEALTH_UNSPEC_FAILURE,
                   POWER_SUPPLY_HEALTH_COLD, POWER_SUPPLY_HEALTH_WATCHDOG_TIMER_EXPIRE,
                   POWER_SUPPLY_HEALTH_SAFETY_TIMER_EXPIRE, POWER_SUPPLY_TECHNOLOGY_UNKNOWN,
                   POWER_SUPPLY_TECHNOLOGY_NIMH, POWER_SUPPLY_TECHNOLOGY_LION,
                   POWER_SUPPLY_TECHNOLOGY_LIPO, POWER_SUPPLY_TECHNOLOGY_LIFE,
                   POWER_SUPPLY_TECHNOLOGY_NICD, POWER_SUPPLY_TECHNOLOGY_LIMN,
                   POWER_SUPPLY_TECHNOLOGY_TERNARY, POWER_SUPPLY_TECHNOLOGY_VRLA)
  TANDEM_MESSAGE("sensor_msgs/msg/BatteryState", header, voltage, temperature, current, charge,
                 capacity, design_capacity, percentage, power_supply_status, power_supply_health,
                 power_supply_technology, present, cell_voltage, cell_temperature, location,
                 serial_number)
};

struct RegionOfInterest {
  std::uint32_t x_offset = 0;
  std::uint32_t y_offset = 0;
  std::uint32_t height = 0;
  std::uint32_t width = 0;
  bool do_rectify = false;
  TANDEM_MESSAGE("sensor_msgs/msg/RegionOfInterest", x_offset, y_offset, height, width, do_rectify)
};

struct CameraInfo {
  std_msgs::msg::Header header;
  std::uint32_t height = 0;
  std::uint32_t width = 0;
  std::string distortion_model;
  std::vector<double> d;
  std::array<double, 9> k{};
  std::array<double, 9> r{};
  std::array<double, 12> p{};
  std::uint32_t binning_x = 0;
  std::uint32_t binning_y = 0;
  RegionOfInterest roi;
  TANDEM_MESSAGE("sensor_msgs/msg/CameraInfo", header, height, width, distortion_model, d, k, r, p,
                 binning_x, binning_y, roi)
};

struct ChannelFloat32 {
  std::string name;
  std::vector<float> values;
  TANDEM_MESSAGE("sensor_msgs/msg/ChannelFloat32", name, values)
};

struct CompressedImage {
  std_msgs::msg::Header header;
  std::string format;
  std::vector<std::uint8_t> data;
  TANDEM_MESSAGE("sensor_msgs/msg/CompressedImage", header, format, data)
};

struct FluidPressure {
  std_msgs::msg::Header header;
  double fluid_pressure = 0.0;
  double variance = 0.0;
  TANDEM_MESSAGE("sensor_msgs/msg/FluidPressure", header, fluid_pressure, variance)
};

struct Illuminance {
  std_msgs::msg::Header header;
  double illuminance = 0.0;
  double variance = 0.0;
  TANDEM_MESSAGE("sensor_msgs/msg/Illuminance", header, illuminance, variance)
};

struct Image {
  std_msgs::msg::Header header;
  std::uint32_t height = 0;
  std::uint32_t width = 0;
  std::string encoding;
  std::uint8_t is_bigendian = 0;
  std::uint32_t step = 0;
  std::vector<std::uint8_t> data;
  TANDEM_MESSAGE("sensor_msgs/msg/Image", header, height, width, encoding, is_bigendian, step, data)
};

struct Imu {
  std_msgs::msg::Header header;
  geometry_msgs::msg::Quaternion orientation;
  std::array<double, 9> orientation_covariance{};
  geometry_msgs::msg::Vector3 angular_velocity;
  std::array<double, 9> angular_velocity_covariance{};
  geometry_msgs::msg::Vector3 linear_acceleration;
  std::array<double, 9> linear_acceleration_covariance{};
  TANDEM_MESSAGE("sensor_msgs/msg/Imu", header, orientation, orientation_covariance,
                 angular_velocity, angular_velocity_covariance, linear_acceleration,
                 linear_acceleration_covariance)
};

struct JointState {
  std_msgs::msg::Header header;
  std::vector<std::string> name;
  std::vector<double> position;
  std::vector<double> velocity;
  std::vector<double> effort;
  TANDEM_MESSAGE("sensor_msgs/msg/JointState", header, name, position, velocity, effort)
};

struct Joy {
  std_msgs::msg::Header header;
  std::vector<float> axes;
  std::vector<std::int32_t> buttons;
  TANDEM_MESSAGE("sensor_msgs/msg/Joy", header, axes, buttons)
};

struct JoyFeedback {
  static constexpr std::uint8_t TYPE_LED = 0;
  static constexpr std::uint8_t TYPE_RUMBLE = 1;
  static constexpr std::uint8_t TYPE_BUZZER = 2;

  std::uint8_t type = 0;
  std::uint8_t id = 0;
  float intensity = 0.0F;
  TANDEM_CONSTANTS(TYPE_LED, TYPE_RUMBLE, TYPE_BUZZER)
  TANDEM_MESSAGE("sensor_msgs/msg/JoyFeedback", type, id, intensity)
};

struct JoyFeedbackArray {
  std::vector<JoyFeedback> array;
  TANDEM_MESSAGE("sensor_msgs/msg/JoyFeedbackArray", array)
};

struct LaserEcho {
  std::vector<float> echoes;
  TANDEM_MESSAGE("sensor_msgs/msg/LaserEcho", echoes)
};

struct LaserScan {
  std_msgs::msg::Header header;
  float angle_min = 0.0F;
  float angle_max = 0.0F;
  float angle_increment = 0.0F;
  float time_increment = 0.0F;
  float scan_time = 0.0F;
  float range_min = 0.0F;
  float range_max = 0.0F;
  std::vector<float> ranges;
  std::vector<float> intensities;
  TANDEM_MESSAGE("sensor_msgs/msg/LaserScan", header, angle_min, angle_max, angle_increment,
                 time_increment, scan_time, range_min, range_max, ranges, intensities)
};

struct MagneticField {
  std_msgs::msg::Header header;
  geometry_msgs::msg::Vector3 magnetic_field;
  std::array<double, 9> magnetic_field_covariance{};
  TANDEM_MESSAGE("sensor_msgs/msg/MagneticField", header, magnetic_field, magnetic_field_covariance)
};

struct MultiDOFJointState {
  std_msgs::msg::Header header;
  std::vector<std::string> joint_names;
  std::vector<geometry_msgs::msg::Transform> transforms;
  std::vector<geometry_msgs::msg::Twist> twist;
  std::vector<geometry_msgs::msg::Wrench> wrench;
  TANDEM_MESSAGE("sensor_msgs/msg/MultiDOFJointState", header, joint_names, transforms, twist,
                 wrench)
};

struct MultiEchoLaserScan {
  std_msgs::msg::Header header;
  float angle_min = 0.0F;
  float angle_max = 0.0F;
  float angle_increment = 0.0F;
  float time_increment = 0.0F;
  float scan_time = 0.0F;
  float range_min = 0.0F;
  float range_max = 0.0F;
  std::vector<LaserEcho> ranges;
  std::vector<LaserEcho> intensities;
  TANDEM_MESSAGE("sensor_msgs/msg/MultiEchoLaserScan", header, angle_min, angle_max,
                 angle_increment, time_increment, scan_time, range_min, range_max, ranges,
                 intensities)
};

struct NavSatStatus {
  static constexpr std::int8_t STATUS_UNKNOWN = -2;
  static constexpr std::int8_t STATUS_NO_FIX = -1;
  static constexpr std::int8_t STATUS_FIX = 0;
  static constexpr std::int8_t STATUS_SBAS_FIX = 1;
  static constexpr std::int8_t STATUS_GBAS_FIX = 2;
  static constexpr std::uint16_t SERVICE_UNKNOWN = 0;
  static constexpr std::uint16_t SERVICE_GPS = 1;
  static constexpr std::uint16_t SERVICE_GLONASS = 2;
  static constexpr std::uint16_t SERVICE_COMPASS = 4;
  static constexpr std::uint16_t SERVICE_GALILEO = 8;

  std::int8_t status = -2;
  std::uint16_t service = 0;
  TANDEM_CONSTANTS(STATUS_UNKNOWN, STATUS_NO_FIX, STATUS_FIX, STATUS_SBAS_FIX, STATUS_GBAS_FIX,
                   SERVICE_UNKNOWN, SERVICE_GPS, SERVICE_GLONASS, SERVICE_COMPASS, SERVICE_GALILEO)
  TANDEM_MESSAGE("sensor_msgs/msg/NavSatStatus", status, service)
};

struct NavSatFix {
  static constexpr std::uint8_t COVARIANCE_TYPE_UNKNOWN = 0;
  static constexpr std::uint8_t COVARIANCE_TYPE_APPROXIMATED = 1;
  static constexpr std::uint8_t COVARIANCE_TYPE_DIAGONAL_KNOWN = 2;
  static constexpr std::uint8_t COVARIANCE_TYPE_KNOWN = 3;

  std_msgs::msg::Header header;
  NavSatStatus status;
  double latitude = 0.0;
  double longitude = 0.0;
  double altitude = 0.0;
  std::array<double, 9> position_covariance{};
  std::uint8_t position_covariance_type = 0;
  TANDEM_CONSTANTS(COVARIANCE_TYPE_UNKNOWN, COVARIANCE_TYPE_APPROXIMATED,
                   COVARIANCE_TYPE_DIAGONAL_KNOWN, COVARIANCE_TYPE_KNOWN)
  TANDEM_MESSAGE("sensor_msgs/msg/NavSatFix", header, status, latitude, longitude, altitude,
                 position_covariance, position_covariance_type)
};

struct PointCloud {
  std_msgs::msg::Header header;
  std::vector<geometry_msgs::msg::Point32> points;
  std::vector<ChannelFloat32> channels;
  TANDEM_MESSAGE("sensor_msgs/msg/PointCloud", header, points, channels)
};

struct PointField {
  static constexpr std::uint8_t INT8 = 1;
  static constexpr std::uint8_t UINT8 = 2;
  static constexpr std::uint8_t INT16 = 3;
  static constexpr std::uint8_t UINT16 = 4;
  static constexpr std::uint8_t INT32 = 5;
  static constexpr std::uint8_t UINT32 = 6;
  static constexpr std::uint8_t FLOAT32 = 7;
  static constexpr std::uint8_t FLOAT64 = 8;

  std::string name;
  std::uint32_t offset = 0;
  std::uint8_t datatype = 0;
  std::uint32_t count = 0;
  TANDEM_CONSTANTS(INT8, UINT8, INT16, UINT16, INT32, UINT32, FLOAT32, FLOAT64)
  TANDEM_MESSAGE("sensor_msgs/msg/PointField", name, offset, datatype, count)
};

struct PointCloud2 {
  std_msgs::msg::Header header;
  std::uint32_t height = 0;
  std::uint32_t width = 0;
  std::vector<PointField> fields;
  bool is_bigendian = false;
  std::uint32_t point_step = 0;
  std::uint32_t row_step = 0;
  std::vector<std::uint8_t> data;
  bool is_dense = false;
  TANDEM_MESSAGE("sensor_msgs/msg/PointCloud2", header, height, width, fields, is_bigendian,
                 point_step, row_step, data, is_dense)
};

struct Range {
  static constexpr std::uint8_t ULTRASOUND = 0;
  static constexpr std::uint8_t INFRARED = 1;

  std_msgs::msg::Header header;
  std::uint8_t radiation_type = 0;
  float field_of_view = 0.0F;
  float min_range = 0.0F;
  float max_range = 0.0F;
  float range = 0.0F;
  float variance = 0.0F;
  TANDEM_CONSTANTS(ULTRASOUND, INFRARED)
  TANDEM_MESSAGE("sensor_msgs/msg/Range", header, radiation_type, field_of_view, min_range,
                 max_range, range, variance)
};

struct RelativeHumidity {
  std_msgs::msg::Header header;
  double relative_humidity = 0.0;
  double variance = 0.0;
  TANDEM_MESSAGE("sensor_msgs/msg/RelativeHumidity", header, relative_humidity, variance)
};

struct Temperature {
  std_msgs::msg::Header header;
  double temperature = 0.0;
  double variance = 0.0;
  TANDEM_MESSAGE("sensor_msgs/msg/Temperature", header, temperature, variance)
};

struct TimeReference {
  std_msgs::msg::Header header;
  builtin_interfaces::msg::Time time_ref;
  std::string source;
  TANDEM_MESSAGE("sensor_msgs/msg/TimeReference", header, time_ref, source)
};

}  // namespace tandem::sensor_msgs::msg

namespace tandem::sensor_msgs::srv {

struct SetCameraInfo {
  struct Request {
    msg::CameraInfo camera_info;
    TANDEM_MESSAGE("sensor_msgs/srv/SetCameraInfo_Request", camera_info)
  };
  struct Response {
    bool success = false;
    std::string status_message;
    TANDEM_MESSAGE("sensor_msgs/srv/SetCameraInfo_Response", success, status_message)
  };
  TANDEM_SERVICE("sensor_msgs/srv/SetCameraInfo")
};

}  // namespace tandem::sensor_msgs::srv

namespace tandem::sensor_msgs {

using Messages =
    TypeList<msg::BatteryState, msg::CameraInfo, msg::ChannelFloat32, msg::CompressedImage,
             msg::FluidPressure, msg::Illuminance, msg::Image, msg::Imu, msg::JointState, msg::Joy,
             msg::JoyFeedback, msg::JoyFeedbackArray, msg::LaserEcho, msg::LaserScan,
             msg::MagneticField, msg::MultiDOFJointState, msg::MultiEchoLaserScan, msg::NavSatFix,
             msg::NavSatStatus, msg::PointCloud, msg::PointCloud2, msg::PointField, msg::Range,
             msg::RegionOfInterest, msg::RelativeHumidity, msg::Temperature, msg::TimeReference>;
using Services = TypeList<srv::SetCameraInfo>;

}  // namespace tandem::sensor_msgs
