// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/hash.h"
#include "base/random.h"
#include "base/result.h"
#include "base/time.h"
#include "robots/robot.h"
#include "scenario/fault.h"
#include "sensors/reading_faults.h"
#include "twin/pose_faults.h"
#include "world/event.h"

namespace tandem {

// One fault in one frame. Times are those of the episode.
struct FaultState {
  Fault fault;  // with its name, and whose it is
  SimTime start{};
  std::optional<SimTime> end;  // nothing: until somebody clears it
  bool is_active = false;      // otherwise it is still to come
  std::uint64_t hits = 0;      // poses or measurements that it changed or took away
};
using FaultStates = std::vector<FaultState>;

// What goes wrong on purpose in a world: which faults are there, and what they do to what passes.
// The same faults do the same to the same inputs.
class FaultList {
 public:
  FaultList() = default;
  // Those that the scenario brings along wait from the beginning of the episode.
  FaultList(std::span<const FaultPlan> plans, std::uint64_t seed);

  // Its name, or why it cannot be, as a sentence.
  Result<std::string> add(Fault fault, SimTime now);
  // All where none is named. How many there were.
  std::size_t clear(const std::string& name, std::vector<WorldEvent>& events);
  // Before each step: some begin, some are over, and both are told.
  void advance(SimTime now, std::vector<WorldEvent>& events);

  bool disturbs_poses() const;
  // Those that arrive in this step, of what was sent in it and of what is under way.
  std::vector<TrackedPose> arriving(std::span<const TrackedPose> sent,
                                    std::span<const Robot> robots, SimTime now,
                                    std::vector<WorldEvent>& events);
  WheelTrouble trouble_of(const std::string& robot) const;
  void disturb(Readings& readings);

  // All there are now. The same list while nothing changes.
  std::shared_ptr<const FaultStates> states() const;
  void add_to(Hash& hash) const;

 private:
  struct Entry {
    FaultState state;
    Random random;
    StuckReadings stuck;
  };
  struct Arrival {
    SimTime time{};
    TrackedPose pose;
  };

  void tell_of_lost(std::uint64_t now_lost, SimTime now, std::vector<WorldEvent>& events);
  std::string free_name(FaultKind kind) const;
  bool is_taken(const std::string& name) const;
  std::uint64_t seed_of(const Fault& fault) const { return fault.seed ? fault.seed : seed_; }

  std::uint64_t seed_ = 1;
  std::vector<Entry> entries_;      // in the order they came
  std::vector<Arrival> under_way_;  // by time; they arrive even when their fault is over
  std::uint64_t lost_ = 0;          // poses, since there are too many; 0: all find room
  SimTime last_lost_{};
  mutable std::shared_ptr<const FaultStates> states_;  // null: to be made
};

}  // namespace tandem
