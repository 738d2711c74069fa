// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <vector>

#include "base/result.h"
#include "recording/mcap_reader.h"
#include "recording/ros_schema.h"

namespace tandem {

// How the topic of a channel was offered; as usual where the file does not say it.
RecordedQos qos_of(const McapChannel& channel);

struct LatchedMessage {
  std::uint16_t channel_id = 0;
  Duration log_time{};
  std::vector<std::byte> bytes;
};

// What who joins a network at a time is told of what was said before: of each of the channels that
// is latched the last messages, as many as were offered, in the order of their times. A file does
// not say which of several publishers sent a message, and of transforms each has its own: those
// become one message with the last of every frame.
Result<std::vector<LatchedMessage>> latched_before(const McapReader& reader,
                                                   const std::set<std::uint16_t>& channels,
                                                   Duration time);

}  // namespace tandem
