// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "messages/builtin_interfaces.h"
#include "messages/message.h"

namespace tandem {

// Names a goal of an action in the whole network.
using GoalId = std::array<std::uint8_t, 16>;

std::string to_string(const GoalId& id);  // "0a1b..."

// The numbers are those of action_msgs/msg/GoalStatus.
enum class GoalStatus : std::int8_t {
  unknown = 0,
  accepted = 1,
  executing = 2,
  canceling = 3,
  succeeded = 4,
  canceled = 5,
  aborted = 6,
};

std::string_view to_string(GoalStatus status);
constexpr bool is_over(GoalStatus status) { return status > GoalStatus::canceling; }

// The requests and the feedback of every action begin with the goal's id, right behind the
// encapsulation; as it has 16 bytes, what follows is laid out as if it stood alone.
std::optional<GoalId> leading_goal_id(std::span<const std::byte> message);

// The answer to send_goal, the same for every action.
struct GoalAnswer {
  bool accepted = false;
  builtin_interfaces::msg::Time stamp;
  TANDEM_MESSAGE("action_SendGoal_Response", accepted, stamp)
};

}  // namespace tandem
