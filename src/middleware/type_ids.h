// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "messages/action.h"
#include "messages/message.h"
#include "messages/type_hash.h"
#include "middleware/transport.h"

namespace tandem {

// What the transport needs to know of a type.

struct ActionTypeId {
  std::string name;  // "nav2_msgs/action/NavigateToPose"
  ServiceTypeId send_goal;
  ServiceTypeId get_result;
  TypeId feedback_message;
};

template <Message M>
TypeId type_id() {
  return {std::string(M::type_name), type_hash<M>()};
}
template <Service S>
ServiceTypeId service_type_id() {
  return {std::string(S::type_name), type_id<typename S::Request>(),
          type_id<typename S::Response>()};
}
template <Action A>
ActionTypeId action_type_id() {
  return {std::string(A::type_name), service_type_id<SendGoal<A>>(),
          service_type_id<GetResult<A>>(), type_id<FeedbackMessage<A>>()};
}

}  // namespace tandem
