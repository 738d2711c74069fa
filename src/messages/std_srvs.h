// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "messages/message.h"

// ROS 2's std_srvs, as in Jazzy.
namespace tandem::std_srvs::srv {

struct Empty {
  struct Request {
    TANDEM_MESSAGE("std_srvs/srv/Empty_Request")
  };
  struct Response {
    TANDEM_MESSAGE("std_srvs/srv/Empty_Response")
  };
  TANDEM_SERVICE("std_srvs/srv/Empty")
};

struct SetBool {
  struct Request {
    bool data = false;
    TANDEM_MESSAGE("std_srvs/srv/SetBool_Request", data)
  };
  struct Response {
    bool success = false;
    std::string message;
    TANDEM_MESSAGE("std_srvs/srv/SetBool_Response", success, message)
  };
  TANDEM_SERVICE("std_srvs/srv/SetBool")
};

struct Trigger {
  struct Request {
    TANDEM_MESSAGE("std_srvs/srv/Trigger_Request")
  };
  struct Response {
    bool success = false;
    std::string message;
    TANDEM_MESSAGE("std_srvs/srv/Trigger_Response", success, message)
  };
  TANDEM_SERVICE("std_srvs/srv/Trigger")
};

}  // namespace tandem::std_srvs::srv

namespace tandem::std_srvs {

using Services = TypeList<srv::Empty, srv::SetBool, srv::Trigger>;

}  // namespace tandem::std_srvs
