// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "messages/action.h"
#include "messages/type_description.h"

namespace tandem {

// RIHS01, the name of a type's description by which ROS 2 nodes notice that they mean different
// things by one name: SHA-256 over the description and those of all types it refers to.
std::string type_hash(const TypeDescription& description);

template <Action A>
const TypeDescription& describe_action() {
  static constexpr FieldKind part = FieldKind::message;
  static constexpr std::array<FieldShape, 6> parts{{
      {.kind = part, .message = &describe<typename A::Goal>},
      {.kind = part, .message = &describe<typename A::Result>},
      {.kind = part, .message = &describe<typename A::Feedback>},
      {.kind = part, .message = &describe_service<SendGoal<A>>},
      {.kind = part, .message = &describe_service<GetResult<A>>},
      {.kind = part, .message = &describe<FeedbackMessage<A>>},
  }};
  static const TypeDescription description = make_description(
      A::type_name,
      "goal, result, feedback, send_goal_service, get_result_service, feedback_message", parts);
  return description;
}

// Of a message, service or action; computed once.
template <class T>
const std::string& type_hash() {
  static const std::string hash = [] {
    if constexpr (Message<T>)
      return type_hash(describe<T>());
    else if constexpr (Service<T>)
      return type_hash(describe_service<T>());
    else
      return type_hash(describe_action<T>());
  }();
  return hash;
}

}  // namespace tandem
