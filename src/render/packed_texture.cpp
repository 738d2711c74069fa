// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "render/packed_texture.h"

#include <array>
#include <cmath>

namespace tandem {

namespace {

// From a byte of sRGB to the root of its light in 10 bits.
std::array<std::uint32_t, 256> root_table() {
  std::array<std::uint32_t, 256> table{};
  for (std::size_t i = 0; i < table.size(); ++i) {
    const float light = linear_from_srgb(static_cast<float>(i) / 255);
    table[i] = static_cast<std::uint32_t>(std::lround(1023 * std::sqrt(light)));
  }
  return table;
}

}  // namespace

PackedTexture::PackedTexture(const Texture& texture) {
  const std::vector<std::uint32_t>& source = texture.texels();
  if (texture.use() == TextureUse::color) {
    static const std::array<std::uint32_t, 256> roots = root_table();
    texels_.reserve(source.size());
    for (const std::uint32_t texel : source)
      texels_.push_back(roots[texel & 255u] | roots[texel >> 8 & 255u] << 10 |
                        roots[texel >> 16 & 255u] << 20);
  } else {
    texels_ = source;
  }
  if (texture.has_transparency()) {
    alphas_.resize((source.size() + 3) / 4);
    for (std::size_t i = 0; i < source.size(); ++i)
      alphas_[i / 4] |= (source[i] >> 24) << (8 * (i % 4));
  }

  view_.width = texture.width();
  view_.height = texture.height();
  view_.level_count = static_cast<int>(texture.levels().size());
  for (std::size_t i = 0; i < texture.levels().size(); ++i)
    view_.first_of_level[i] = static_cast<int>(texture.levels()[i].first);
  view_.is_color = texture.use() == TextureUse::color;
}

TextureView PackedTexture::view() const {
  TextureView view = view_;
  view.texels = texels_.data();
  view.alphas = alphas_.empty() ? nullptr : alphas_.data();
  return view;
}

}  // namespace tandem
