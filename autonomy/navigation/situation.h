// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "autonomy/navigation/footprint.h"
#include "autonomy/navigation/foresight.h"
#include "autonomy/navigation/layered_costmap.h"
#include "base/histogram.h"
#include "base/time.h"
#include "geometry/pose2.h"

namespace tandem {

// How much CPU time plans take, for who measures.
struct PlanMeter {
  DurationHistogram times;
  Duration spent{};  // in all
};

// What a robot knows when it decides what to do next. All places are in one frame: the map's, or
// that of the odometry where there is no map.
struct Situation {
  SimTime now{};
  Pose2 robot;
  Twist2 velocity;
  LayeredCostmap& global;  // for planning
  LayeredCostmap& local;   // around the robot
  Footprint footprint;     // that the costmaps were made for
  PlanMeter& meter;
  Foresight moving{};  // what moves around the robot
};

// How something ended: well with code 0, else with an error code of Nav2's and a sentence.
struct PursuitEnding {
  std::uint16_t error_code = 0;
  std::string error;

  bool is_success() const { return error_code == 0; }
};

// What to do now, and whether that was all.
struct Progress {
  Twist2 command;
  std::optional<PursuitEnding> ending;

  static Progress going(const Twist2& command) { return {command, {}}; }
  static Progress done() { return {{}, PursuitEnding{}}; }
  static Progress failed(std::uint16_t code, std::string error) {
    return {{}, PursuitEnding{code, std::move(error)}};
  }
};

}  // namespace tandem
