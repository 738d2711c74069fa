// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "autonomy/navigation/motion.h"
#include "autonomy/navigation/situation.h"

namespace tandem {

struct WayOutConfig {
  double horizon_s = 3;     // what comes later is not minded yet
  double margin_m = 0.06;   // around the footprint: nothing that moves may come into this
  double enough_m = 0.2;    // farther away is no better
  double farthest_m = 0.6;  // that it goes for it
};

// Gets a robot out of the way of what comes and does not stop: who is run into when it stands, and
// when it goes on as it wants to, drives a curve, or turns and drives straight on or back, to where
// that keeps away from it.
class WayOut {
 public:
  // What to do instead of what the robot wants; nothing while that, or standing, is safe.
  std::optional<Twist2> instead_of(const Twist2& wanted, const Situation& situation,
                                   const MotionLimits& limits, const WayOutConfig& config);

 private:
  std::optional<int> way_;  // the one that it is on
};

}  // namespace tandem
