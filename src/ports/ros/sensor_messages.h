// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "messages/nav_msgs.h"
#include "messages/sensor_msgs.h"
#include "messages/tandem_msgs.h"
#include "messages/vision_msgs.h"
#include "sensors/reading.h"
#include "world/labels.h"

namespace tandem {

// What sensors measured as messages, without their headers.

sensor_msgs::msg::LaserScan scan_message(const ScanReading& scan, double rate_hz);
// x, y, z, intensity, time, ring and label, as the points lie in memory.
sensor_msgs::msg::PointCloud2 cloud_message(const CloudReading& cloud);
sensor_msgs::msg::Imu imu_message(const ImuReading& imu);
sensor_msgs::msg::Range range_message(const RangeReading& range);
sensor_msgs::msg::BatteryState battery_message(const BatteryReading& battery);
sensor_msgs::msg::NavSatFix fix_message(const FixReading& fix);
sensor_msgs::msg::JointState encoder_message(const EncoderReading& encoder);
nav_msgs::msg::Odometry pose_message(const PoseReading& pose);
tandem_msgs::msg::Contacts contacts_message(const ContactReading& contacts,
                                            const SensorInfo& sensor);

sensor_msgs::msg::CameraInfo camera_info_message(const CameraReading& camera);
sensor_msgs::msg::Image color_message(const CameraImage& image);   // rgb8
sensor_msgs::msg::Image depth_message(const CameraImage& image);   // 32FC1, metres
sensor_msgs::msg::Image labels_message(const CameraImage& image);  // mono8, classes
// How the numbers in images of classes and in clouds are called, 0 included.
vision_msgs::msg::LabelInfo label_info_message(const Labels& labels);
sensor_msgs::msg::Image instances_message(const CameraImage& image);  // 32SC1, entities
// As image_transport's "compressed" has it.
Result<sensor_msgs::msg::CompressedImage> compressed_message(const CameraImage& image);

}  // namespace tandem
