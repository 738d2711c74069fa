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
  bool has_checkpoints = false;  // can go back; see Replay::checkpoint()
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

  // Where it can be taken up again, bit for bit: after any frame. What did not change since
  // `before`, which may be null, is shared with it.
  class Checkpoint;
  std::shared_ptr<const Checkpoint> checkpoint(const Checkpoint* before);
  void put_back(const Checkpoint& checkpoint);

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
  std::shared_ptr<UnpackedFiles> files_;  // of the world
  std::shared_ptr<Simulation> simulation_;
  std::uint64_t frames_ = 0;
  std::optional<ReplayDifference> difference_;
};

class Replay::Checkpoint {
 public:
  // About what it takes beside another one, which may be null.
  std::size_t bytes_beside(const Checkpoint* other) const;

 private:
  friend class Replay;
  Checkpoint(RecordedRun run, std::shared_ptr<UnpackedFiles> files,
             std::shared_ptr<Simulation> simulation)
      : run_(std::move(run)), files_(std::move(files)), simulation_(std::move(simulation)) {}

  RecordedRun run_;
  std::shared_ptr<UnpackedFiles> files_;
  std::shared_ptr<Simulation> simulation_;  // which world it is
  std::shared_ptr<const Simulation::Checkpoint> state_;
  std::uint64_t frames_ = 0;
  std::optional<ReplayDifference> difference_;
};

}  // namespace tandem
