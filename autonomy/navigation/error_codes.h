// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstdint>

#include "autonomy/navigation/senses.h"
#include "messages/nav2_msgs_action.h"
#include "middleware/node.h"

namespace tandem {

// Each action of Nav2 has error codes of its own; plans and drives of ours tell those of
// ComputePathToPose and FollowPath.
template <Action A>
constexpr std::uint16_t code_for(std::uint16_t code) {
  using namespace nav2_msgs::action;
  using ToPose = ComputePathToPose::Result;
  using Through = ComputePathThroughPoses::Result;
  constexpr std::uint16_t offset = Through::UNKNOWN - ToPose::UNKNOWN;
  const bool is_of_planning = code >= ToPose::UNKNOWN && code < Through::UNKNOWN;
  if constexpr (std::same_as<A, NavigateThroughPoses> || std::same_as<A, ComputePathThroughPoses>)
    return static_cast<std::uint16_t>(is_of_planning ? code + offset : code);
  // way points that were missed have codes; what is wrong with all of them has but one
  if constexpr (std::same_as<A, FollowWaypoints>)
    return code == 0 ? code : FollowWaypoints::Result::UNKNOWN;
  return code;
}

// Which of them tells what a robot cannot drive without.
template <Action A>
constexpr std::uint16_t code_of(Loss::Of loss) {
  using namespace nav2_msgs::action;
  if constexpr (std::same_as<A, nav2_msgs::action::Spin> ||
                std::same_as<A, nav2_msgs::action::BackUp>)
    return loss == Loss::Of::transform ? A::Result::TF_ERROR : A::Result::UNKNOWN;
  using Codes = FollowPath::Result;
  return code_for<A>(loss == Loss::Of::transform ? Codes::TF_ERROR : Codes::CONTROLLER_TIMED_OUT);
}

}  // namespace tandem
