// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "messages/sensor_msgs.h"
#include "ports/desk/network.h"

namespace tandem {

// What a camera says of itself, as far as it concerns one of its topics of pictures.
struct ToldCamera {
  PictureLens lens;
  std::string frame;  // optical

  friend bool operator==(const ToldCamera&, const ToldCamera&) = default;
};

// Where the camera of a topic of pictures describes itself, as image_transport has it:
// "/overhead/camera_info" for "/overhead/image_raw" and "/overhead/image_raw/compressed".
std::string camera_info_topic_of(std::string_view image_topic);

// For pictures of that topic, which may be freed of distortion ("image_rect"). An error says what
// is wrong with the numbers.
Result<ToldCamera> told_camera(const sensor_msgs::msg::CameraInfo& info,
                               std::string_view image_topic);

}  // namespace tandem
