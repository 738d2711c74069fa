// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

#include "ports/desk/event_log.h"
#include "ports/desk/network.h"
#include "simulation/frame.h"
#include "simulation/run_control.h"

namespace tandem::web {

// How long steps took lately. Written by the simulation's thread, read by the server's.
class RecentSteps {
 public:
  void add(const Frame& frame);

  struct Summary {
    double mean_ms = 0;
    double p99_ms = 0;
    double pose_to_frame_ms = -1;  // of the newest frame with a pose in it; -1: none lately
  };
  Summary summary() const;

 private:
  static constexpr std::size_t kept = 512;
  mutable std::mutex mutex_;
  std::vector<float> times_ms_;  // the newest ones, in no order
  std::size_t next_ = 0;
  double pose_to_frame_ms_ = -1;
};

// What the server says of itself.
struct ServerCounts {
  std::size_t pages = 0;
  std::uint64_t dropped_frames = 0;
};

// The message `status`; `network` may be null.
std::string status_text(const Frame& frame, const RunControl::Status& run, bool is_loading,
                        const RecentSteps::Summary& steps, const ServerCounts& counts,
                        const Network* network);

// The messages `events` and `board`.
std::string events_text(const std::vector<EventLog::Entry>& events);
std::string board_text(const std::vector<Observation>& entries);

}  // namespace tandem::web
