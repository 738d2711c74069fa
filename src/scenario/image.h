// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "base/result.h"

namespace tandem {

// Brightness from 0 to 65535, row by row from the top.
struct GrayImage {
  int width = 0;
  int height = 0;
  std::vector<std::uint16_t> pixels;
};

// PNG of 8 or 16 bits, JPEG, BMP. Colours become their brightness.
Result<GrayImage> read_gray_image(const std::filesystem::path& file);

}  // namespace tandem
