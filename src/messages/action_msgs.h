// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "messages/builtin_interfaces.h"
#include "messages/message.h"
#include "messages/unique_identifier_msgs.h"

// ROS 2's action_msgs, as in Jazzy.
namespace tandem::action_msgs::msg {

struct GoalInfo {
  unique_identifier_msgs::msg::UUID goal_id;
  builtin_interfaces::msg::Time stamp;
  TANDEM_MESSAGE("action_msgs/msg/GoalInfo", goal_id, stamp)
};

struct GoalStatus {
  static constexpr std::int8_t STATUS_UNKNOWN = 0;
  static constexpr std::int8_t STATUS_ACCEPTED = 1;
  static constexpr std::int8_t STATUS_EXECUTING = 2;
  static constexpr std::int8_t STATUS_CANCELING = 3;
  static constexpr std::int8_t STATUS_SUCCEEDED = 4;
  static constexpr std::int8_t STATUS_CANCELED = 5;
  static constexpr std::int8_t STATUS_ABORTED = 6;

  GoalInfo goal_info;
  std::int8_t status = 0;
  TANDEM_CONSTANTS(STATUS_UNKNOWN, STATUS_ACCEPTED, STATUS_EXECUTING, STATUS_CANCELING,
                   STATUS_SUCCEEDED, STATUS_CANCELED, STATUS_ABORTED)
  TANDEM_MESSAGE("action_msgs/msg/GoalStatus", goal_info, status)
};

struct GoalStatusArray {
  std::vector<GoalStatus> status_list;
  TANDEM_MESSAGE("action_msgs/msg/GoalStatusArray", status_list)
};

}  // namespace tandem::action_msgs::msg

namespace tandem::action_msgs::srv {

struct CancelGoal {
  struct Request {
    msg::GoalInfo goal_info;
    TANDEM_MESSAGE("action_msgs/srv/CancelGoal_Request", goal_info)
  };
  struct Response {
    static constexpr std::int8_t ERROR_NONE = 0;
    static constexpr std::int8_t ERROR_REJECTED = 1;
    static constexpr std::int8_t ERROR_UNKNOWN_GOAL_ID = 2;
    static constexpr std::int8_t ERROR_GOAL_TERMINATED = 3;

    std::int8_t return_code = 0;
    std::vector<msg::GoalInfo> goals_canceling;
    TANDEM_CONSTANTS(ERROR_NONE, ERROR_REJECTED, ERROR_UNKNOWN_GOAL_ID, ERROR_GOAL_TERMINATED)
    TANDEM_MESSAGE("action_msgs/srv/CancelGoal_Response", return_code, goals_canceling)
  };
  TANDEM_SERVICE("action_msgs/srv/CancelGoal")
};

}  // namespace tandem::action_msgs::srv

namespace tandem::action_msgs {

using Messages = TypeList<msg::GoalInfo, msg::GoalStatus, msg::GoalStatusArray>;
using Services = TypeList<srv::CancelGoal>;

}  // namespace tandem::action_msgs
