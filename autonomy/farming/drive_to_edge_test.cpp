// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/farming/drive_to_edge.h"

#include <gtest/gtest.h>

#include <numbers>

#include "autonomy/behavior/planar.h"
#include "autonomy/behavior/skill_server.h"
#include "autonomy/behavior/test_floor.h"
#include "autonomy/behavior/test_robot.h"
#include "autonomy/farming/edge_ahead.h"
#include "autonomy/farming/way_guard.h"
#include "messages/sensor_msgs.h"

namespace tandem {
namespace {

using tandem_msgs::action::PerformSkill;
using tandem_msgs::msg::Sight;

// A robot at the origin that drives along x, over lines that its camera sees from 0.24 to 1.2 m
// before it: that which was drawn first hides the others.
class DrivingToEdge : public TestRobot {
 protected:
  struct Line {
    Vec2 from, to;
  };

  Sight see() const {
    Sight sight;
    for (const Line& line : lines_) {
      const double length = distance(line.from, line.to);
      for (double m = 0; m <= length; m += 0.02) {
        const Vec2 place = line.from + (m / length) * (line.to - line.from);
        const Vec2 in_base = inverse(floor_.map_from_base) * place;
        if (in_base.x > 0.24 && distance(in_base, {}) < 1.2)
          sight.curve.push_back({in_base.x, in_base.y, 0});
      }
      sight.found = sight.curve.size() >= 2;
      if (sight.found) break;
      sight.curve.clear();
    }
    return sight;
  }
  // What the sensor at its front sees of a wall across its way that is lower than a lidar looks.
  void measure(double wall_x) {
    sensor_msgs::msg::Range range{.field_of_view = 0.4F, .min_range = 0.02F, .max_range = 2};
    range.header.frame_id = "r/range";
    range.range = static_cast<float>(wall_x - driven_m() - radius_m);
    ranges_.publish(range);
  }
  // Tells where the sensor is, too.
  bool ends(Duration limit) {
    geometry_msgs::msg::TransformStamped sensor{.child_frame_id = "r/range"};
    sensor.header.frame_id = "r/base_link";
    sensor.transform.translation.x = radius_m;
    sensor.transform.rotation.w = 1;
    transforms_.publish({.transforms = {sensor}});
    goal_ = client_.send_goal({}, {.on_result = [this](const auto& outcome) {
                                ASSERT_TRUE(outcome) << outcome.error();
                                result_ = outcome->result;
                              }});
    return run_until(
        [this] {
          if (wall_x_) measure(*wall_x_);
          return result_.has_value();
        },
        limit);
  }
  double driven_m() const { return floor_.map_from_base.translation.x; }

  static constexpr double radius_m = 0.125;
  std::vector<Line> lines_;
  std::optional<double> wall_x_;
  TestFloor floor_{options()};
  TestPerception perception_{options(), [this] { return see(); }};
  Node node_{"program", options()};
  Whereabouts whereabouts_{node_};
  Sights sights_{node_};
  WayGuard guard_{node_, whereabouts_};
  DriveToEdgeConfig config_{.robot_radius_m = radius_m};
  DriveToEdge drive_{node_, whereabouts_, sights_, guard_, config_};
  SkillServer server_{node_, "drive_to_edge", drive_};
  Publisher<sensor_msgs::msg::Range> ranges_ =
      person_.publisher<sensor_msgs::msg::Range>("range/front", qos::sensor);
  Publisher<tf2_msgs::msg::TFMessage> transforms_ =
      person_.publisher<tf2_msgs::msg::TFMessage>("/tf_static", qos::tf_static);
  ActionClient<PerformSkill> client_ = person_.action_client<PerformSkill>("drive_to_edge");
  ClientGoal goal_;
  std::optional<PerformSkill::Result> result_;
};

// An edge that the way crosses at x = 1, at 50 degrees and 0.3 m before its corner.
constexpr double askew = 50 * std::numbers::pi / 180;
const Vec2 along{std::cos(askew), std::sin(askew)};
const Vec2 crossing{1, 0}, corner = crossing + 0.3 * along;

}  // namespace

TEST_F(DrivingToEdge, EndsWithTheRobotsMiddleOnTheEdge) {
  lines_ = {{crossing - 1.0 * along, corner}};
  ASSERT_TRUE(ends(20s));
  EXPECT_EQ(result_->outcome, "at_edge") << result_->message;
  EXPECT_NEAR(driven_m(), 1, 0.01);
  ASSERT_EQ(result_->poses.size(), 1U);
  EXPECT_NEAR(to_pose2(result_->poses[0].pose).yaw, askew, 0.01);
}

TEST_F(DrivingToEdge, WhatStandsBehindTheFieldIsNoEdgeOfIt) {
  // hay on grass, 0.55 m behind: in the picture alone when the edge is too near to be
  lines_ = {{crossing - 1.0 * along, corner}, {{1.55, -0.1}, {1.55, 0.1}}};
  ASSERT_TRUE(ends(20s));
  EXPECT_EQ(result_->outcome, "at_edge") << result_->message;
  EXPECT_NEAR(driven_m(), 1, 0.01);
  EXPECT_NEAR(to_pose2(result_->poses[0].pose).yaw, askew, 0.01);
}

TEST_F(DrivingToEdge, WhatIsLowerThanTheLidarLooksBlocksTheWay) {
  wall_x_ = 1;
  ASSERT_TRUE(ends(20s));
  EXPECT_EQ(result_->outcome, "blocked") << result_->message;
  // in 0.8 s at 0.2 m/s it would be nearer than 0.02 m
  EXPECT_NEAR(driven_m(), 1 - radius_m - 0.18, 0.02);
}

TEST_F(DrivingToEdge, WithoutAnEdgeItEnds) {
  ASSERT_TRUE(ends(30s));
  EXPECT_EQ(result_->outcome, "not_found") << result_->message;
  EXPECT_NEAR(driven_m(), config_.max_way_m, 0.01);
}

}  // namespace tandem
