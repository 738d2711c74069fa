// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/perception/color_range.h"

#include <fmt/format.h>

namespace tandem {

Result<ColorRange> color_range_of(std::span<const std::int64_t> numbers) {
  if (numbers.size() != 6)
    return Error{fmt::format(
        "a range of colors has six numbers: hue, saturation and value at least, then at most; not "
        "{}",
        numbers.size())};
  for (std::size_t i = 0; i < 6; ++i)
    if (const int most = i % 3 == 0 ? 179 : 255; numbers[i] < 0 || numbers[i] > most)
      return Error{fmt::format("a {} is 0 to {}, not {}",
                               i % 3 == 0 ? "hue" : "saturation or value", most, numbers[i])};
  const auto at = [&](std::size_t i) { return static_cast<int>(numbers[i]); };
  if (at(1) > at(4) || at(2) > at(5))
    return Error{"a range of saturation or value ends below its beginning"};
  return ColorRange{at(0), at(1), at(2), at(3), at(4), at(5)};
}

std::vector<std::int64_t> numbers_of(const ColorRange& range) {
  return {range.hue_min, range.saturation_min, range.value_min,
          range.hue_max, range.saturation_max, range.value_max};
}

}  // namespace tandem
