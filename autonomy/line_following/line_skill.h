// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "autonomy/behavior/motion_watch.h"
#include "autonomy/behavior/sights.h"
#include "autonomy/behavior/skill.h"
#include "autonomy/behavior/wheels.h"
#include "autonomy/behavior/whereabouts.h"
#include "autonomy/line_following/line_follower_config.h"
#include "autonomy/line_following/way_ahead.h"
#include "middleware/node.h"

namespace tandem {

// What skills share that drive by themselves after a line that perception sees.
class LineSkill : public Skill {
 public:
  LineSkill(Node& node, Whereabouts& whereabouts, Sights& sights, const WayAhead& way,
            const LineFollowerConfig& config);

  void start(const Goal& goal, SimTime now) final;
  std::optional<Result> step(SimTime now) final;
  void stop() final;

 protected:
  // How a line was seen: where the robot was then, and points in its frame, from near to far.
  struct SeenLine {
    Pose2 odom_from_base;
    std::vector<Vec2> curve_in_base;  // empty: no line, or one that is too short
  };

  virtual void begin(const Goal& goal, SimTime now) = 0;
  virtual void look(const SeenLine& seen, SimTime now) = 0;
  // Sees and knows where it is. What it drives it returns, or how it ended.
  struct Move {
    Twist2 twist;
    std::optional<Result> result;
  };
  virtual Move move(const Pose2& odom_from_base, SimTime now) = 0;
  // Something stands in the way: how that ends, unless it waits until it is taken away.
  virtual std::optional<Result> blocked() { return std::nullopt; }

  bool is_waiting() const { return is_waiting_; }

  const LineFollowerConfig& config_;
  Whereabouts& whereabouts_;

 private:
  Node& node_;
  Sights& sights_;
  Wheels wheels_;
  const WayAhead& way_;
  MotionWatch motion_;
  bool is_waiting_ = false;  // for something to be taken out of the way
  SimTime begin_{};
};

// Points of a line that perception saw, in the robot's frame; none if there is no line, or one that
// is shorter than that.
std::vector<Vec2> line_of(const tandem_msgs::msg::Sight& sight, double min_length_m);

}  // namespace tandem
