// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "messages/action_msgs.h"
#include "messages/message.h"
#include "messages/unique_identifier_msgs.h"

namespace tandem {

// What an action A sends over its two services and its feedback topic. The third service and the
// status topic are the same for all: action_msgs::srv::CancelGoal,
// action_msgs::msg::GoalStatusArray.

template <Action A>
struct SendGoal {
  struct Request {
    unique_identifier_msgs::msg::UUID goal_id;
    typename A::Goal goal;
    TANDEM_MESSAGE((with_suffix<A::type_name, "_SendGoal_Request">), goal_id, goal)
  };
  struct Response {
    bool accepted = false;
    builtin_interfaces::msg::Time stamp;
    TANDEM_MESSAGE((with_suffix<A::type_name, "_SendGoal_Response">), accepted, stamp)
  };
  TANDEM_SERVICE((with_suffix<A::type_name, "_SendGoal">))
};

template <Action A>
struct GetResult {
  struct Request {
    unique_identifier_msgs::msg::UUID goal_id;
    TANDEM_MESSAGE((with_suffix<A::type_name, "_GetResult_Request">), goal_id)
  };
  struct Response {
    std::int8_t status = 0;  // one of action_msgs::msg::GoalStatus
    typename A::Result result;
    TANDEM_MESSAGE((with_suffix<A::type_name, "_GetResult_Response">), status, result)
  };
  TANDEM_SERVICE((with_suffix<A::type_name, "_GetResult">))
};

template <Action A>
struct FeedbackMessage {
  unique_identifier_msgs::msg::UUID goal_id;
  typename A::Feedback feedback;
  TANDEM_MESSAGE((with_suffix<A::type_name, "_FeedbackMessage">), goal_id, feedback)
};

}  // namespace tandem
