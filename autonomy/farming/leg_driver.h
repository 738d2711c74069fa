// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <optional>
#include <vector>

#include "autonomy/behavior/state.h"
#include "autonomy/behavior/wheels.h"
#include "autonomy/behavior/whereabouts.h"
#include "autonomy/farming/leg.h"
#include "autonomy/farming/way_guard.h"

namespace tandem {

// Drives legs one after the other, to the centimetre, and waits a while for what stands in the way.
class LegDriver {
 public:
  LegDriver(Node& node, const Whereabouts& whereabouts, const WayGuard& guard);

  // Legs in the global frame, for a robot of that outline.
  void begin(const std::vector<Leg>& legs, std::vector<Vec2> outline, const LegLimits& limits,
             SimTime now);
  // Goes there instead of what it was about to.
  void change_to(const Leg& leg) { legs_ = {leg}; }
  // "done", "blocked", or "tracking_lost" when nobody knows where the robot is.
  std::optional<Ending> step(SimTime now);
  void stop();

 private:
  const Whereabouts& whereabouts_;
  const WayGuard& guard_;
  Wheels wheels_;
  std::deque<Leg> legs_;
  std::vector<Vec2> outline_;
  LegLimits limits_;
  SimTime known_at_{};  // where the robot is
  SimTime clear_at_{};  // there was a way
};

}  // namespace tandem
