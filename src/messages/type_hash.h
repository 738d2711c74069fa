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
  const auto part = [](std::string name, const TypeDescription& type) {
    return FieldDescription{.name = std::move(name), .kind = FieldKind::message, .message = &type};
  };
  static const TypeDescription description{
      .name = std::string(A::type_name),
      .fields = {part("goal", describe<typename A::Goal>()),
                 part("result", describe<typename A::Result>()),
                 part("feedback", describe<typename A::Feedback>()),
                 part("send_goal_service", describe_service<SendGoal<A>>()),
                 part("get_result_service", describe_service<GetResult<A>>()),
                 part("feedback_message", describe<FeedbackMessage<A>>())}};
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
