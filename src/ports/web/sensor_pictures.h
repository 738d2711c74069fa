// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "render/camera.h"
#include "sensors/sensor_info.h"

namespace tandem::web {

// What a camera saw as a person can look at it, three bytes a pixel: colours as they are, depths
// from white (near) to black, a colour for each class. Empty where the image does not have it.
std::vector<std::uint8_t> visible_pixels(const CameraImage& image, Streams stream);

}  // namespace tandem::web
