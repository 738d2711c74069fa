// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "mapping/cloud_mapper.h"
#include "mapping/map_confusion.h"
#include "missions/evidence.h"
#include "missions/mission_script.h"
#include "sensors/interest.h"

namespace tandem {

// Makes a map of what a robot's lidar sees on its way, and compares it with the true one.
class MapTrial {
 public:
  // The sensor is wanted for as long as this lasts.
  MapTrial(const MapPlan& plan, SensorInterest& interest);

  // After each step. Throws std::runtime_error with a sentence when the first world cannot be
  // mapped; another world that takes over is none of this map's.
  void look(Evidence& now);

 private:
  void begin(const Evidence& now);

  MapPlan plan_;
  SensorInterest& interest_;
  SensorInterest::Claim wish_;
  std::string robot_;
  std::uint64_t world_generation_ = 0;
  OccupancyGrid truth_;
  std::optional<CloudMapper> mapper_;  // once it has begun
};

}  // namespace tandem
