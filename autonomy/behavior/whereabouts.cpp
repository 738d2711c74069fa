// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/behavior/whereabouts.h"

#include <fmt/format.h>

#include <algorithm>

#include "autonomy/behavior/planar.h"
#include "messages/time.h"

namespace tandem {

namespace {

constexpr Duration silence_limit = 1s;
constexpr Duration first_odometry = 10s;  // whoever sends it may only just be starting

Pose2 flat(const Pose& pose) {
  return {{pose.translation.x, pose.translation.y}, pose.rotation.yaw()};
}

}  // namespace

Whereabouts::Whereabouts(Node& node)
    : node_(node),
      global_frame_(node.parameter(
          "global_frame", "map",
          {.description = "The frame in which goals are given and places remembered."})),
      listener_(node, transforms_),
      odom_(node.subscribe<nav_msgs::msg::Odometry>(
          "odom", qos::sensor, [this](const nav_msgs::msg::Odometry& message) {
            history_.add(to_time(message.header.stamp), to_pose2(message.pose.pose));
            base_frame_ = message.child_frame_id;
            speed_mps_ = message.twist.twist.linear.x;
            was_placed_ = was_placed_ || global_from_base();
          })) {}

Result<Pose2> Whereabouts::global_from_base() const {
  if (base_frame_.empty()) return Error{fmt::format("nothing was heard on {} yet", odom_.topic())};
  const Result<StampedPose> pose = transforms_.latest(global_frame(), base_frame_);
  if (!pose) return Error{pose.error()};
  return flat(pose->pose);
}

Result<Pose2> Whereabouts::global_from_base(SimTime then) const {
  const Result<Pose> pose = transforms_.lookup(global_frame(), base_frame_, then);
  return pose ? Result<Pose2>(flat(*pose)) : global_from_base();
}

std::optional<Ending> Whereabouts::trouble(SimTime now, SimTime since) const {
  const auto heard = history_.latest_time();
  const Duration limit = heard ? silence_limit : first_odometry;
  if (now - std::max(heard.value_or(since), since) > limit)
    return Ending{"odometry_lost",
                  fmt::format("nothing was heard on {} for {} s", odom_.topic(), seconds(limit))};
  if (!was_placed_) return std::nullopt;
  const Result<StampedPose> placed = transforms_.latest(global_frame(), base_frame_);
  if (now - std::max(placed ? placed->stamp : SimTime{}, since) <= silence_limit)
    return std::nullopt;
  return Ending{"tracking_lost",
                fmt::format("nobody has told where the robot is for {} s: no transform from {} to "
                            "{}",
                            seconds(silence_limit), global_frame(), base_frame_)};
}

}  // namespace tandem
