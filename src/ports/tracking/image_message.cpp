// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/tracking/image_message.h"

#include <fmt/format.h>

#include <array>
#include <string_view>

namespace tandem {

namespace {

struct NamedOrder {
  std::string_view encoding;
  PixelOrder order;
};
// The last three are OpenCV's, which has blue first.
constexpr std::array<NamedOrder, 8> orders{{{"mono8", PixelOrder::grey},
                                            {"rgb8", PixelOrder::rgb},
                                            {"bgr8", PixelOrder::bgr},
                                            {"rgba8", PixelOrder::rgba},
                                            {"bgra8", PixelOrder::bgra},
                                            {"8UC1", PixelOrder::grey},
                                            {"8UC3", PixelOrder::bgr},
                                            {"8UC4", PixelOrder::bgra}}};

}  // namespace

Result<GreyImage> grey_of(const sensor_msgs::msg::Image& message) {
  for (const NamedOrder& known : orders)
    if (known.encoding == message.encoding)
      return grey_of(RawPixels{.order = known.order,
                               .width = message.width,
                               .height = message.height,
                               .row_bytes = message.step,
                               .bytes = message.data});
  return Error{fmt::format("pictures in '{}' are not read; mono8, rgb8, bgr8, rgba8 and bgra8 are",
                           message.encoding.substr(0, 40))};
}

}  // namespace tandem
