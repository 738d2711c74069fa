// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "autonomy/perception/perception_node.h"
#include "laboratory/lockstep_world.h"

namespace tandem {

// Emaros somewhere in a world, and what perception makes of the pictures of its camera on the whole
// way: drawn, noisy, compressed, sent, read, looked at.
class PerceivingRobot {
 public:
  struct Stand {
    Pose2 place;  // of the robot in the world
    double exposure = 1;
    double noise = 0.007;
    std::string camera = "camera_front";
    double rate_hz = 15;
  };

  // A scenario by name, or its text; places by key, such as "robots.emaros.pose.x".
  PerceivingRobot(const std::string& scenario, const Stand& stand,
                  std::vector<std::pair<std::string, std::string>> overrides = {})
      : world_(scenario, {.scenario = {.overrides = with(stand, std::move(overrides))}}),
        perception_(world_.node_options({"-p", "image_topic:=" + stand.camera + "/image_raw", "-p",
                                         "camera_info_topic:=" + stand.camera + "/camera_info"})) {
    listener_.start();
  }

  // The next picture, as a processor sees it.
  tandem_msgs::msg::Sight look(const std::string& processor,
                               const std::vector<std::string>& labels = {}) {
    using tandem_msgs::srv::SelectProcessor;
    SelectProcessor::Response answer;
    select_.call({processor, labels}, 1s, [&](const auto& it) { answer = *it; });
    world_.step();
    EXPECT_TRUE(answer.success) << answer.message;
    sights_.clear();
    // the camera's calibration comes with its first picture, but is read after it
    EXPECT_TRUE(world_.run_until([&] { return sights_.size() == 2; }, 1s)) << processor;
    return sights_.empty() ? tandem_msgs::msg::Sight{} : sights_.back();
  }

  // The same for people, as a JPEG file.
  std::vector<std::uint8_t> debug_picture(const std::string& processor) {
    using sensor_msgs::msg::CompressedImage;
    std::vector<std::uint8_t> file;
    const Subscription viewer = listener_.subscribe<CompressedImage>(
        "perception/debug_image/compressed", qos::image,
        [&](const CompressedImage& message) { file = message.data; });
    look(processor);
    return file;
  }

  LockstepWorld& world() { return world_; }
  Vec2 in_world(const geometry_msgs::msg::Point& point) const {
    return world_.place() * Vec2{point.x, point.y};
  }

 private:
  using Overrides = std::vector<std::pair<std::string, std::string>>;

  static Overrides with(const Stand& stand, Overrides overrides) {
    const auto set = [&](const std::string& key, double value) {
      overrides.emplace_back("robots.emaros." + key, fmt::format("{}", value));
    };
    set("pose.x", stand.place.translation.x);
    set("pose.y", stand.place.translation.y);
    set("pose.yaw_deg", stand.place.yaw * 180 / std::numbers::pi);
    set("sensors." + stand.camera + ".exposure", stand.exposure);
    set("sensors." + stand.camera + ".noise", stand.noise);
    set("sensors." + stand.camera + ".rate_hz", stand.rate_hz);
    return overrides;
  }

  LockstepWorld world_;
  PerceptionNode perception_;
  Node listener_{"listener", world_.node_options()};
  Client<tandem_msgs::srv::SelectProcessor> select_ =
      listener_.client<tandem_msgs::srv::SelectProcessor>("perception/select");
  std::vector<tandem_msgs::msg::Sight> sights_;
  Subscription sight_topic_ = listener_.subscribe<tandem_msgs::msg::Sight>(
      "perception/sight", qos::reliable,
      [this](const tandem_msgs::msg::Sight& sight) { sights_.push_back(sight); });
};

constexpr double degrees = std::numbers::pi / 180;

}  // namespace tandem
