// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "messages/tandem_msgs_recording.h"
#include "ports/record/kept_frame.h"
#include "recording/byte_writer.h"
#include "recording/mcap_writer.h"
#include "simulation/frame.h"

namespace tandem {

inline constexpr std::string_view recorded_frames_topic = "/tandem/recorded_frames";
inline constexpr std::string_view recorded_worlds_topic = "/tandem/recorded_worlds";

// What a frame was, in the inputs of recorded frames.
enum class FrameKind : std::uint8_t {
  step = 0,
  edit = 1,   // while time stood still
  world = 2,  // the first of a world
};

// Writes what a run needs to be run again: how its worlds were loaded, with their files, and what
// came from outside before each frame, with a hash of the state after it.
class RunRecording {
 public:
  explicit RunRecording(McapWriter& writer) : writer_(writer) {}

  // Numbers grow by one, unless frames were lost on the way.
  void add(const KeptFrame& kept, std::uint64_t number);
  // What is not written yet.
  void flush();

 private:
  void begin_world(const Frame& frame, std::uint64_t number);
  std::string attach(const std::filesystem::path& file, SimTime time);
  Inputs with_attachments(const Frame& frame);
  template <Message M>
  void write(std::string_view topic, const M& message, SimTime time);

  McapWriter& writer_;
  std::optional<std::uint64_t> generation_;  // of the world
  std::vector<std::filesystem::path> folders_;
  std::map<std::string, std::uint64_t> attached_;  // with a hash of the content
  tandem_msgs::msg::RecordedFrames batch_;
  ByteWriter inputs_;  // of the batch
  SimTime batch_time_{};
  std::uint32_t sequence_ = 0;
};

}  // namespace tandem
