// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "autonomy/behavior/state.h"
#include "autonomy/behavior/state_machine.h"
#include "base/result.h"
#include "base/time.h"

namespace tandem {

// The numbers are those of tandem_msgs/msg/Mission.
enum class MissionStatus : std::uint8_t { running = 0, stopped = 1, succeeded = 2, failed = 3 };

std::string_view to_string(MissionStatus status);

// Where a mission is. The functions below are all that happens to it: none has an effect beyond the
// point that it returns.
struct MissionPoint {
  MissionStatus status = MissionStatus::running;
  std::string active;   // the state that it is in, or was in at its end
  SimTime since{};      // it is there
  std::string outcome;  // of the state before; of the mission when it has ended
  std::string message;

  bool is_running() const { return status == MissionStatus::running; }
};

// The outcome of a state, and of a mission, when somebody else sent the robot elsewhere: a mission
// that ends with it has not failed, but was stopped where it is.
inline constexpr std::string_view preempted = "preempted";

MissionPoint begin(const StateMachine& machine, SimTime now);

// The active state ended. `successes` are the outcomes of the machine that are what was wanted.
MissionPoint after(const StateMachine& machine, const std::vector<std::string>& successes,
                   const MissionPoint& point, const Ending& ending, SimTime now);

// What people may want of it; the error says why not.
Result<MissionPoint> stop(const MissionPoint& point);
Result<MissionPoint> resume(const MissionPoint& point, SimTime now);
Result<MissionPoint> restart(const StateMachine& machine, std::string_view path, SimTime now);

}  // namespace tandem
