// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
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

// How long frames took until pages had drawn them. Any thread.
class PageLatencies {
 public:
  // As a page says; `pose_age_us` may be unknown_us.
  void add(std::uint32_t latency_us, std::uint32_t pose_age_us);

  struct Summary {
    double frame_ms =
        -1;  // from the server to the screen, the middle one of the latest; -1: unknown
    double pose_ms = -1;  // from a tracker's pose
  };
  Summary summary() const;
  // All from poses since the last call, oldest first; no more than the latest thousands.
  std::vector<double> take_pose_ms();

 private:
  static constexpr std::size_t kept = 60;
  static constexpr std::size_t most = 10'000;
  mutable std::mutex mutex_;
  std::deque<double> frame_ms_, pose_ms_;
  std::vector<double> all_pose_ms_;
};

// What the server says of itself.
struct ServerCounts {
  std::size_t pages = 0;
  std::uint64_t dropped_frames = 0;
  std::uint64_t dropped_data = 0;
  PageLatencies::Summary latency;
};

// The message `status`; `network` may be null.
std::string status_text(const Frame& frame, const RunControl::Status& run, bool is_loading,
                        const RecentSteps::Summary& steps, const ServerCounts& counts,
                        const Network* network);

// The messages `events`, `board` and `missions`.
std::string events_text(const std::vector<EventLog::Entry>& events);
std::string board_text(const std::vector<Observation>& entries);
std::string missions_text(const std::vector<MissionView>& missions);

}  // namespace tandem::web
