// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "base/result.h"
#include "messages/registry.h"

namespace tandem {

// A message for people: the value itself where that is all there is (std_msgs/String and its kind),
// otherwise lines as `topic echo` prints them.
Result<std::string> message_text(const MessageType& type, std::span<const std::byte> message);

}  // namespace tandem
