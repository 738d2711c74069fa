// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <charconv>
#include <cmath>
#include <utility>

#include "scenario/scenario.h"

namespace tandem {

std::optional<Duration> parse_duration(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || !std::isfinite(value)) return std::nullopt;
  std::string_view unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
  if (unit.starts_with(' ')) unit.remove_prefix(1);

  constexpr std::array<std::pair<std::string_view, double>, 6> units{
      {{"ns", 1}, {"us", 1e3}, {"ms", 1e6}, {"s", 1e9}, {"min", 60e9}, {"h", 3600e9}}};
  for (const auto& [name, nanoseconds] : units) {
    if (unit != name) continue;
    const double total = value * nanoseconds;
    if (std::abs(total) > 9e18) return std::nullopt;  // what 64 bits of nanoseconds hold
    return Duration(std::llround(total));
  }
  return std::nullopt;
}

}  // namespace tandem
