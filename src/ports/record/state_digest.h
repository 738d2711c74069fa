// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "simulation/frame.h"

namespace tandem {

// What can be told apart in a state, and a digest of each: "body box_1", "robot emaros", "rule
// pong", "paint". What never moves is left out.
using StateDigest = std::vector<std::pair<std::string, std::uint64_t>>;
StateDigest digest_of(const Frame& frame);
// The same where the frame itself has no paint.
StateDigest digest_of(const Frame& frame, std::optional<std::uint64_t> paint_digest);

// The names of what is not the same in both, at most `most` of them.
std::vector<std::string> differing(const StateDigest& a, const StateDigest& b, std::size_t most);

}  // namespace tandem
