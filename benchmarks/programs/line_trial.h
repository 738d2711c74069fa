// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "autonomy/line_following/line_follower.h"
#include "autonomy/navigation/navigator_node.h"
#include "autonomy/perception/perception_node.h"
#include "benchmarks/programs/mission_teller.h"
#include "benchmarks/programs/trial.h"
#include "laboratory/lockstep_world.h"
#include "messages/nav_msgs.h"
#include "messages/tandem_msgs.h"

namespace tandem {

// The bare floor of the scenario `paint` with a robot that follows lines, and somebody who draws
// them.
class LineWorld : public LockstepWorld {
 public:
  LineWorld(const TrialOptions& trial, const Pose2& start,
            std::vector<std::pair<std::string, std::string>> overrides = {});

  void draw(const std::vector<Vec2>& points, double width_m = 0.035,
            const Color& color = {0.8F, 0.1F, 0.1F, 1});
  void erase_all();

  // Where the robot really is: of a twin, the stand-in.
  Pose2 truth() const;
  const tandem_msgs::msg::Mission& mission() const { return mission_; }
  bool is_in(const std::string& state) const;

  std::unique_ptr<NavigatorNode> navigator;
  std::unique_ptr<PerceptionNode> perception;
  std::unique_ptr<LineFollower> follower;
  Node& person() { return person_; }

 private:
  const bool is_twin_;
  Node person_;
  tandem_msgs::msg::Mission mission_;
  std::optional<Pose2> stand_in_;
  Subscription missions_, truths_;
  std::optional<MissionTeller> teller_;
};

// From a place to the nearest point of a polyline.
struct LineFoot {
  double along_m = 0;  // from its beginning
  double distance_m = 0;
};
LineFoot foot_on(const std::vector<Vec2>& line, Vec2 place);
double length_of(const std::vector<Vec2>& line);

// A polygon with corners that are arcs, as points a centimetre apart; closed, the first is the
// last.
std::vector<Vec2> rounded(const std::vector<Vec2>& corners, double radius_m);

struct LineCourseResult {
  bool is_completed = false;  // all of the course was driven along, following it
  double lateral_rms_m = 0;   // of the robot's true middle from the line, while it followed
  double lateral_max_m = 0;
  double course_m = 0;   // the length of the course
  double covered = 0;    // share of the course
  double aligned_s = 0;  // when it began to follow
  int follows = 0;       // how often it began to; 1 when it never lost the line
  double simulated_s = 0;
  double cpu_s = 0;
  std::string last_message;  // of the mission
};
// A robot somewhere on the floor finds a closed course with curves of 0.4 m radius to both sides
// and follows all of it.
LineCourseResult run_line_course_trial(const TrialOptions& trial);

struct LineRedrawnResult {
  bool is_found_first = false;
  bool is_found_again = false;  // and followed for half a metre
  double search_s = 0;          // from the erasing until it was on the new line
  double simulated_s = 0;
  double cpu_s = 0;
  std::string last_message;
};
// While the robot follows a line, the line is erased, and another one drawn elsewhere.
LineRedrawnResult run_line_redrawn_trial(const TrialOptions& trial);

}  // namespace tandem
