// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/behavior/drive_outcome.h"

#include <fmt/format.h>

#include "messages/nav2_msgs_action.h"

namespace tandem {

Ending judge_drive(bool has_succeeded, std::uint16_t error_code, const std::string& error) {
  using namespace nav2_msgs::action;
  if (has_succeeded) return {"arrived", ""};
  const std::string message = fmt::format("the navigator: {} (error {})", error, error_code);
  switch (error_code) {
    case ComputePathToPose::Result::TF_ERROR:
    case FollowPath::Result::TF_ERROR:
    case Spin::Result::TF_ERROR:
    case BackUp::Result::TF_ERROR:
      return {"tracking_lost", message};
    case FollowPath::Result::CONTROLLER_TIMED_OUT:
      return {"sensor_lost", message};
    default:
      return {"unreachable", message};
  }
}

}  // namespace tandem
