// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "autonomy/behavior/errand.h"
#include "autonomy/behavior/sights.h"
#include "autonomy/behavior/skill.h"
#include "autonomy/behavior/spiral.h"
#include "autonomy/behavior/whereabouts.h"
#include "messages/nav2_msgs_action.h"
#include "messages/nav_msgs.h"
#include "middleware/node.h"

namespace tandem {

struct SpiralSearchConfig {
  std::string processor;  // of perception: "line"
  // Where it is in the robot's frame, if a sight shows what is looked for.
  std::function<std::optional<Vec2>(const tandem_msgs::msg::Sight&)> find;
  double spacing_m = 0.8;
  double stride_m = 0.8;
  double radius_m = 4.0;
  double clearance_m = 0.25;             // from the middle of the robot to what the map knows
  std::function<bool(Vec2)> is_allowed;  // besides what the map says; nothing: everywhere
  std::function<bool(Vec2)> comes_last;  // way points that wait until all others have been tried
  int sights_needed = 2;                 // one after the other: a single picture may err
  // Way points that the camera sees from so near need not be driven to; 0: all are.
  double seen_within_m = 0;
  // It turns round once where it begins, and at way points that are so far from where it did so
  // last; 0: it sees only what it passes.
  double look_around_every_m = 0;
};

// Looks for something: drives a spiral around where it is, by the navigator, until perception sees
// it. What the map knows to be occupied is left out, what cannot be reached is skipped; so is what
// the camera has seen, if that is enough for what is looked for. It may look around on its way,
// where there is room to turn. The goal's first pose, if there is one, is where to search instead;
// its target is the label to look for.
//
// Ends with "found" and the place in the global frame, "not_found", "camera_lost",
// "perception_lost", "navigator_lost", "odometry_lost", "tracking_lost", "sensor_lost",
// "preempted" or "failed".
class SpiralSearch final : public Skill {
 public:
  SpiralSearch(Node& node, Whereabouts& whereabouts, Sights& sights, SpiralSearchConfig config);

  static std::vector<std::string> outcomes();  // besides "failed"

  void start(const Goal& goal, SimTime now) override;
  std::optional<Result> step(SimTime now) override;
  void stop() override;
  Feedback feedback() const override;

 private:
  void look(const tandem_msgs::msg::Sight& sight);
  void note_seen(const Pose2& base);
  bool is_moving() const { return driving_.is_under_way() || turning_.is_under_way(); }
  void take_endings();
  bool looks_around();
  std::optional<Result> plan(SimTime now);
  std::optional<Result> drive_on();

  Whereabouts& whereabouts_;
  Sights& sights_;
  const SpiralSearchConfig config_;
  Errand<nav2_msgs::action::NavigateToPose> driving_;
  Errand<nav2_msgs::action::Spin> turning_;
  std::optional<nav_msgs::msg::OccupancyGrid> map_;
  Subscription maps_;

  Goal goal_;
  SimTime begin_{};
  std::optional<std::vector<Pose2>> way_points_;
  std::vector<bool> is_seen_;  // of each way point
  std::size_t next_ = 0;
  int reached_ = 0;  // or seen
  std::string last_refusal_;
  std::optional<Vec2> looked_around_at_;
  int seen_ = 0;  // in so many sights, one after the other
  std::optional<Pose2> found_;
  std::optional<Result> trouble_;
};

}  // namespace tandem
