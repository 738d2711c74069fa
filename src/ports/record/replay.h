// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "ports/record/attached_files.h"
#include "ports/record/inputs_codec.h"
#include "ports/record/recorded_run.h"
#include "recording/mcap_reader.h"
#include "scenario/scenario.h"
#include "simulation/simulation.h"

namespace tandem {

struct ReplayOptions {
  // In place of the recorded file of the first world: a name or a file of today.
  std::string scenario;
  std::shared_ptr<SensorInterest> interest{};  // as SimulationOptions has them
  RendererChoice renderer = RendererChoice::automatic;
  ScenarioChecks checks{};
};

// Where a replay first went another way than the run that was recorded.
struct ReplayDifference {
  std::uint64_t frame = 0;
  SimTime time{};
  bool is_time = false;            // the time itself is another
  std::vector<std::string> names;  // of what differs, as far as it is known
  SimTime names_time{};            // when these were compared
};

// Steps a simulation again with the inputs of a recording, and compares the hash of every state.
// The world comes out of the recording, whatever became of its files.
class Replay {
 public:
  // The reader outlives it.
  static Result<std::unique_ptr<Replay>> open(const McapReader& reader, ReplayOptions options);

  // The next frame as it is made now; nothing at the end.
  Result<std::optional<Frame>> next();

  std::uint64_t frames() const { return frames_; }
  const std::optional<ReplayDifference>& difference() const { return difference_; }
  // Whether there is more to be learned of the difference by going on.
  bool is_searching() const { return difference_ && difference_->names.empty(); }
  const Simulation* simulation() const { return simulation_.get(); }

 private:
  Replay(RecordedRun run, const McapReader& reader, ReplayOptions options)
      : run_(std::move(run)), reader_(reader), options_(std::move(options)) {}
  std::optional<Error> load_world(const tandem_msgs::msg::RecordedWorld& world);
  Result<Thing> read_thing(const ThingSource& source) const;
  void compare(const RecordedFrame& recorded, const Frame& frame);

  RecordedRun run_;
  const McapReader& reader_;
  const ReplayOptions options_;
  std::optional<UnpackedFiles> files_;  // of the world
  std::unique_ptr<Simulation> simulation_;
  std::uint64_t frames_ = 0;
  std::optional<ReplayDifference> difference_;
};

}  // namespace tandem
