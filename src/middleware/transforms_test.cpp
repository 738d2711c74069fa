// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "messages/time.h"
#include "middleware/test_network.h"
#include "middleware/transform_broadcaster.h"
#include "middleware/transform_listener.h"

namespace tandem {

namespace {

using geometry_msgs::msg::TransformStamped;
using testing::ElementsAre;

class Transforms : public OverNetworks {
 protected:
  static TransformStamped transform(const std::string& parent, const std::string& child,
                                    SimTime stamp, double x) {
    return {.header = {.stamp = to_message_time(stamp), .frame_id = parent},
            .child_frame_id = child,
            .transform = {.translation = {.x = x}}};
  }
  // The buffer belongs to the listener's callbacks, so that is where it is asked.
  template <class T>
  T ask(const std::function<T(const TransformBuffer&)>& question) {
    Seen<T> answer;
    node_.post([&] { answer.add(question(buffer_)); });
    EXPECT_TRUE(run_until([&] { return answer.count() == 1; }));
    return answer.all().at(0);
  }
  bool knows(const std::string& frame) {
    return ask<bool>([&](const TransformBuffer& buffer) { return buffer.has_frame(frame); });
  }

  Node robot_{"robot", options()};
  Node node_{"listener", options()};
  TransformBuffer buffer_;
};
OVER_ALL_NETWORKS(Transforms);

}  // namespace

TEST_P(Transforms, MovingAndFixedFramesReachTheBuffer) {
  TransformListener listener(node_, buffer_);
  TransformBroadcaster moving(robot_);
  StaticTransformBroadcaster fixed(robot_);
  fixed.send({transform("base_link", "lidar", 0s, 0.5)});
  ASSERT_TRUE(run_until([&] { return moving.is_wanted(); }));
  moving.send({transform("odom", "base_link", 1s, 1), transform("map", "odom", 1s, 10)});
  moving.send({transform("odom", "base_link", 2s, 2), transform("map", "odom", 2s, 10)});
  ASSERT_TRUE(run_until([&] { return knows("lidar") && knows("map"); }));
  ASSERT_TRUE(run_until([&] {
    return ask<bool>(
        [](const TransformBuffer& buffer) { return !!buffer.lookup("map", "lidar", 1500ms); });
  }));
  EXPECT_NEAR(ask<double>([](const TransformBuffer& buffer) {
                return buffer.lookup("map", "lidar", 1500ms)->translation.x;
              }),
              12.0, 1e-12);
}

TEST_P(Transforms, LatecomersHearAllFixedFrames) {
  StaticTransformBroadcaster fixed(robot_);
  fixed.send({transform("base_link", "lidar", 0s, 0.5)});
  fixed.send({transform("base_link", "camera", 0s, 0.1), transform("base_link", "imu", 0s, 0)});
  fixed.send({transform("base_link", "gone", 0s, 0)});
  fixed.remove("gone");
  TransformListener listener(node_, buffer_);
  ASSERT_TRUE(run_until([&] { return knows("lidar"); }));
  EXPECT_THAT(ask<std::vector<std::string>>([](const auto& buffer) { return buffer.frames(); }),
              ElementsAre("base_link", "camera", "imu", "lidar"));
}

}  // namespace tandem
