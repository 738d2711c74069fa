// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/navigation/waypoint_tour.h"

#include <utility>

namespace tandem {

WaypointTour::WaypointTour(std::vector<Pose2> poses, std::uint32_t first, std::uint32_t more_rounds,
                           const NavigationConfig& config)
    : poses_(std::move(poses)),
      current_(first),
      rounds_left_(more_rounds),
      config_(&config),
      journey_({poses_.at(first)}, config) {}

Progress WaypointTour::step(const Situation& situation) {
  const Progress progress = journey_.step(situation);
  if (!progress.ending) return progress;
  if (!progress.ending->is_success()) missed_.push_back({current_, *progress.ending});
  if (++current_ == poses_.size()) {
    if (rounds_left_ == 0) return Progress::done();
    --rounds_left_;
    current_ = 0;
  }
  journey_ = JourneyTo({poses_[current_]}, *config_);
  return Progress::going({});
}

}  // namespace tandem
