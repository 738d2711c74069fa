// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "messages/message.h"
#include "messages/service_msgs.h"

namespace tandem {

// What ROS 2's service introspection publishes of a call; part of every service's type hash.
template <Service S>
struct ServiceEvent {
  service_msgs::msg::ServiceEventInfo info;
  BoundedVector<typename S::Request, 1> request;
  BoundedVector<typename S::Response, 1> response;
  TANDEM_MESSAGE((with_suffix<S::type_name, "_Event">), info, request, response)
};

}  // namespace tandem
