// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <vector>

#include "base/result.h"
#include "geometry/rgba_image.h"
#include "render/vec3f.h"

namespace tandem {

enum class TextureUse { color, data };  // colours are sRGB, everything else is taken as it is

// An image on a surface with all its smaller versions. Sides are powers of two, it repeats in both
// directions, and row 0 is the top: texture coordinate v = 1.
class Texture {
 public:
  struct Level {
    int width = 1;
    int height = 1;
    std::size_t first = 0;  // in texels()
  };

  Texture(const RgbaImage& image, TextureUse use);

  int width() const { return levels_.front().width; }
  int height() const { return levels_.front().height; }
  const std::vector<Level>& levels() const { return levels_; }          // the full image first
  const std::vector<std::uint32_t>& texels() const { return texels_; }  // red in the lowest byte
  TextureUse use() const { return use_; }

  // Linear.
  Vec3f mean() const;
  bool has_transparency() const { return has_transparency_; }

 private:
  std::vector<Level> levels_;
  std::vector<std::uint32_t> texels_;
  TextureUse use_;
  bool has_transparency_ = false;
};

// PNG, JPEG or BMP.
Result<Texture> load_texture(const std::filesystem::path& file, TextureUse use);

// From a value of a file or an image (0 to 1) to amounts of light, and back.
float linear_from_srgb(float value);
float srgb_from_linear(float value);

}  // namespace tandem
