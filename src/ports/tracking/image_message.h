// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "messages/sensor_msgs.h"
#include "tracking/grey_image.h"

namespace tandem {

// The brightness of a picture from a topic. An error says why it cannot be read.
Result<GreyImage> grey_of(const sensor_msgs::msg::Image& message);

}  // namespace tandem
