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

// The channels of these topics; all without any. Rejects topics that the file does not have.
std::optional<std::set<std::uint16_t>> channels_of(const McapReader& reader,
                                                   const std::vector<std::string>& topics);

}  // namespace tandem
