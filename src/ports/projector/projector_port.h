// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/histogram.h"
#include "base/result.h"
#include "calibration/projector_calibration.h"
#include "ports/board/board.h"
#include "simulation/published_frame.h"
#include "simulation/run_control.h"

namespace tandem {

// One projector: what it shows, and on which screen.
struct ProjectorConfig {
  ProjectorCalibration calibration;  // one that pixels_from_floor accepts
  std::filesystem::path file;        // where a new calibration is saved
  std::optional<int> monitor;        // all of it, by its number; without, a window
  bool is_calibrating = false;       // from the start
  // Nobody chose this floor: another scenario shows its own.
  bool follows_scenario = false;
};

struct ProjectorOptions {
  std::vector<ProjectorConfig> projectors;
  bool has_vsync = true;            // pictures are shown whole; without, at once
  const Board* board = nullptr;     // what topics say, for billboards; outlives the port
  const RunControl* run = nullptr;  // how fast time goes, to draw robots where they will be; same
};

// How it went, for people.
struct ProjectorReport {
  std::uint64_t pictures = 0;
  DurationHistogram pose_to_picture;  // from the pose received to the first picture that has it
};

// What was shown so far. A pose that came with a frame that was never drawn counts when a later
// one is; one that was counted does not again when only layers or corners changed.
class ProjectorCounts {
 public:
  void add(const std::optional<WallTime>& newest_pose, WallTime shown);
  const ProjectorReport& report() const { return report_; }
  ProjectorReport take_report() { return std::exchange(report_, {}); }

 private:
  ProjectorReport report_;
  std::optional<WallTime> counted_;
};

// Shows frames on floors: a window for each projector. A thread of its own opens them, draws the
// newest frame, moved on to the moment it is seen, and obeys keys (docs/projector.md).
class ProjectorPort : public Sink {
 public:
  // An error says why there is no window.
  static Result<std::unique_ptr<ProjectorPort>> open(ProjectorOptions options);
  ~ProjectorPort() override;

  void publish(std::shared_ptr<const Frame> frame) override;

  // Waits until somebody closes all windows, or leaves the calibration that they began with.
  void wait_until_closed();
  bool is_closed() const;
  ProjectorReport report() const;
  ProjectorReport take_report();  // since the last call

 private:
  class Windows;

  explicit ProjectorPort(ProjectorOptions options);
  std::optional<std::string> start();
  void work(std::stop_token stop);
  PublishedFrame wait_for_frame(std::uint64_t shown, Duration most, std::stop_token stop,
                                std::uint64_t& number, std::shared_ptr<const Frame>& pictured);

  const ProjectorOptions options_;
  mutable std::mutex mutex_;
  std::condition_variable_any changed_;
  PublishedFrame newest_;
  std::shared_ptr<const Frame> pictured_;  // the newest with pictures, until it was looked at
  std::uint64_t number_ = 0;               // of the newest frame
  bool is_open_ = false, is_closed_ = false;
  std::string problem_;
  ProjectorCounts counts_;
  std::jthread thread_;
};

}  // namespace tandem
