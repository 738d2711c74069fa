// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "autonomy/navigation/maneuvers.h"
#include "autonomy/navigation/navigation_config.h"
#include "autonomy/navigation/path_follower.h"
#include "autonomy/navigation/retreat.h"
#include "autonomy/navigation/situation.h"

namespace tandem {

// Takes a robot to a pose, past others if there are any: plans, follows, plans anew, and tries its
// recoveries when it does not get on. Ends with the codes of the part that failed last.
class JourneyTo {
 public:
  JourneyTo(std::vector<Pose2> goals, const NavigationConfig& config);

  Progress step(const Situation& situation);

  const std::vector<Pose2>& goals() const { return goals_; }  // that are left
  const PathFollower& follower() const {
    const Retreat* retreat = maneuver_ ? std::get_if<Retreat>(&*maneuver_) : nullptr;
    return retreat ? retreat->follower() : follower_;
  }
  int recoveries() const { return recoveries_; }
  Duration elapsed() const { return elapsed_; }
  // Whether the path is another one since the last time that somebody asked.
  bool take_new_path() { return std::exchange(has_new_path_, false); }
  // What there is to tell since the last time that somebody asked; empty: nothing.
  std::string take_news() { return std::exchange(news_, {}); }

 private:
  using Maneuver = std::variant<Spin, Wait, BackUp, Retreat>;

  std::optional<Progress> plan(const Situation& situation);
  Progress recover(const Situation& situation, const PursuitEnding& why);
  void pass_goals(const Situation& situation);
  Maneuver make_room(const Situation& situation) const;
  bool is_hopeless(const Situation& situation, const Plan& plan) const;

  std::vector<Pose2> goals_;
  const NavigationConfig* config_;
  PathFollower follower_;
  std::optional<SimTime> begin_;
  std::optional<SimTime> planned_at_;
  Duration elapsed_{};
  std::optional<Maneuver> maneuver_;
  int recoveries_ = 0;  // in all
  int attempts_ = 0;    // since it last got on
  // How long the shortest way was that has ever been left, and that when it last got on.
  double least_left_m_ = std::numeric_limits<double>::infinity();
  double got_on_at_m_ = std::numeric_limits<double>::infinity();
  bool has_path_ = false;
  bool has_new_path_ = false;
  std::string news_;
};

// A plan past several poses.
Plan plan_through(const Situation& situation, const std::vector<Pose2>& goals,
                  const PlannerConfig& config);

}  // namespace tandem
