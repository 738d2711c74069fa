// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/result.h"

namespace tandem {

// Makes JPEG files of pictures. Belongs to one thread.
class JpegEncoder {
 public:
  JpegEncoder();
  ~JpegEncoder();

  // Three bytes a pixel, row by row from the top.
  Result<std::vector<std::uint8_t>> encode(std::span<const std::uint8_t> rgb, int width, int height,
                                           int quality = 90);

 private:
  struct Closer {
    void operator()(void* handle) const;
  };
  std::unique_ptr<void, Closer> handle_;
};

}  // namespace tandem
