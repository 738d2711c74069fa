// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>

#include "base/histogram.h"
#include "messages/diagnostic_msgs.h"
#include "messages/tandem_msgs.h"
#include "simulation/frame.h"
#include "simulation/run_control.h"

namespace tandem {

// What went missing so far, and whose fault that is.
struct DropCounts {
  std::uint64_t pictures = 0;  // not drawn, as that takes too long; fewer or smaller cameras help
  std::uint64_t frames = 0;    // made faster than the port sends; fewer subscribers or robots help
  std::uint64_t messages = 0;  // made faster than the network takes them
  std::uint64_t inputs = 0;    // came faster than the simulation steps
  std::uint64_t requests = 0;  // came faster than they are answered
};

// Watches how a run keeps up, and says so to programs and to people.
class RunMonitor {
 public:
  void add(const std::shared_ptr<const Frame>& frame);

  // `now` is the clock that the real-time factor is measured by. How many pictures were dropped is
  // taken from the frame.
  void begin_report(const RunControl::Status& status, const DropCounts& drops, Duration now);
  // Both are about the time since the report before. There is none before the first frame.
  tandem_msgs::msg::Stats stats() const;
  diagnostic_msgs::msg::DiagnosticArray diagnostics() const;

  bool has_frame() const { return frame_ != nullptr; }

 private:
  struct Moment {
    RunControl::Status status;
    DropCounts drops;
    SimTime time{};
    Duration now{};
    std::map<std::string, int> refused;  // commands, by robot
  };

  double real_time_factor() const;
  diagnostic_msgs::msg::DiagnosticStatus run_status() const;
  diagnostic_msgs::msg::DiagnosticStatus robot_status(const RobotState& robot) const;

  std::shared_ptr<const Frame> frame_;
  DurationHistogram step_times_;  // since the last report
  DurationHistogram reported_;    // up to it
  Moment last_, current_;
};

}  // namespace tandem
