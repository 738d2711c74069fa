// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "autonomy/behavior/mission.h"
#include "autonomy/behavior/sights.h"
#include "autonomy/behavior/skill_server.h"
#include "autonomy/behavior/whereabouts.h"
#include "autonomy/line_following/align_to_line.h"
#include "autonomy/line_following/find_line.h"
#include "autonomy/line_following/follow_line.h"
#include "autonomy/line_following/line_follower_config.h"
#include "autonomy/line_following/way_ahead.h"
#include "middleware/node.h"

namespace tandem {

// The program that follows lines which people draw on the floor: finds one, steps onto it, follows
// it, and looks for the next when it ends or is erased. Needs perception and a navigator beside it.
class LineFollower {
 public:
  explicit LineFollower(const NodeOptions& options);

  const Mission& mission() const { return mission_; }
  Node& node() { return node_; }

 private:
  MissionPlan plan();

  Node node_;
  LineFollowerParameters parameters_{node_, [this] { follow_.retune(); }};
  Whereabouts whereabouts_{node_};
  Sights sights_{node_};
  WayAhead way_{node_};
  FindLine find_{node_, whereabouts_, sights_, parameters_.config()};
  AlignToLine align_{node_, whereabouts_, sights_, way_, parameters_.config()};
  FollowLine follow_{node_, whereabouts_, sights_, way_, parameters_.config()};
  SkillServer find_server_{node_, "find_line", find_};
  SkillServer align_server_{node_, "align_to_line", align_};
  SkillServer follow_server_{node_, "follow_line", follow_};
  Mission mission_{node_, plan()};
  Timer begin_;  // when the time is known
};

}  // namespace tandem
