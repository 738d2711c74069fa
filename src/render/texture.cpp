// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "render/texture.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "scenario/image.h"

namespace tandem {

namespace {

constexpr int max_side = 4096;

// The nearest power of two.
int fitting_side(int side) {
  const int above = static_cast<int>(std::bit_ceil(static_cast<unsigned>(side)));
  return std::min(max_side, above - side > side - above / 2 ? above / 2 : above);
}

using Pixel = std::array<float, 4>;

// An image while it is made smaller: linear, so that means are those of light.
struct LinearImage {
  int width = 0, height = 0;
  std::vector<Pixel> pixels;

  const Pixel& at(int x, int y) const {
    return pixels[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
                  static_cast<std::size_t>(x)];
  }
};

LinearImage to_linear(const RgbaImage& image, TextureUse use) {
  std::array<float, 256> table;
  for (std::size_t i = 0; i < table.size(); ++i) {
    const float value = static_cast<float>(i) / 255;
    table[i] = use == TextureUse::color ? linear_from_srgb(value) : value;
  }
  LinearImage linear{image.width, image.height, {}};
  linear.pixels.reserve(image.pixels.size());
  for (const Rgba& p : image.pixels)
    linear.pixels.push_back({table[p.r], table[p.g], table[p.b], static_cast<float>(p.a) / 255});
  return linear;
}

// The mean over the area that each new pixel covers.
LinearImage resized(const LinearImage& from, int width, int height) {
  LinearImage to{width, height, {}};
  to.pixels.reserve(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
  const double sx = static_cast<double>(from.width) / width;
  const double sy = static_cast<double>(from.height) / height;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      Pixel sum{};
      double weight = 0;
      for (int v = static_cast<int>(y * sy); v < from.height && v < (y + 1) * sy; ++v)
        for (int u = static_cast<int>(x * sx); u < from.width && u < (x + 1) * sx; ++u) {
          const double share = (std::min(u + 1.0, (x + 1) * sx) - std::max<double>(u, x * sx)) *
                               (std::min(v + 1.0, (y + 1) * sy) - std::max<double>(v, y * sy));
          weight += share;
          for (std::size_t c = 0; c < 4; ++c)
            sum[c] += static_cast<float>(share) * from.at(u, v)[c];
        }
      for (float& channel : sum) channel /= static_cast<float>(weight);
      to.pixels.push_back(sum);
    }
  return to;
}

std::uint32_t to_texel(const Pixel& pixel, TextureUse use) {
  std::uint32_t texel = 0;
  for (std::size_t c = 0; c < 4; ++c) {
    const float value = use == TextureUse::color && c < 3 ? srgb_from_linear(pixel[c]) : pixel[c];
    const auto byte = static_cast<std::uint32_t>(std::lround(255 * std::clamp(value, 0.0f, 1.0f)));
    texel |= byte << (8 * c);
  }
  return texel;
}

}  // namespace

float linear_from_srgb(float value) {
  return value <= 0.04045f ? value / 12.92f : std::pow((value + 0.055f) / 1.055f, 2.4f);
}

float srgb_from_linear(float value) {
  return value <= 0.0031308f ? value * 12.92f : 1.055f * std::pow(value, 1 / 2.4f) - 0.055f;
}

Texture::Texture(const RgbaImage& source, TextureUse use) : use_(use) {
  has_transparency_ = std::ranges::any_of(source.pixels, [](const Rgba& p) { return p.a < 255; });
  LinearImage image = to_linear(source, use);
  const int width = fitting_side(source.width), height = fitting_side(source.height);
  if (width != source.width || height != source.height) image = resized(image, width, height);
  for (;;) {
    levels_.push_back({image.width, image.height, texels_.size()});
    for (const Pixel& pixel : image.pixels) texels_.push_back(to_texel(pixel, use));
    if (image.width == 1 && image.height == 1) break;
    image = resized(image, std::max(1, image.width / 2), std::max(1, image.height / 2));
  }
}

Vec3f Texture::mean() const {
  const std::uint32_t texel = texels_.back();
  const auto channel = [&](int c) {
    const float value = static_cast<float>((texel >> (8 * c)) & 255u) / 255;
    return use_ == TextureUse::color ? linear_from_srgb(value) : value;
  };
  return {channel(0), channel(1), channel(2)};
}

Result<Texture> load_texture(const std::filesystem::path& file, TextureUse use) {
  const Result<RgbaImage> image = read_rgba_image(file);
  if (!image) return Error{image.error()};
  return Texture(*image, use);
}

}  // namespace tandem
