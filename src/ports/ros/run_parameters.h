// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "middleware/node.h"
#include "simulation/run_control.h"

namespace tandem {

// The node's parameters that steer the run: `speed` and `paused`. Keys, services and pages change
// the same things; the parameters then follow.
class RunParameters {
 public:
  // What was given behind --ros-args holds at once.
  RunParameters(Node& node, RunControl& control);

  // Shows what others changed.
  void keep_up();

 private:
  RunControl& control_;
  Parameter<double> speed_;
  Parameter<bool> paused_;
};

}  // namespace tandem
