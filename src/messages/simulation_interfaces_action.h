// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "messages/message.h"
#include "messages/simulation_interfaces_msg.h"

// The actions of ROS 2's simulation_interfaces 1.5.1, as in Jazzy.
namespace tandem::simulation_interfaces::action {

struct SimulateSteps {
  struct Goal {
    std::uint64_t steps = 0;
    TANDEM_MESSAGE("simulation_interfaces/action/SimulateSteps_Goal", steps)
  };
  struct Result {
    msg::Result result;
    TANDEM_MESSAGE("simulation_interfaces/action/SimulateSteps_Result", result)
  };
  struct Feedback {
    std::uint64_t completed_steps = 0;
    std::uint64_t remaining_steps = 0;
    TANDEM_MESSAGE("simulation_interfaces/action/SimulateSteps_Feedback", completed_steps,
                   remaining_steps)
  };
  TANDEM_ACTION("simulation_interfaces/action/SimulateSteps")
};

}  // namespace tandem::simulation_interfaces::action

namespace tandem::simulation_interfaces {

using Actions = TypeList<action::SimulateSteps>;

}  // namespace tandem::simulation_interfaces
