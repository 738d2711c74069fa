// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "messages/builtin_interfaces.h"
#include "messages/geometry_msgs.h"
#include "messages/message.h"

// ROS 2's tf2_msgs, as in Jazzy.
namespace tandem::tf2_msgs::msg {

struct TF2Error {
  static constexpr std::uint8_t NO_ERROR = 0;
  static constexpr std::uint8_t LOOKUP_ERROR = 1;
  static constexpr std::uint8_t CONNECTIVITY_ERROR = 2;
  static constexpr std::uint8_t EXTRAPOLATION_ERROR = 3;
  static constexpr std::uint8_t INVALID_ARGUMENT_ERROR = 4;
  static constexpr std::uint8_t TIMEOUT_ERROR = 5;
  static constexpr std::uint8_t TRANSFORM_ERROR = 6;

  std::uint8_t error = 0;
  std::string error_string;
  TANDEM_CONSTANTS(NO_ERROR, LOOKUP_ERROR, CONNECTIVITY_ERROR, EXTRAPOLATION_ERROR,
                   INVALID_ARGUMENT_ERROR, TIMEOUT_ERROR, TRANSFORM_ERROR)
  TANDEM_MESSAGE("tf2_msgs/msg/TF2Error", error, error_string)
};

struct TFMessage {
  std::vector<geometry_msgs::msg::TransformStamped> transforms;
  TANDEM_MESSAGE("tf2_msgs/msg/TFMessage", transforms)
};

}  // namespace tandem::tf2_msgs::msg

namespace tandem::tf2_msgs::srv {

struct FrameGraph {
  struct Request {
    TANDEM_MESSAGE("tf2_msgs/srv/FrameGraph_Request")
  };
  struct Response {
    std::string frame_yaml;
    TANDEM_MESSAGE("tf2_msgs/srv/FrameGraph_Response", frame_yaml)
  };
  TANDEM_SERVICE("tf2_msgs/srv/FrameGraph")
};

}  // namespace tandem::tf2_msgs::srv

namespace tandem::tf2_msgs::action {

struct LookupTransform {
  struct Goal {
    std::string target_frame;
    std::string source_frame;
    builtin_interfaces::msg::Time source_time;
    builtin_interfaces::msg::Duration timeout;
    builtin_interfaces::msg::Time target_time;
    std::string fixed_frame;
    bool advanced = false;
    TANDEM_MESSAGE("tf2_msgs/action/LookupTransform_Goal", target_frame, source_frame, source_time,
                   timeout, target_time, fixed_frame, advanced)
  };
  struct Result {
    geometry_msgs::msg::TransformStamped transform;
    msg::TF2Error error;
    TANDEM_MESSAGE("tf2_msgs/action/LookupTransform_Result", transform, error)
  };
  struct Feedback {
    TANDEM_MESSAGE("tf2_msgs/action/LookupTransform_Feedback")
  };
  TANDEM_ACTION("tf2_msgs/action/LookupTransform")
};

}  // namespace tandem::tf2_msgs::action

namespace tandem::tf2_msgs {

using Messages = TypeList<msg::TF2Error, msg::TFMessage>;
using Services = TypeList<srv::FrameGraph>;
using Actions = TypeList<action::LookupTransform>;

}  // namespace tandem::tf2_msgs
