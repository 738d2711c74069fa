// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/ros/sensor_messages.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <limits>
#include <map>
#include <string_view>

#include "imaging/jpeg.h"
#include "ports/ros/convert.h"

namespace tandem {

namespace {

using sensor_msgs::msg::BatteryState;
using sensor_msgs::msg::Image;
using sensor_msgs::msg::NavSatFix;
using sensor_msgs::msg::NavSatStatus;
using sensor_msgs::msg::PointField;

std::array<double, 9> diagonal(double xx, double yy, double zz) {
  return {xx, 0, 0, 0, yy, 0, 0, 0, zz};
}

std::array<double, 9> variances(const Vec3& deviation) {
  return diagonal(deviation.x * deviation.x, deviation.y * deviation.y, deviation.z * deviation.z);
}

std::uint8_t technology(const std::string& name) {
  static const std::map<std::string_view, std::uint8_t> known{
      {"NIMH", BatteryState::POWER_SUPPLY_TECHNOLOGY_NIMH},
      {"LION", BatteryState::POWER_SUPPLY_TECHNOLOGY_LION},
      {"LIPO", BatteryState::POWER_SUPPLY_TECHNOLOGY_LIPO},
      {"LIFE", BatteryState::POWER_SUPPLY_TECHNOLOGY_LIFE},
      {"NICD", BatteryState::POWER_SUPPLY_TECHNOLOGY_NICD},
      {"LIMN", BatteryState::POWER_SUPPLY_TECHNOLOGY_LIMN},
      {"TERNARY", BatteryState::POWER_SUPPLY_TECHNOLOGY_TERNARY},
      {"VRLA", BatteryState::POWER_SUPPLY_TECHNOLOGY_VRLA}};
  const auto found = known.find(name);
  return found == known.end() ? BatteryState::POWER_SUPPLY_TECHNOLOGY_UNKNOWN : found->second;
}

template <class Pixel>
Image image_of(int width, int height, const char* encoding, int channels,
               const std::vector<Pixel>& pixels) {
  Image image;
  image.width = static_cast<std::uint32_t>(width);
  image.height = static_cast<std::uint32_t>(height);
  image.encoding = encoding;
  image.step = static_cast<std::uint32_t>(width * channels * static_cast<int>(sizeof(Pixel)));
  image.data.resize(pixels.size() * sizeof(Pixel));
  std::memcpy(image.data.data(), pixels.data(), image.data.size());
  return image;
}

}  // namespace

sensor_msgs::msg::LaserScan scan_message(const ScanReading& scan, double rate_hz) {
  sensor_msgs::msg::LaserScan message;
  message.angle_min = scan.angle_min_rad;
  message.angle_increment = scan.angle_increment_rad;
  const std::size_t steps = scan.ranges_m.empty() ? 0 : scan.ranges_m.size() - 1;
  message.angle_max = scan.angle_min_rad + static_cast<float>(steps) * scan.angle_increment_rad;
  // all beams of a scan are of the same moment
  message.time_increment = 0;
  message.scan_time = rate_hz > 0 ? static_cast<float>(1 / rate_hz) : 0;
  message.range_min = scan.range_min_m;
  message.range_max = scan.range_max_m;
  message.ranges = scan.ranges_m;
  message.intensities = scan.intensities;
  return message;
}

sensor_msgs::msg::PointCloud2 cloud_message(const CloudReading& cloud) {
  const auto field = [](const char* name, std::size_t offset, std::uint8_t type) -> PointField {
    return {name, static_cast<std::uint32_t>(offset), type, 1};
  };
  sensor_msgs::msg::PointCloud2 message;
  message.width = static_cast<std::uint32_t>(cloud.width);
  message.height = static_cast<std::uint32_t>(cloud.height);
  message.fields = {field("x", offsetof(CloudPoint, x), PointField::FLOAT32),
                    field("y", offsetof(CloudPoint, y), PointField::FLOAT32),
                    field("z", offsetof(CloudPoint, z), PointField::FLOAT32),
                    field("intensity", offsetof(CloudPoint, intensity), PointField::FLOAT32),
                    field("time", offsetof(CloudPoint, time), PointField::FLOAT32),
                    field("ring", offsetof(CloudPoint, ring), PointField::UINT16),
                    field("label", offsetof(CloudPoint, label), PointField::UINT8)};
  message.point_step = sizeof(CloudPoint);
  message.row_step = message.point_step * message.width;
  message.is_dense = cloud.is_dense;
  message.data.resize(cloud.points.size() * sizeof(CloudPoint));
  std::memcpy(message.data.data(), cloud.points.data(), message.data.size());
  return message;
}

sensor_msgs::msg::Imu imu_message(const ImuReading& imu) {
  sensor_msgs::msg::Imu message;
  message.orientation = to_message(imu.world_from_sensor);
  message.orientation_covariance =
      variances({imu.orientation_noise_rad, imu.orientation_noise_rad, imu.orientation_noise_rad});
  message.angular_velocity = to_vector(imu.angular_velocity);
  message.angular_velocity_covariance = variances(imu.angular_velocity_noise_radps);
  message.linear_acceleration = to_vector(imu.linear_acceleration);
  message.linear_acceleration_covariance = variances(imu.linear_acceleration_noise_mps2);
  return message;
}

sensor_msgs::msg::Range range_message(const RangeReading& range) {
  using sensor_msgs::msg::Range;
  return {.header = {},
          .radiation_type = range.is_ultrasound ? Range::ULTRASOUND : Range::INFRARED,
          .field_of_view = range.field_of_view_rad,
          .min_range = range.range_min_m,
          .max_range = range.range_max_m,
          .range = range.range_m,
          .variance = 0};
}

BatteryState battery_message(const BatteryReading& battery) {
  BatteryState message;
  message.voltage = static_cast<float>(battery.voltage_v);
  message.current = static_cast<float>(battery.current_a);
  message.charge = static_cast<float>(battery.charge_ah);
  message.capacity = static_cast<float>(battery.capacity_ah);
  message.design_capacity = message.capacity;
  message.percentage = static_cast<float>(battery.percentage);
  message.temperature = std::numeric_limits<float>::quiet_NaN();  // not measured
  message.power_supply_status =
      battery.current_a < 0   ? BatteryState::POWER_SUPPLY_STATUS_DISCHARGING
      : battery.current_a > 0 ? BatteryState::POWER_SUPPLY_STATUS_CHARGING
                              : BatteryState::POWER_SUPPLY_STATUS_NOT_CHARGING;
  message.power_supply_health = BatteryState::POWER_SUPPLY_HEALTH_GOOD;
  message.power_supply_technology = technology(battery.technology);
  message.present = true;
  return message;
}

NavSatFix fix_message(const FixReading& fix) {
  const auto square = [](double value) { return value * value; };
  NavSatFix message;
  message.status = {.status = NavSatStatus::STATUS_FIX, .service = NavSatStatus::SERVICE_GPS};
  message.latitude = fix.latitude_deg;
  message.longitude = fix.longitude_deg;
  message.altitude = fix.altitude_m;
  message.position_covariance = diagonal(
      square(fix.horizontal_noise_m), square(fix.horizontal_noise_m), square(fix.vertical_noise_m));
  message.position_covariance_type = NavSatFix::COVARIANCE_TYPE_DIAGONAL_KNOWN;
  return message;
}

sensor_msgs::msg::JointState encoder_message(const EncoderReading& encoder) {
  return {.header = {},
          .name = encoder.joints,
          .position = encoder.positions,
          .velocity = encoder.velocities,
          .effort = {}};
}

nav_msgs::msg::Odometry pose_message(const PoseReading& pose) {
  nav_msgs::msg::Odometry message;
  message.pose.pose = to_message(pose.world_from_sensor);
  message.twist.twist = to_message(pose.velocity);
  return message;
}

tandem_msgs::msg::Contacts contacts_message(const ContactReading& contacts,
                                            const SensorInfo& sensor) {
  tandem_msgs::msg::Contacts message;
  for (const ContactReading::Touch& touch : contacts.touches)
    message.contacts.push_back({.entity_a = sensor.owner,
                                .link_a = sensor.link,
                                .entity_b = touch.other,
                                .link_b = "",
                                .position = to_point(touch.point),
                                .normal = to_vector(touch.normal),
                                .depth_m = touch.depth_m,
                                .impulse_ns = touch.impulse_ns,
                                .force_n = touch.force_n});
  return message;
}

sensor_msgs::msg::CameraInfo camera_info_message(const CameraReading& camera) {
  const Intrinsics& lens = camera.intrinsics;
  sensor_msgs::msg::CameraInfo message;
  message.width = static_cast<std::uint32_t>(lens.width);
  message.height = static_cast<std::uint32_t>(lens.height);
  message.distortion_model = lens.lens == Lens::fisheye ? "equidistant" : "plumb_bob";
  const std::size_t coefficients = lens.lens == Lens::fisheye ? 4 : 5;
  message.d.assign(lens.distortion.begin(), lens.distortion.begin() + coefficients);
  message.k = {lens.fx, 0, lens.cx, 0, lens.fy, lens.cy, 0, 0, 1};
  message.r = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  // the right camera of a pair sees everything shifted to the left by its distance from the left
  // one
  message.p = {lens.fx, 0, lens.cx, -lens.fx * camera.baseline_m, 0, lens.fy, lens.cy, 0, 0,
               0,       1, 0};
  return message;
}

Image color_message(const CameraImage& image) {
  return image_of(image.width, image.height, "rgb8", 3, image.rgb);
}

Image depth_message(const CameraImage& image) {
  return image_of(image.width, image.height, "32FC1", 1, image.depth_m);
}

Image labels_message(const CameraImage& image) {
  return image_of(image.width, image.height, "mono8", 1, image.labels);
}

vision_msgs::msg::LabelInfo label_info_message(const Labels& labels) {
  vision_msgs::msg::LabelInfo message;
  message.class_map.push_back({0, "background"});
  for (const auto& [number, name] : labels.all()) message.class_map.push_back({number, name});
  std::ranges::sort(message.class_map, {}, &vision_msgs::msg::VisionClass::class_id);
  return message;
}

Image instances_message(const CameraImage& image) {
  return image_of(image.width, image.height, "32SC1", 1, image.instances);
}

Result<sensor_msgs::msg::CompressedImage> compressed_message(const CameraImage& image) {
  thread_local JpegEncoder encoder;
  auto jpeg = encoder.encode(image.rgb, image.width, image.height);
  if (!jpeg) return Error{jpeg.error()};
  // what it was, and what OpenCV makes of the file
  return sensor_msgs::msg::CompressedImage{
      .header = {}, .format = "rgb8; jpeg compressed bgr8", .data = *std::move(jpeg)};
}

}  // namespace tandem
