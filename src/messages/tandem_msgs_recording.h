// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "messages/message.h"

// Messages of Tandem that only recordings have (interfaces/msg); the others are in tandem_msgs.h.

namespace tandem::tandem_msgs::msg {

struct RecordedWorld {
  std::uint64_t frame = 0;
  std::string file;
  std::string text;
  std::vector<std::string> overrides;
  std::vector<std::uint64_t> seed;
  std::vector<std::int64_t> step_ns;
  std::int64_t start_ns = 0;
  std::uint64_t episode = 0;
  std::vector<std::string> files;
  std::vector<std::string> folders;
  std::string working_folder;
  TANDEM_MESSAGE("tandem_msgs/msg/RecordedWorld", frame, file, text, overrides, seed, step_ns,
                 start_ns, episode, files, folders, working_folder)
};

struct RecordedFrames {
  std::uint32_t version = 0;
  std::uint64_t first_frame = 0;
  std::vector<std::int64_t> times_ns;
  std::vector<std::uint64_t> state_hashes;
  std::vector<std::uint8_t> inputs;
  std::vector<std::string> digest_names;
  std::vector<std::uint64_t> digests;
  TANDEM_MESSAGE("tandem_msgs/msg/RecordedFrames", version, first_frame, times_ns, state_hashes,
                 inputs, digest_names, digests)
};

}  // namespace tandem::tandem_msgs::msg

namespace tandem::tandem_msgs {

using RecordingMessages = TypeList<msg::RecordedFrames, msg::RecordedWorld>;

}  // namespace tandem::tandem_msgs
