// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/behavior/drive_outcome.h"

#include <fmt/format.h>

#include "messages/nav2_msgs_action.h"

namespace tandem {

Ending judge_drive(GoalStatus status, std::uint16_t error_code, const std::string& error) {
  using namespace nav2_msgs::action;
  if (status == GoalStatus::succeeded) return {"arrived", ""};
  if (status == GoalStatus::canceled)
    return {"preempted", "the navigator: somebody canceled the goal"};
  // a goal that another one takes the place of is aborted without an error, also by Nav2
  if (error_code == ComputePathToPose::Result::NONE)
    return {"preempted", fmt::format("the navigator: {}",
                                     error.empty() ? "another goal took its place" : error)};
  const std::string message = fmt::format("the navigator: {} (error {})", error, error_code);
  switch (error_code) {
    case ComputePathToPose::Result::TF_ERROR:
    case FollowPath::Result::TF_ERROR:
    case Spin::Result::TF_ERROR:
    case BackUp::Result::TF_ERROR:
      return {"tracking_lost", message};
    case FollowPath::Result::CONTROLLER_TIMED_OUT:
    case Spin::Result::UNKNOWN:  // maneuvers have no code for it
    case BackUp::Result::UNKNOWN:
      return {"sensor_lost", message};
    default:
      return {"unreachable", message};
  }
}

}  // namespace tandem
