// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "messages/message.h"
#include "messages/sensor_msgs.h"
#include "messages/std_msgs.h"

// ROS 2's stereo_msgs, as in Jazzy.
namespace tandem::stereo_msgs::msg {

struct DisparityImage {
  std_msgs::msg::Header header;
  sensor_msgs::msg::Image image;
  float f = 0.0F;
  float t = 0.0F;
  sensor_msgs::msg::RegionOfInterest valid_window;
  float min_disparity = 0.0F;
  float max_disparity = 0.0F;
  float delta_d = 0.0F;
  TANDEM_MESSAGE("stereo_msgs/msg/DisparityImage", header, image, f, t, valid_window, min_disparity,
                 max_disparity, delta_d)
};

}  // namespace tandem::stereo_msgs::msg

namespace tandem::stereo_msgs {

using Messages = TypeList<msg::DisparityImage>;

}  // namespace tandem::stereo_msgs
