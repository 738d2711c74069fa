// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>
#include <vector>

#include "autonomy/navigation/maneuvers.h"
#include "autonomy/navigation/navigation_config.h"
#include "autonomy/navigation/path_follower.h"
#include "autonomy/navigation/situation.h"

namespace tandem {

// Goes somewhere else, as far as it gets, and waits there.
class Retreat {
 public:
  Retreat(std::vector<Pose2> path, Duration wait, const NavigationConfig& config)
      : follower_(std::move(path)), wait_(wait), config_(&config) {}

  Progress step(const Situation& situation, const MotionLimits& limits) {
    if (!is_there_) {
      const Progress progress =
          follower_.step(situation, config_->follower, limits, config_->window);
      if (!progress.ending) return progress;
      is_there_ = true;
    }
    return wait_.step(situation, limits);
  }

  const PathFollower& follower() const { return follower_; }

 private:
  PathFollower follower_;
  Wait wait_;
  const NavigationConfig* config_;
  bool is_there_ = false;
};

}  // namespace tandem
