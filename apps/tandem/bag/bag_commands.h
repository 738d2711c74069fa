// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "command.h"
#include "recording/mcap_reader.h"

namespace tandem {

// What can follow `tandem bag`.
void add_bag_info(Command bag);
void add_bag_play(Command bag);
void add_bag_convert(Command bag);

// Ends the command where the file cannot be read, and tells where it is not whole.
McapReader open_bag(const std::string& file);

// The next message, or nothing at the end. What is damaged is told of and counted.
class WarnedMessages {
 public:
  explicit WarnedMessages(McapReader::Messages messages) : messages_(std::move(messages)) {}

  std::optional<McapMessage> next();
  std::size_t damaged() const { return damaged_; }  // parts of the file
  std::uint64_t lost() const { return messages_.lost(); }

 private:
  McapReader::Messages messages_;
  std::size_t damaged_ = 0;
};
// "1 damaged part is left out, with 512 messages"
std::string left_out_text(std::size_t damaged, std::uint64_t lost);

// Rejects a --start behind the end.
void check_start(const McapReader& reader, Duration start);

// The channels of these topics; all without any. Rejects topics that the file does not have.
std::optional<std::set<std::uint16_t>> channels_of(const McapReader& reader,
                                                   const std::vector<std::string>& topics);

}  // namespace tandem
