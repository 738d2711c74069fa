// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "middleware/goal.h"

#include <fmt/format.h>

#include <cstring>

namespace tandem {

std::string to_string(const GoalId& id) {
  std::string text;
  for (const std::uint8_t byte : id) text += fmt::format("{:02x}", byte);
  return text;
}

std::string_view to_string(GoalStatus status) {
  switch (status) {
    case GoalStatus::unknown:
      return "unknown";
    case GoalStatus::accepted:
      return "accepted";
    case GoalStatus::executing:
      return "executing";
    case GoalStatus::canceling:
      return "canceling";
    case GoalStatus::succeeded:
      return "succeeded";
    case GoalStatus::canceled:
      return "canceled";
    case GoalStatus::aborted:
      return "aborted";
  }
  return "unknown";
}

std::optional<GoalId> leading_goal_id(std::span<const std::byte> message) {
  constexpr std::size_t encapsulation = 4;
  GoalId id{};
  if (message.size() < encapsulation + id.size()) return std::nullopt;
  std::memcpy(id.data(), message.data() + encapsulation, id.size());
  return id;
}

}  // namespace tandem
