// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "messages/message.h"
#include "messages/std_msgs.h"

// Of ROS 2's vision_msgs what says how classes are called, as in Jazzy.
namespace tandem::vision_msgs::msg {

struct VisionClass {
  std::uint16_t class_id = 0;
  std::string class_name;
  TANDEM_MESSAGE("vision_msgs/msg/VisionClass", class_id, class_name)
};

struct LabelInfo {
  std_msgs::msg::Header header;
  std::vector<VisionClass> class_map;
  float threshold = 0.0f;
  TANDEM_MESSAGE("vision_msgs/msg/LabelInfo", header, class_map, threshold)
};

}  // namespace tandem::vision_msgs::msg

namespace tandem::vision_msgs {

using Messages = TypeList<msg::LabelInfo, msg::VisionClass>;

}  // namespace tandem::vision_msgs
