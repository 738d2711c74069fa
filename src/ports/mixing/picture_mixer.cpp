// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/mixing/picture_mixer.h"

#include <fmt/format.h>

#include <utility>

#include "ports/streams/camera_info.h"

namespace tandem {

namespace {

using sensor_msgs::msg::Image;

constexpr std::uint32_t most_pixels = 8192;  // along a side
constexpr std::size_t longest_quote = 40;

// 0 for what cannot be drawn into.
int channels_of(const std::string& encoding) {
  if (encoding == "mono8") return 1;
  return encoding == "rgb8" || encoding == "bgr8" ? 3 : 0;
}

bool is_same(const LensConfig& a, const LensConfig& b) {
  return a.type == b.type && a.fx_px == b.fx_px && a.fy_px == b.fy_px && a.cx_px == b.cx_px &&
         a.cy_px == b.cy_px && a.distortion == b.distortion;
}

// Its rows one behind the other, without what some drivers leave between them.
std::vector<std::uint8_t> packed(const Image& picture, int channels) {
  const std::size_t row_bytes = static_cast<std::size_t>(channels) * picture.width;
  if (picture.step == row_bytes) return picture.data;
  std::vector<std::uint8_t> pixels;
  pixels.reserve(row_bytes * picture.height);
  for (std::size_t row = 0; row < picture.height; ++row) {
    const auto begin = picture.data.begin() + static_cast<std::ptrdiff_t>(row * picture.step);
    pixels.insert(pixels.end(), begin, begin + static_cast<std::ptrdiff_t>(row_bytes));
  }
  return pixels;
}

void swap_ends(std::vector<std::uint8_t>& pixels) {
  for (std::size_t i = 0; i + 2 < pixels.size(); i += 3) std::swap(pixels[i], pixels[i + 2]);
}

}  // namespace

std::optional<Error> mistake_in_picture(const Image& picture) {
  const int channels = channels_of(picture.encoding);
  if (channels == 0)
    return Error{fmt::format("they are '{}'; mono8, rgb8 and bgr8 can be",
                             picture.encoding.substr(0, longest_quote))};
  const std::size_t row_bytes = static_cast<std::size_t>(channels) * picture.width;
  if (picture.width == 0 || picture.height == 0 || picture.width > most_pixels ||
      picture.height > most_pixels || picture.step < row_bytes ||
      picture.data.size() != std::size_t{picture.step} * picture.height)
    return Error{"their size does not fit their bytes"};
  return std::nullopt;
}

std::optional<Error> PictureMixer::prepare(const LensConfig& lens, int width, int height) {
  if (optics_ && optics_->real_width == width && optics_->real_height == height &&
      is_same(optics_->real_lens, lens))
    return std::nullopt;
  optics_.reset();
  LensConfig mixed_lens = lens;
  int mixed_width = width, mixed_height = height;
  while (mixed_width > config_.most_width_px) {
    mixed_lens = halved(mixed_lens);
    mixed_width /= 2;
    mixed_height /= 2;
  }
  auto view = MixedView::make(mixed_lens, mixed_width, mixed_height, config_.carrier);
  if (!view) return Error{view.error()};
  optics_.emplace(
      Optics{lens, width, height, mixed_lens, mixed_width, mixed_height, *std::move(view)});
  return std::nullopt;
}

Result<SeenPicture> PictureMixer::mix(const Image& real, const LensConfig& lens,
                                      const MixMoment& moment, const Pose& world_from_camera) {
  if (auto mistake = mistake_in_picture(real)) return *std::move(mistake);
  int columns = static_cast<int>(real.width), rows = static_cast<int>(real.height);
  if (auto mistake = prepare(lens, columns, rows)) return *std::move(mistake);

  const int channels = channels_of(real.encoding);
  Image mixed{.header = real.header, .encoding = real.encoding, .data = packed(real, channels)};
  for (; columns > optics_->width; columns /= 2, rows /= 2)
    mixed.data = halved(mixed.data, columns, rows, channels);
  const bool is_blue_first = real.encoding == "bgr8";
  if (is_blue_first) swap_ends(mixed.data);
  if (auto error =
          optics_->view.draw(moment, world_from_camera,
                             {.pixels = mixed.data, .channels = channels, .tone = config_.tone}))
    return *std::move(error);
  if (is_blue_first) swap_ends(mixed.data);
  mixed.width = static_cast<std::uint32_t>(columns);
  mixed.height = static_cast<std::uint32_t>(rows);
  mixed.step = static_cast<std::uint32_t>(columns * channels);
  SeenPicture seen{.image = std::move(mixed), .info = camera_info_of(optics_->lens, columns, rows)};
  seen.info.header = real.header;
  return seen;
}

}  // namespace tandem
