// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "missions/evidence.h"
#include "missions/judge.h"
#include "missions/mission_script.h"
#include "results/run_result.h"

namespace tandem {

// Writes down what a report shows of a run: ways, values over time, what happened, and figures.
class RunLog {
 public:
  // The result is filled in while the run goes on. Both outlive it.
  RunLog(const MissionScript& mission, RunResult& result);

  void look(const Evidence& now);
  // Verdicts always have room on the timeline, and what is bad has room of its own. What finds none
  // is counted.
  void tell(double time_s, TimelineEntry::Kind kind, std::string text, std::string robot = {},
            bool is_bad = false);
  // What was told since the last call that is worth a picture, in words. Whatever else was told.
  std::string take_caption();
  // The last sample, and the figures.
  void finish(const Evidence& now);

 private:
  struct RobotFigures {
    double top_speed_mps = 0;
    double odometry_error_sum_m = 0;
    double odometry_error_max_m = 0;
    std::uint64_t count = 0;
    std::set<std::string> touched;
  };

  void begin(const Evidence& now);
  void note_things(const Evidence& now);
  void sample(const Evidence& now);
  RecordedPath& path_of(const std::string& name, RecordedPath::Kind kind);
  void note_robots(const Evidence& now);

  RunResult& result_;
  std::vector<const Comparison*> values_;
  std::vector<std::string> things_;
  bool has_begun_ = false;
  std::shared_ptr<const EntityList> entities_;  // that outlines know of
  std::optional<Duration> next_sample_;
  double last_sample_s_ = -1;
  std::map<std::string, RobotFigures> robots_;
  std::uint64_t events_ = 0;
  std::size_t plain_entries_ = 0;
  std::size_t bad_entries_ = 0;
  std::string caption_;
};

// What stands where, seen from above; at most a few hundred of the largest things.
std::vector<Outline> outlines_of(const Frame& frame, const std::map<std::string, Area>& zones);

}  // namespace tandem
