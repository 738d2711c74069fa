// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <thread>

#include "calibration/plane_view.h"
#include "geometry/pose.h"
#include "messages/diagnostic_msgs.h"
#include "messages/geometry_msgs.h"
#include "messages/nav_msgs.h"
#include "messages/sensor_msgs.h"
#include "messages/std_msgs.h"
#include "messages/tandem_msgs_faults.h"
#include "middleware/node.h"
#include "middleware/transform_broadcaster.h"
#include "plant/plant.h"
#include "plant/sensor_trouble.h"
#include "ports/streams/command_topic.h"
#include "scenario/scenario.h"

namespace tandem {

struct PlantNodeConfig {
  std::string robot;
  std::string ns;  // of the robot's topics, below that of the node: "emaros"; may be empty
  PlantConfig plant;
  std::string pose_topic;
  std::optional<PlaneView> view;  // where the tracker sends pixels
  std::optional<CommandType> command_type;
  std::string frame_prefix;  // "emaros/"
  std::string base_frame;    // "emaros/base_link"; empty: its model has no links
  std::string tf_static_topic = "/tf_static";
  Pose base_from_lidar;
  // Names of those of the robot's sensors that hardware/scan, imu and odom are; may be empty.
  std::string lidar, imu, encoders;
  std::uint64_t seed = 1;
  bool has_tracker = true;  // false: another process sees it
  double scan_rate_hz = 10;
  double imu_rate_hz = 100;
  double telemetry_rate_hz = 1;
};

// A stand-in for the real robot that a scenario's twin is the image of: in the place where that one
// starts, in a room of the size of the tracker's area. As a base must, it stops by itself after the
// drive's command_timeout without a command. Its lidar is where the first one of its
// description is; `tf` says where that is told.
PlantNodeConfig plant_config(const RobotConfig& robot, TfTopics tf, std::uint64_t seed);

// A real robot and the tracker above it as a node of a ROS 2 network, in real time; in lockstep on
// simulated time. It hears hardware/cmd_vel, and on /tandem/faults what shall go wrong with its
// wheels and sensors, which is over when nobody is there any more who could end it.
class PlantNode {
 public:
  PlantNode(const PlantNodeConfig& config, NodeOptions options);
  ~PlantNode();

  // Covers the tracker's camera, or uncovers it.
  void set_blind(bool is_blind);
  // What the tracker gets wrong, which may change while it runs.
  PoseTrackerConfig tracker();
  void set_tracker(const PoseTrackerConfig& config);

  SimTime now() const;
  // Where the robot was; for a camera above it.
  std::optional<Pose2> room_from_robot_at(SimTime time);

 private:
  void live(std::stop_token stop);
  void hear(const Twist2& velocity);
  void hear(const tandem_msgs::msg::Faults& faults);
  void look_for_keeper_of_faults();
  void advance();
  void publish_poses();
  void publish_sensors(SimTime now);
  void publish_odometry(const std_msgs::msg::Header& header);
  void publish_scan(const std_msgs::msg::Header& header);
  void publish_imu(const std_msgs::msg::Header& header);
  void set_sensor_trouble(std::span<const Fault> faults);
  void tell_frames();
  std::string topic(const std::string& name) const {
    return config_.ns.empty() ? name : config_.ns + "/" + name;
  }

  const PlantNodeConfig config_;
  const bool is_lockstep_;
  Node node_;
  // Unix time, but as steady as the monotonic clock
  const std::chrono::steady_clock::time_point steady_start_;
  const SimTime unix_start_;
  std::mutex mutex_;
  Plant plant_;
  SensorTrouble sensor_trouble_;
  bool has_trouble_ = false;  // with its wheels or sensors, because somebody said so
  Pose2 odom_from_robot_;     // what its wheels say
  SimTime last_{};
  SimTime next_scan_{}, next_imu_{}, next_telemetry_{}, next_truth_{};

  Publisher<geometry_msgs::msg::PoseStamped> poses_;
  Publisher<nav_msgs::msg::Odometry> truth_;
  Publisher<geometry_msgs::msg::TwistStamped> heard_;
  Publisher<nav_msgs::msg::Odometry> odometry_;
  Publisher<sensor_msgs::msg::LaserScan> scan_;
  Publisher<sensor_msgs::msg::Imu> imu_;
  Publisher<sensor_msgs::msg::BatteryState> battery_;
  Publisher<sensor_msgs::msg::Temperature> temperature_;
  Publisher<std_msgs::msg::String> telemetry_;
  Publisher<diagnostic_msgs::msg::DiagnosticArray> diagnostics_;
  std::optional<StaticTransformBroadcaster> frames_;
  std::optional<CommandTopic> commands_;
  Subscription faults_;
  GraphWatch graph_watch_;
  Timer timer_;  // in lockstep
  std::condition_variable_any bell_;
  std::jthread thread_;
};

}  // namespace tandem
