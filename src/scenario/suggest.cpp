// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/suggest.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace tandem {

namespace {

// The number of letters to change, insert or drop to get from one word to the other.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row.back();
}

// "yaw" for "yaw_deg": the unit was forgotten, or is another one
bool differs_by_unit(std::string_view written, std::string_view name) {
  const std::string_view stem = written.substr(0, written.rfind('_'));
  return name.starts_with(fmt::format("{}_", written)) ||
         (stem.size() < written.size() && name.starts_with(fmt::format("{}_", stem)));
}

}  // namespace

std::string suggestion(std::string_view written, std::span<const std::string_view> names) {
  constexpr std::size_t longest = 40;  // longer words are no typing mistakes
  std::string_view best;
  std::size_t best_distance = 3;
  for (const std::string_view name : names) {
    if (written.size() > longest) break;
    const std::size_t changes = differs_by_unit(written, name) ? 1 : distance(written, name);
    if (changes >= best_distance || changes >= std::max(written.size(), std::size_t{2})) continue;
    best = name;
    best_distance = changes;
  }
  if (!best.empty()) return fmt::format("; did you mean '{}'?", best);
  if (names.empty()) return "";
  return fmt::format("; expected {}{}", names.size() > 1 ? "one of " : "",
                     fmt::join(names.begin(), names.end(), ", "));
}

std::string suggestion(std::string_view written, const std::vector<std::string>& names) {
  const std::vector<std::string_view> views(names.begin(), names.end());
  return suggestion(written, std::span<const std::string_view>(views));
}

}  // namespace tandem
