// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "render/draw_job.h"
#include "render/texture.h"

namespace tandem {

// A texture for the ray kernels. Colours are stored as the root of the light they stand for, in 10
// bits: a product brings it back, where the curve of sRGB takes three, and nothing is lost. Data
// stay bytes.
class PackedTexture {
 public:
  explicit PackedTexture(const Texture& texture);

  TextureView view() const;

 private:
  std::vector<std::uint32_t> texels_;
  std::vector<std::uint32_t> alphas_;
  TextureView view_;
};

}  // namespace tandem
