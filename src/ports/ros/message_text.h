// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "messages/registry.h"

namespace tandem {

// A message for people: the value itself where that is all there is (std_msgs/String and its kind),
// otherwise lines as `topic echo` prints them.
Result<std::string> message_text(const MessageType& type, std::span<const std::byte> message);
// The same of a part: "status.voltage", "ranges[3]".
Result<std::string> part_text(const MessageType& type, std::span<const std::byte> message,
                              std::string_view path);

}  // namespace tandem
