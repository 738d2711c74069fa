// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/perception/picture_messages.h"

#include <fmt/format.h>

#include <array>
#include <optional>
#include <string_view>

#include "imaging/jpeg.h"

namespace tandem {

namespace {

struct Encoding {
  std::string_view name;
  std::size_t channels;
  std::array<std::size_t, 3> rgb;  // which channel is which
};
constexpr std::array<Encoding, 5> encodings{{{"rgb8", 3, {0, 1, 2}},
                                             {"bgr8", 3, {2, 1, 0}},
                                             {"rgba8", 4, {0, 1, 2}},
                                             {"bgra8", 4, {2, 1, 0}},
                                             {"mono8", 1, {0, 0, 0}}}};

}  // namespace

Result<RgbImage> picture_of(const sensor_msgs::msg::Image& message) {
  const auto* encoding = std::ranges::find(encodings, message.encoding, &Encoding::name);
  if (encoding == encodings.end())
    return Error{
        fmt::format("a picture is encoded as '{}'; expected rgb8, bgr8, rgba8, bgra8 or mono8",
                    message.encoding)};
  const std::size_t width = message.width, height = message.height, step = message.step;
  if (width == 0 || height == 0) return Error{"a picture has no pixels"};
  if (width > max_jpeg_px || height > max_jpeg_px || width * height > max_jpeg_px)
    return Error{fmt::format("a picture of {} x {} is too large", width, height)};
  if (step < width * encoding->channels || message.data.size() < step * height)
    return Error{fmt::format("a picture of {} x {} in {} has {} bytes in rows of {}", width, height,
                             message.encoding, message.data.size(), step)};
  RgbImage image{static_cast<int>(width), static_cast<int>(height), {}};
  image.rgb.resize(3 * width * height);
  auto* out = image.rgb.data();
  for (std::size_t row = 0; row < height; ++row) {
    const auto* in = message.data.data() + row * step;
    for (std::size_t column = 0; column < width; ++column, in += encoding->channels)
      for (const std::size_t channel : encoding->rgb) *out++ = in[channel];
  }
  return image;
}

sensor_msgs::msg::Image message_of(const RgbImage& image) {
  return {.height = static_cast<std::uint32_t>(image.height),
          .width = static_cast<std::uint32_t>(image.width),
          .encoding = "rgb8",
          .step = static_cast<std::uint32_t>(3 * image.width),
          .data = image.rgb};
}

}  // namespace tandem
