// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "autonomy/farming/farming_node.h"
#include "autonomy/navigation/navigator_node.h"
#include "autonomy/perception/perception_node.h"
#include "benchmarks/programs/trial.h"
#include "laboratory/lockstep_world.h"

namespace tandem {

// A farm with a robot and its three programs in lockstep. Where the robot begins, and the noise of
// its sensors and wheels, are drawn by the seed: with odd seeds it begins on the field.
class FarmingLaboratory {
 public:
  struct Options {
    TrialOptions trial;
    std::string scenario = "farm";  // or its text
    bool draws_start = true;        // else it begins where the scenario says
    std::vector<std::pair<std::string, std::string>> overrides;
    std::vector<std::string> arguments;  // of the farming program
  };
  explicit FarmingLaboratory(const Options& options);

  LockstepWorld& world() { return world_; }
  std::unique_ptr<NavigatorNode>& navigator() { return navigator_; }
  std::unique_ptr<PerceptionNode>& perception() { return perception_; }
  FarmingNode& program() { return *program_; }
  const MissionPoint& point() const { return program_->mission().point(); }

  // Until the mission is in that state, or the time is over.
  bool run_until_state(const std::string& path, Duration limit);
  bool run_until_end(Duration limit);

  // How much of the field had come so far when somebody last looked: 0 to 1.
  double share_ploughed() const;
  double share_seeded() const;
  double share_harvested() const;
  // The field's true corners, and how far the worst of those that the program found is off; huge
  // when it found fewer than four.
  std::vector<Vec2> true_corners() const;
  double corner_error_m() const;

 private:
  double tiles(std::initializer_list<std::string_view> states) const;

  LockstepWorld world_;
  std::unique_ptr<PerceptionNode> perception_;
  std::unique_ptr<NavigatorNode> navigator_;
  std::unique_ptr<FarmingNode> program_;
};

struct FarmingTrialResult {
  bool is_finished = false;
  std::string ending;  // the mission's last state and what it said
  double corner_error_m = 0;
  double ploughed = 0, seeded = 0, harvested = 0;  // shares of the field
  double simulated_s = 0;
  double cpu_s = 0;
  std::set<std::string> touched;  // by the robot or its tool
};

// The whole mission on the shipped farm. `watch` is called after each step.
FarmingTrialResult run_farming_trial(const TrialOptions& options,
                                     const std::function<void(FarmingLaboratory&)>& watch = {});

}  // namespace tandem
