// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/ros/image_pixels.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>
#include <string_view>

namespace tandem {

namespace {

using sensor_msgs::msg::Image;

// Bytes of colour as they lie in a pixel.
struct ChannelOrder {
  std::string_view encoding;
  std::size_t bytes;
  std::array<std::size_t, 3> rgb;  // where red, green and blue are
};

// The last three are OpenCV's, which has blue first.
constexpr std::array<ChannelOrder, 8> orders{{
    {"rgb8", 3, {0, 1, 2}},
    {"bgr8", 3, {2, 1, 0}},
    {"rgba8", 4, {0, 1, 2}},
    {"bgra8", 4, {2, 1, 0}},
    {"mono8", 1, {0, 0, 0}},
    {"8UC1", 1, {0, 0, 0}},
    {"8UC3", 3, {2, 1, 0}},
    {"8UC4", 4, {2, 1, 0}},
}};

// Numbers of several bytes, to be scaled.
enum class Measure { grey, depth };
struct Numbers {
  std::string_view encoding;
  std::size_t bytes;
  Measure measure;
};
constexpr std::array<Numbers, 3> numbers{{
    {"mono16", 2, Measure::grey},
    {"16UC1", 2, Measure::depth},  // millimetres (REP-118)
    {"32FC1", 4, Measure::depth},  // metres
}};

std::optional<std::string> why_not(const Image& image, std::size_t bytes_per_pixel) {
  if (image.width == 0 || image.height == 0) return "the image is empty";
  if (image.height > most_pixels / image.width)
    return fmt::format("{} x {} pixels are more than {}, which is the most that is shown",
                       image.width, image.height, most_pixels);
  const std::uint64_t row = std::uint64_t{image.width} * bytes_per_pixel;
  if (image.step < row)
    return fmt::format("rows of {} pixels of {} have {} bytes, the message says {}", image.width,
                       image.encoding, row, image.step);
  const std::uint64_t expected = std::uint64_t{image.step} * (image.height - 1) + row;
  if (image.data.size() < expected)
    return fmt::format("the image has {} bytes, {} are missing", image.data.size(),
                       expected - image.data.size());
  return std::nullopt;
}

std::vector<std::uint8_t> reordered(const Image& image, const ChannelOrder& order) {
  std::vector<std::uint8_t> rgb(3 * std::size_t{image.width} * image.height);
  auto out = rgb.begin();
  for (std::size_t y = 0; y < image.height; ++y) {
    const std::uint8_t* pixel = image.data.data() + y * image.step;
    for (std::size_t x = 0; x < image.width; ++x, pixel += order.bytes)
      for (const std::size_t at : order.rgb) *out++ = pixel[at];
  }
  return rgb;
}

// As it lies in the message, whichever byte comes first.
float number_at(const std::uint8_t* bytes, std::size_t count, bool is_big) {
  std::uint32_t bits = 0;
  for (std::size_t i = 0; i < count; ++i)
    bits |= std::uint32_t{bytes[is_big ? count - 1 - i : i]} << (8 * i);
  return count == 2 ? static_cast<float>(bits) : std::bit_cast<float>(bits);
}

std::vector<std::uint8_t> scaled(const Image& image, const Numbers& kind) {
  std::vector<float> values;
  values.reserve(std::size_t{image.width} * image.height);
  float highest = 0, lowest = std::numeric_limits<float>::infinity();
  for (std::size_t y = 0; y < image.height; ++y)
    for (std::size_t x = 0; x < image.width; ++x) {
      const float value = number_at(image.data.data() + y * image.step + x * kind.bytes, kind.bytes,
                                    image.is_bigendian != 0);
      values.push_back(value);
      if (!std::isfinite(value) || value <= 0) continue;
      highest = std::max(highest, value);
      lowest = std::min(lowest, value);
    }

  // the farthest is still to be told from nothing
  constexpr float farthest_grey = 32;
  std::vector<std::uint8_t> rgb;
  rgb.reserve(3 * values.size());
  for (const float value : values) {
    float grey = 0;
    if (std::isfinite(value) && value > 0) {
      if (kind.measure == Measure::grey)
        grey = 255 * value / highest;
      else
        grey = highest > lowest
                   ? 255 - (255 - farthest_grey) * (value - lowest) / (highest - lowest)
                   : 255;
    }
    rgb.insert(rgb.end(), 3, static_cast<std::uint8_t>(std::lround(grey)));
  }
  return rgb;
}

}  // namespace

Result<std::vector<std::uint8_t>> rgb_of(const Image& image) {
  for (const ChannelOrder& order : orders)
    if (order.encoding == image.encoding) {
      if (auto problem = why_not(image, order.bytes)) return Error{*std::move(problem)};
      return reordered(image, order);
    }
  for (const Numbers& kind : numbers)
    if (kind.encoding == image.encoding) {
      if (auto problem = why_not(image, kind.bytes)) return Error{*std::move(problem)};
      return scaled(image, kind);
    }
  return Error{fmt::format(
      "images in '{}' are not shown; rgb8, bgr8, rgba8, bgra8, mono8, mono16, 16UC1 and 32FC1 are",
      image.encoding.substr(0, 40))};
}

}  // namespace tandem
