// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "messages/tandem_msgs_recording.h"
#include "ports/record/run_recording.h"
#include "ports/record/state_digest.h"
#include "recording/mcap_reader.h"
#include "simulation/frame.h"

namespace tandem {

// One frame of a run as it was recorded.
struct RecordedFrame {
  std::uint64_t number = 0;
  FrameKind kind = FrameKind::step;
  SimTime time{};
  std::uint64_t state_hash = 0;
  std::vector<std::byte> inputs;                         // for read_inputs; empty: none
  std::optional<tandem_msgs::msg::RecordedWorld> world;  // of the first frame of one
  std::optional<StateDigest> digest;                     // where there is one
};

// When the last frame of a recorded run was; the start where there is none.
Result<SimTime> end_of_run(const McapReader& reader);

// Reads the frames of a recorded run one after the other.
class RecordedRun {
 public:
  // An error when there is no run in the file that could be replayed. The reader outlives it.
  static Result<RecordedRun> open(const McapReader& reader);

  // Nothing at the end of what was recorded. Where frames were lost by damage, it ends with an
  // error that says so.
  Result<std::optional<RecordedFrame>> next();

  // All attachments that no world names: those of spawned things.
  std::vector<std::string> other_attachments() const;

 private:
  RecordedRun(const McapReader& reader, std::vector<tandem_msgs::msg::RecordedWorld> worlds,
              McapReader::Messages messages)
      : reader_(&reader), worlds_(std::move(worlds)), messages_(std::move(messages)) {}
  Error cannot_go_on() const;
  std::optional<Error> unpack(const tandem_msgs::msg::RecordedFrames& batch);

  const McapReader* reader_;
  std::vector<tandem_msgs::msg::RecordedWorld> worlds_;
  McapReader::Messages messages_;
  std::deque<RecordedFrame> frames_;
  std::uint64_t next_frame_ = 0;
  SimTime last_time_{};
  std::string damage_;  // what could not be read so far; empty: all could
};

}  // namespace tandem
