// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "messages/message.h"
#include "messages/std_msgs.h"

// ROS 2's geometry_msgs, as in Jazzy.
namespace tandem::geometry_msgs::msg {

struct Vector3 {
  double x = 0.0;
  double y = 0.0;
  double z = 0.0;
  TANDEM_MESSAGE("geometry_msgs/msg/Vector3", x, y, z)
};

struct Accel {
  Vector3 linear;
  Vector3 angular;
  TANDEM_MESSAGE("geometry_msgs/msg/Accel", linear, angular)
};

struct AccelStamped {
  std_msgs::msg::Header header;
  Accel accel;
  TANDEM_MESSAGE("geometry_msgs/msg/AccelStamped", header, accel)
};

struct AccelWithCovariance {
  Accel accel;
  std::array<double, 36> covariance{};
  TANDEM_MESSAGE("geometry_msgs/msg/AccelWithCovariance", accel, covariance)
};

struct AccelWithCovarianceStamped {
  std_msgs::msg::Header header;
  AccelWithCovariance accel;
  TANDEM_MESSAGE("geometry_msgs/msg/AccelWithCovarianceStamped", header, accel)
};

struct Inertia {
  double m = 0.0;
  Vector3 com;
  double ixx = 0.0;
  double ixy = 0.0;
  double ixz = 0.0;
  double iyy = 0.0;
  double iyz = 0.0;
  double izz = 0.0;
  TANDEM_MESSAGE("geometry_msgs/msg/Inertia", m, com, ixx, ixy, ixz, iyy, iyz, izz)
};

struct InertiaStamped {
  std_msgs::msg::Header header;
  Inertia inertia;
  TANDEM_MESSAGE("geometry_msgs/msg/InertiaStamped", header, inertia)
};

struct Point {
  double x = 0.0;
  double y = 0.0;
  double z = 0.0;
  TANDEM_MESSAGE("geometry_msgs/msg/Point", x, y, z)
};

struct Point32 {
  float x = 0.0F;
  float y = 0.0F;
  float z = 0.0F;
  TANDEM_MESSAGE("geometry_msgs/msg/Point32", x, y, z)
};

struct PointStamped {
  std_msgs::msg::Header header;
  Point point;
  TANDEM_MESSAGE("geometry_msgs/msg/PointStamped", header, point)
};

struct Polygon {
  std::vector<Point32> points;
  TANDEM_MESSAGE("geometry_msgs/msg/Polygon", points)
};

struct PolygonInstance {
  Polygon polygon;
  std::int64_t id = 0;
  TANDEM_MESSAGE("geometry_msgs/msg/PolygonInstance", polygon, id)
};

struct PolygonInstanceStamped {
  std_msgs::msg::Header header;
  PolygonInstance polygon;
  TANDEM_MESSAGE("geometry_msgs/msg/PolygonInstanceStamped", header, polygon)
};

struct PolygonStamped {
  std_msgs::msg::Header header;
  Polygon polygon;
  TANDEM_MESSAGE("geometry_msgs/msg/PolygonStamped", header, polygon)
};

struct Quaternion {
  double x = 0.0;
  double y = 0.0;
  double z = 0.0;
  double w = 1.0;
  TANDEM_MESSAGE("geometry_msgs/msg/Quaternion", x, y, z, w)
};

struct Pose {
  Point position;
  Quaternion orientation;
  TANDEM_MESSAGE("geometry_msgs/msg/Pose", position, orientation)
};

struct Pose2D {
  double x = 0.0;
  double y = 0.0;
  double theta = 0.0;
  TANDEM_MESSAGE("geometry_msgs/msg/Pose2D", x, y, theta)
};

struct PoseArray {
  std_msgs::msg::Header header;
  std::vector<Pose> poses;
  TANDEM_MESSAGE("geometry_msgs/msg/PoseArray", header, poses)
};

struct PoseStamped {
  std_msgs::msg::Header header;
  Pose pose;
  TANDEM_MESSAGE("geometry_msgs/msg/PoseStamped", header, pose)
};

struct PoseWithCovariance {
  Pose pose;
  std::array<double, 36> covariance{};
  TANDEM_MESSAGE("geometry_msgs/msg/PoseWithCovariance", pose, covariance)
};

struct PoseWithCovarianceStamped {
  std_msgs::msg::Header header;
  PoseWithCovariance pose;
  TANDEM_MESSAGE("geometry_msgs/msg/PoseWithCovarianceStamped", header, pose)
};

struct QuaternionStamped {
  std_msgs::msg::Header header;
  Quaternion quaternion;
  TANDEM_MESSAGE("geometry_msgs/msg/QuaternionStamped", header, quaternion)
};

struct Transform {
  Vector3 translation;
  Quaternion rotation;
  TANDEM_MESSAGE("geometry_msgs/msg/Transform", translation, rotation)
};

struct TransformStamped {
  std_msgs::msg::Header header;
  std::string child_frame_id;
  Transform transform;
  TANDEM_MESSAGE("geometry_msgs/msg/TransformStamped", header, child_frame_id, transform)
};

struct Twist {
  Vector3 linear;
  Vector3 angular;
  TANDEM_MESSAGE("geometry_msgs/msg/Twist", linear, angular)
};

struct TwistStamped {
  std_msgs::msg::Header header;
  Twist twist;
  TANDEM_MESSAGE("geometry_msgs/msg/TwistStamped", header, twist)
};

struct TwistWithCovariance {
  Twist twist;
  std::array<double, 36> covariance{};
  TANDEM_MESSAGE("geometry_msgs/msg/TwistWithCovariance", twist, covariance)
};

struct TwistWithCovarianceStamped {
  std_msgs::msg::Header header;
  TwistWithCovariance twist;
  TANDEM_MESSAGE("geometry_msgs/msg/TwistWithCovarianceStamped", header, twist)
};

struct Vector3Stamped {
  std_msgs::msg::Header header;
  Vector3 vector;
  TANDEM_MESSAGE("geometry_msgs/msg/Vector3Stamped", header, vector)
};

struct VelocityStamped {
  std_msgs::msg::Header header;
  std::string body_frame_id;
  std::string reference_frame_id;
  Twist velocity;
  TANDEM_MESSAGE("geometry_msgs/msg/VelocityStamped", header, body_frame_id, reference_frame_id,
                 velocity)
};

struct Wrench {
  Vector3 force;
  Vector3 torque;
  TANDEM_MESSAGE("geometry_msgs/msg/Wrench", force, torque)
};

struct WrenchStamped {
  std_msgs::msg::Header header;
  Wrench wrench;
  TANDEM_MESSAGE("geometry_msgs/msg/WrenchStamped", header, wrench)
};

}  // namespace tandem::geometry_msgs::msg

namespace tandem::geometry_msgs {

using Messages = TypeList<
    msg::Accel, msg::AccelStamped, msg::AccelWithCovariance, msg::AccelWithCovarianceStamped,
    msg::Inertia, msg::InertiaStamped, msg::Point, msg::Point32, msg::PointStamped, msg::Polygon,
    msg::PolygonInstance, msg::PolygonInstanceStamped, msg::PolygonStamped, msg::Pose, msg::Pose2D,
    msg::PoseArray, msg::PoseStamped, msg::PoseWithCovariance, msg::PoseWithCovarianceStamped,
    msg::Quaternion, msg::QuaternionStamped, msg::Transform, msg::TransformStamped, msg::Twist,
    msg::TwistStamped, msg::TwistWithCovariance, msg::TwistWithCovarianceStamped, msg::Vector3,
    msg::Vector3Stamped, msg::VelocityStamped, msg::Wrench, msg::WrenchStamped>;

}  // namespace tandem::geometry_msgs
