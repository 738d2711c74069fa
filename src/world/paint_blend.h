// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "geometry/rgba_image.h"
#include "scenario/paint.h"

namespace tandem {

// What becomes of a pixel of which `coverage` / 255 is painted; see PaintLayer for the rule.
inline Rgba blended(Rgba there, Rgba source, std::uint32_t coverage, PaintMode mode) {
  const std::uint32_t ink = source.a * coverage;  // all weights are integers: 65025 is 1
  if (mode != PaintMode::erase && ink == 65025) return source;
  const std::uint32_t gone = mode == PaintMode::replace ? 255 * coverage : ink;
  const std::uint32_t source_weight = mode == PaintMode::erase ? 0 : 255 * ink;
  const std::uint32_t there_weight = there.a * (65025 - gone);
  const std::uint32_t total = source_weight + there_weight;
  const std::uint32_t alpha = (total + 65025 / 2) / 65025;
  if (alpha == 0) return {};
  // a pen over the edge of its own line, too, needs no mean: that of two equal numbers is one of
  // them
  const bool is_same = source.r == there.r && source.g == there.g && source.b == there.b;
  if (there_weight == 0 || is_same)
    return {source.r, source.g, source.b, static_cast<std::uint8_t>(alpha)};
  // at most 255 * 255 * 65025 + half of that over 255: fits in 32 bits
  const auto mean = [&](std::uint32_t s, std::uint32_t d) {
    const std::uint32_t sum = s * source_weight + d * there_weight;
    // opaque over opaque is the usual case, and dividing by a constant takes a tenth of the time
    constexpr std::uint32_t opaque = 255 * 65025;
    return static_cast<std::uint8_t>(total == opaque ? (sum + opaque / 2) / opaque
                                                     : (sum + total / 2) / total);
  };
  return {mean(source.r, there.r), mean(source.g, there.g), mean(source.b, there.b),
          static_cast<std::uint8_t>(alpha)};
}

inline Rgba to_rgba(const Color& color) {
  const auto byte = [](float channel) { return static_cast<std::uint8_t>(channel * 255 + 0.5f); };
  const Rgba result{byte(color.r), byte(color.g), byte(color.b), byte(color.a)};
  return result.a == 0 ? Rgba{} : result;
}

}  // namespace tandem
