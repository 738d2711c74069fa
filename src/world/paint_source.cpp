// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "world/paint_source.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace tandem {

namespace {

struct Sample {
  Rgba color;
  double weight;
};

// What is transparent has no say in the color.
Rgba mean(std::span<const Sample> samples) {
  double r = 0, g = 0, b = 0, a = 0;
  for (const Sample& sample : samples) {
    const double ink = sample.weight * sample.color.a;
    r += ink * sample.color.r;
    g += ink * sample.color.g;
    b += ink * sample.color.b;
    a += ink;
  }
  const auto byte = [](double value) { return static_cast<std::uint8_t>(value + 0.5); };
  if (byte(a) == 0) return {};
  return {byte(r / a), byte(g / a), byte(b / a), byte(a)};
}

// Half as many columns or rows; an odd last one stays as it is.
std::shared_ptr<const RgbaImage> halved(const RgbaImage& image, bool is_across) {
  auto half = std::make_shared<RgbaImage>();
  half->width = is_across ? (image.width + 1) / 2 : image.width;
  half->height = is_across ? image.height : (image.height + 1) / 2;
  half->pixels.resize(static_cast<std::size_t>(half->width) *
                      static_cast<std::size_t>(half->height));
  for (int row = 0; row < half->height; ++row)
    for (int column = 0; column < half->width; ++column) {
      const int x = is_across ? 2 * column : column, y = is_across ? row : 2 * row;
      const int next_x = std::min(is_across ? x + 1 : x, image.width - 1);
      const int next_y = std::min(is_across ? y : y + 1, image.height - 1);
      half->at(column, row) =
          mean(std::array{Sample{image.at(x, y), 0.5}, Sample{image.at(next_x, next_y), 0.5}});
    }
  return half;
}

}  // namespace

StretchedImage::StretchedImage(std::shared_ptr<const RgbaImage> image, Vec2 center, Vec2 half,
                               double cos_turn, double sin_turn)
    : image_(std::move(image)),
      center_(center),
      half_(half),
      cos_turn_(cos_turn),
      sin_turn_(sin_turn) {
  while (image_->width > 1 && image_->width >= 4 * half_.x) image_ = halved(*image_, true);
  while (image_->height > 1 && image_->height >= 4 * half_.y) image_ = halved(*image_, false);
}

Rgba StretchedImage::at(Vec2 point) const {
  const Vec2 offset = point - center_;
  const double along_x = cos_turn_ * offset.x + sin_turn_ * offset.y;
  const double along_y = -sin_turn_ * offset.x + cos_turn_ * offset.y;
  // in the image, counted from the middle of its first pixel
  const double x = (along_x / half_.x + 1) / 2 * image_->width - 0.5;
  const double y = (along_y / half_.y + 1) / 2 * image_->height - 0.5;
  const double last_x = image_->width - 1, last_y = image_->height - 1;
  const double left = std::floor(std::clamp(x, 0.0, last_x));
  const double top = std::floor(std::clamp(y, 0.0, last_y));
  const double right_share = std::clamp(x - left, 0.0, 1.0);
  const double lower_share = std::clamp(y - top, 0.0, 1.0);
  const int x0 = static_cast<int>(left), y0 = static_cast<int>(top);
  const int x1 = std::min(x0 + 1, image_->width - 1), y1 = std::min(y0 + 1, image_->height - 1);
  return mean(std::array{
      Sample{image_->at(x0, y0), (1 - right_share) * (1 - lower_share)},
      Sample{image_->at(x1, y0), right_share * (1 - lower_share)},
      Sample{image_->at(x0, y1), (1 - right_share) * lower_share},
      Sample{image_->at(x1, y1), right_share * lower_share},
  });
}

}  // namespace tandem
