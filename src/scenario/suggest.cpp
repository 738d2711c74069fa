// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/suggest.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace tandem {

namespace {

// The number of letters to change, insert, drop or swap with their neighbour to get from one word
// to the other.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> steps(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        steps[i][j] = std::max(i, j);
        continue;
      }
      const std::size_t replaced = steps[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      steps[i][j] = std::min({replaced, steps[i - 1][j] + 1, steps[i][j - 1] + 1});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        steps[i][j] = std::min(steps[i][j], steps[i - 2][j - 2] + 1);
    }
  }
  return steps[a.size()][b.size()];
}

// "yaw" for "yaw_deg": the unit was forgotten, or is another one
bool differs_by_unit(std::string_view written, std::string_view name) {
  const std::string_view stem = written.substr(0, written.rfind('_'));
  return name.starts_with(fmt::format("{}_", written)) ||
         (stem.size() < written.size() && name.starts_with(fmt::format("{}_", stem)));
}

}  // namespace

std::string_view near_name(std::string_view written, std::span<const std::string_view> names) {
  constexpr std::size_t longest = 40;  // longer words are no typing mistakes
  std::string_view best;
  // one slip in three letters; a single letter is too little to tell
  std::size_t fewest = written.size() < 2 ? 1 : std::max<std::size_t>(written.size() / 3, 1) + 1;
  for (const std::string_view name : names) {
    if (written.size() > longest) break;
    const std::size_t changes = differs_by_unit(written, name) ? 1 : distance(written, name);
    if (changes >= fewest) continue;
    best = name;
    fewest = changes;
  }
  return best;
}

std::string suggestion(std::string_view written, std::span<const std::string_view> names) {
  const std::string_view best = near_name(written, names);
  if (!best.empty()) return fmt::format("; did you mean '{}'?", best);
  if (names.empty()) return "";
  return fmt::format("; expected {}{}", names.size() > 1 ? "one of " : "",
                     fmt::join(names.begin(), names.end(), ", "));
}

std::string suggestion(std::string_view written, const std::vector<std::string>& names) {
  const std::vector<std::string_view> views(names.begin(), names.end());
  return suggestion(written, std::span<const std::string_view>(views));
}

std::string suggestion(std::string_view written, const std::vector<std::string>& names,
                       const std::vector<std::string>& unlisted) {
  std::vector<std::string> all = names;
  all.insert(all.end(), unlisted.begin(), unlisted.end());
  const std::vector<std::string_view> views(all.begin(), all.end());
  const bool is_near = !near_name(written, views).empty();
  return suggestion(written, is_near ? all : names);
}

}  // namespace tandem
