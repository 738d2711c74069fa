// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "messages/message_value.h"

namespace tandem {

// A message as a person writes it on the command line, to be sent once or again and again. As in
// ROS 2, a time may be "now" and a header "auto": that is filled in whenever it is sent.
class MessageTemplate {
 public:
  static Result<MessageTemplate> from_yaml(const TypeDescription& type, std::string_view yaml);

  MessageValue value(Duration now) const;

 private:
  MessageValue value_;
  std::vector<std::vector<std::size_t>> stamps_;  // by the places of members from the outside in
};

}  // namespace tandem
