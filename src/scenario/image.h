// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "base/result.h"
#include "geometry/rgba_image.h"

namespace tandem {

// Brightness from 0 to 65535, row by row from the top.
struct GrayImage {
  int width = 0;
  int height = 0;
  std::vector<std::uint16_t> pixels;
};

// PNG of 8 or 16 bits, JPEG, BMP. Colours become their brightness.
Result<GrayImage> read_gray_image(const std::filesystem::path& file);

// PNG, JPEG, BMP. Pixels without alpha are opaque; the color of fully transparent ones is kept.
Result<RgbaImage> read_rgba_image(const std::filesystem::path& file);

// The image as the bytes of a PNG file, and the file itself. An error when it cannot be written.
std::vector<std::uint8_t> encode_png(const RgbaImage& image);
Result<std::size_t> write_png(const std::filesystem::path& file, const RgbaImage& image);

// The same as JPEG, of which alpha is no part. Qualities go from 1 to 100.
std::vector<std::uint8_t> encode_jpeg(const RgbaImage& image, int quality);
Result<std::size_t> write_jpeg(const std::filesystem::path& file, const RgbaImage& image,
                               int quality);

}  // namespace tandem
