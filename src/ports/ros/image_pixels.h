// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/result.h"
#include "messages/sensor_msgs.h"

namespace tandem {

constexpr std::size_t most_pixels = 16'777'216;  // of a picture that is shown

// What a person sees of an image message: red, green and blue of each pixel, row by row from the
// top. Depth becomes grey, the nearer the brighter, and black where nothing was measured; grey of
// 16 bits is stretched to what the picture has. Why there is nothing to see, for encodings that
// this does not know and for messages that do not agree with themselves.
Result<std::vector<std::uint8_t>> rgb_of(const sensor_msgs::msg::Image& image);

}  // namespace tandem
