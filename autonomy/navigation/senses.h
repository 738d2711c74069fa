// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "autonomy/navigation/layered_costmap.h"
#include "autonomy/navigation/moving_things.h"
#include "autonomy/navigation/navigation_config.h"
#include "autonomy/navigation/situation.h"
#include "messages/geometry_msgs.h"
#include "messages/nav_msgs.h"
#include "messages/sensor_msgs.h"
#include "middleware/node.h"
#include "middleware/transform_buffer.h"
#include "middleware/transform_listener.h"

namespace tandem {

struct SensesConfig {
  std::string map_topic = "/map";
  std::string scan_topic = "scan";
  std::string odom_topic = "odom";
  std::string footprint_topic = "local_costmap/footprint";
  std::string others_topic = "perceived_obstacles";
  std::vector<std::string> range_topics{"range/front",     "range/front_left", "range/left",
                                        "range/rear_left", "range/rear",       "range/rear_right",
                                        "range/right",     "range/front_right"};
  std::string tf_topic = "/tf";
  std::string tf_static_topic = "/tf_static";
  std::string map_frame = "map";
  // Empty: as the odometry says.
  std::string odom_frame;
  std::string base_frame;
  Duration scan_timeout = 1s;
  Duration odom_timeout = 1s;
  Duration transform_timeout = 500ms;
};

// Which of the things that a robot cannot drive without is missing.
struct Loss {
  enum class Of { transform, odometry, scan };
  Of of = Of::transform;
  std::string what;
};

// Everything that a navigator knows about its robot and what is around it, from topics that any
// robot has: transforms, odometry, scans, distances near the floor, the map and the footprint. It
// all belongs to the node's callbacks.
class Senses {
 public:
  Senses(Node& node, SensesConfig config, const NavigationConfig& navigation);

  // Takes in what sensors have measured since the last time.
  void update();
  // The settings have changed.
  void reconfigure();

  // What the robot cannot drive without; nothing while all is there.
  std::optional<Loss> loss() const;
  // Whether it has ever known where the robot is in its frame.
  bool is_placed() const { return robot_.has_value(); }
  // Where it is placed; what it has lost since then is as it was.
  Situation situation(PlanMeter& meter);
  // What sensors see now, as points around the robot.
  std::vector<SeenPoint> points_in_base() const;

  // A pose of somebody else's in the navigator's frame; why not.
  Result<Pose2> in_frame(const geometry_msgs::msg::PoseStamped& pose) const;
  const std::string& frame() const { return frame_; }  // empty before the first transforms
  bool is_rolling() const { return !map_ || frame_ != config_.map_frame; }
  const Footprint& footprint() const { return footprint_; }  // with padding
  const Footprint& own_footprint() const { return own_footprint_; }
  LayeredCostmap& global() { return global_; }
  LayeredCostmap& local() { return local_; }

 private:
  void hear_map(const nav_msgs::msg::OccupancyGrid& message);
  void use_map(bool is_news);
  void hear_footprint(const geometry_msgs::msg::Polygon& message);
  void hear_others(const sensor_msgs::msg::PointCloud2& message);
  void doubt(const std::string& topic);
  void mark_others();
  void choose_frame();
  void place_costmaps();
  void mark_expected();
  std::vector<SeenPoint> moving_now() const;
  bool is_seen_by_lidar(const Pose2& sensor, double opening_rad, double range_m) const;
  bool take_in(const sensor_msgs::msg::LaserScan& scan);
  bool take_in(const std::string& topic, const sensor_msgs::msg::Range& range);
  std::optional<Pose2> robot_at(SimTime time) const;
  // Nothing when it is not known yet.
  std::optional<Pose2> sensor_at(const std::string& frame, SimTime time) const;

  Node& node_;
  const SensesConfig config_;
  const NavigationConfig& navigation_;
  TransformBuffer transforms_;
  TransformListener listener_;

  std::string frame_;
  std::string base_frame_, odom_frame_;
  std::optional<Pose2> robot_;
  SimTime robot_stamp_{};
  Twist2 velocity_;
  std::optional<SimTime> odom_heard_, scan_stamp_;
  std::shared_ptr<const StaticMap> map_;
  Footprint own_footprint_;  // without padding
  std::optional<Footprint> told_footprint_;
  Footprint footprint_;
  LayeredCostmap global_, local_;
  std::deque<sensor_msgs::msg::LaserScan> scans_;          // not taken in yet
  std::map<std::string, sensor_msgs::msg::Range> ranges_;  // the same, by topic
  std::vector<Vec2> scan_points_;                          // in the navigator's frame
  std::vector<Vec2> known_points_;                         // those of them that are on the map
  MovingThings moving_;                                    // and those that are not
  std::vector<Vec2> others_;                               // what others see, in others_frame_
  std::string others_frame_;
  std::vector<Vec2> other_points_;  // in the navigator's
  struct RangePoints {
    SimTime stamp{};
    std::vector<Vec2> points;
  };
  std::map<std::string, RangePoints> range_points_;
  std::set<std::string> doubted_;  // topics of which it has been said

  Subscription odometry_, scan_, map_topic_, footprint_topic_, others_topic_;
  std::vector<Subscription> range_topics_;
};

// The x and y of a cloud's points; why there are none.
Result<std::vector<Vec2>> read_points(const sensor_msgs::msg::PointCloud2& message);

// The footprint of a message; why it is none.
Result<Footprint> read_footprint(const geometry_msgs::msg::Polygon& message);

}  // namespace tandem
