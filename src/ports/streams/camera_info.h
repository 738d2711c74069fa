// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "calibration/camera_calibration.h"
#include "messages/sensor_msgs.h"

namespace tandem {

// "/overhead/camera_info" for "/overhead/image_raw".
std::string info_topic_beside(const std::string& image_topic);
sensor_msgs::msg::CameraInfo camera_info_of(const LensConfig& lens, int width, int height);

}  // namespace tandem
