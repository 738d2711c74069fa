// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <limits>
#include <string>

#include "base/time.h"
#include "messages/sensor_msgs.h"
#include "middleware/node.h"

namespace tandem {

// Whether something stands before the robot, as its distance sensors near the floor say: a line may
// lead into a thing, and a thing may look like a line. Robots without such sensors see nothing.
class WayAhead {
 public:
  explicit WayAhead(Node& node);

  bool is_blocked(SimTime now, double nearer_than_m) const;

 private:
  struct Reading {
    double distance_m = std::numeric_limits<double>::infinity();
    SimTime stamp{};
  };

  Node& node_;
  std::array<Reading, 3> readings_;
  std::array<Subscription, 3> ranges_;
};

}  // namespace tandem
