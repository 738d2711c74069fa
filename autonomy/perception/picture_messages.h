// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "imaging/rgb_image.h"
#include "messages/sensor_msgs.h"

namespace tandem {

// The picture of a message in rgb8, bgr8, rgba8, bgra8 or mono8; or what is wrong with it.
Result<RgbImage> picture_of(const sensor_msgs::msg::Image& message);

// In rgb8. The header is left to the caller.
sensor_msgs::msg::Image message_of(const RgbImage& image);

}  // namespace tandem
