// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "autonomy/navigation/journey_to.h"

namespace tandem {

// Goes to one pose after the other, stopping at each. Those that cannot be reached are left out and
// told at the end.
class WaypointTour {
 public:
  struct Missed {
    std::uint32_t index = 0;
    PursuitEnding why;
  };

  WaypointTour(std::vector<Pose2> poses, std::uint32_t first, std::uint32_t more_rounds,
               const NavigationConfig& config);

  Progress step(const Situation& situation);

  std::uint32_t current() const { return current_; }
  const std::vector<Missed>& missed() const { return missed_; }
  JourneyTo& journey() { return journey_; }
  const JourneyTo& journey() const { return journey_; }

 private:
  std::vector<Pose2> poses_;
  std::uint32_t current_;
  std::uint32_t rounds_left_;
  const NavigationConfig* config_;
  JourneyTo journey_;
  std::vector<Missed> missed_;
};

}  // namespace tandem
