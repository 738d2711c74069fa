// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "autonomy/line_following/line_steering.h"
#include "autonomy/line_following/line_trail.h"
#include "base/time.h"
#include "middleware/node.h"

namespace tandem {

struct LineSearchConfig {
  double turn_radps = 0.8;    // while it looks around
  double spacing_m = 0.8;     // between two turns of the spiral
  double radius_m = 4.0;      // where the spiral ends
  double clearance_m = 0.25;  // from the robot's middle to what the map knows
};

struct LineAlignmentConfig {
  double speed_mps = 0.2;   // on the way to the line
  double turn_radps = 1.0;  // at most
};

// All settings of a line follower.
struct LineFollowerConfig {
  double min_length_m = 0.1;  // what is shorter is a spot, and no line
  double stop_at_m = 0.06;    // before what stands in the way; 0: it does not look
  LineSearchConfig search;
  LineAlignmentConfig alignment;
  LineSteeringConfig steering;
  LineTrailConfig trail;
  Duration lost_after = 1s;   // without a line in sight
  Duration stuck_after = 2s;  // without moving, while it drives by itself
};

// They as parameters of a node: what a person sets is what the config says from then on.
class LineFollowerParameters {
 public:
  LineFollowerParameters(Node& node, const std::function<void()>& after_change);
  LineFollowerParameters(const LineFollowerParameters&) = delete;
  LineFollowerParameters& operator=(const LineFollowerParameters&) = delete;

  const LineFollowerConfig& config() const { return config_; }

 private:
  LineFollowerConfig config_;
};

}  // namespace tandem
