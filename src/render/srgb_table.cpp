// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "render/srgb_table.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

#include "render/texture.h"

namespace tandem {

namespace {

constexpr std::size_t pieces = 13 * 8;

std::array<float, 2 * pieces> make_table() {
  std::array<float, 2 * pieces> table{};
  const auto curve = [](float light) { return 255 * srgb_from_linear(light) + 0.5f; };
  for (std::size_t i = 0; i < pieces; ++i) {
    const auto bits = static_cast<std::uint32_t>(srgb_table_first) +
                      (static_cast<std::uint32_t>(i) << srgb_table_shift);
    const float low = std::bit_cast<float>(bits);
    const float high = std::bit_cast<float>(bits + (1u << srgb_table_shift));
    const float slope = (curve(high) - curve(low)) / (high - low);
    table[2 * i] = curve(low) - slope * low;
    table[2 * i + 1] = slope;
  }
  return table;
}

}  // namespace

const float* srgb_table() {
  static const std::array<float, 2 * pieces> table = make_table();
  return table.data();
}

}  // namespace tandem
