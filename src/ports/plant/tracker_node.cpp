// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/plant/tracker_node.h"

#include <chrono>
#include <cmath>
#include <utility>

#include "geometry/quat.h"
#include "messages/time.h"

namespace tandem {

namespace {

constexpr Duration period = 2ms;

// As a camera sees a pose of the plane: by two points of it.
std::optional<Pose2> in_pixels(const PlaneView& view, const Pose2& pose) {
  const auto at = view.pixel_of(pose.translation);
  const auto ahead = view.pixel_of(pose * Vec2{0.05, 0});
  if (!at || !ahead) return std::nullopt;
  return Pose2{*at, std::atan2(ahead->y - at->y, ahead->x - at->x)};
}

}  // namespace

std::optional<geometry_msgs::msg::PoseStamped> pose_message(const SeenPose& seen,
                                                            const std::optional<PlaneView>& view) {
  std::optional<Pose2> pose = seen.room_from_marker;
  if (view) pose = in_pixels(*view, *pose);
  if (!pose) return std::nullopt;
  return geometry_msgs::msg::PoseStamped{
      .header = {.stamp = to_message_time(seen.stamp), .frame_id = "room"},
      .pose = {.position = {.x = pose->translation.x, .y = pose->translation.y},
               .orientation = {.z = std::sin(pose->yaw / 2), .w = std::cos(pose->yaw / 2)}}};
}

TrackerNode::TrackerNode(const PlantNodeConfig& config, NodeOptions options)
    : config_(config),
      node_(config.robot + "_tracker", std::move(options)),
      tracker_(config.plant.tracker, config.seed) {
  poses_ = node_.publisher<geometry_msgs::msg::PoseStamped>(config_.pose_topic, qos::sensor);
  truth_ = node_.subscribe<nav_msgs::msg::Odometry>(
      config_.ns.empty() ? "plant/ground_truth" : config_.ns + "/plant/ground_truth", qos::reliable,
      [this](const nav_msgs::msg::Odometry& message) {
        const auto& pose = message.pose.pose;
        const std::lock_guard lock(mutex_);
        room_from_robot_ = Pose2{{pose.position.x, pose.position.y},
                                 2 * std::atan2(pose.orientation.z, pose.orientation.w)};
      },
      {.is_immediate = true});
  thread_ = std::jthread([this](std::stop_token stop) { live(stop); });
}

TrackerNode::~TrackerNode() { thread_ = {}; }

void TrackerNode::live(std::stop_token stop) {
  std::mutex sleeping;
  std::unique_lock lock(sleeping);
  while (!stop.stop_requested()) {
    advance();
    bell_.wait_for(lock, stop, std::chrono::nanoseconds(period), [] { return false; });
  }
}

void TrackerNode::advance() {
  const std::lock_guard lock(mutex_);
  if (!room_from_robot_) return;
  const SimTime now = std::chrono::system_clock::now().time_since_epoch();
  tracker_.look(*room_from_robot_, now);
  for (const SeenPose& seen : tracker_.take(now))
    if (const auto message = pose_message(seen, config_.view)) poses_.publish(*message);
}

}  // namespace tandem
