// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace tandem {

// A family of square markers: black and white cells inside of a black border one cell wide.
struct MarkerDictionary {
  std::string_view name;  // "4x4_50"
  int cells = 0;          // across, the border left out
  // By id. The cells by rows, the top left one in the highest bit; 1 is white.
  std::span<const std::uint64_t> codes;
  // Cells that may be read wrongly: a quarter of what tells two markers apart, so that a marker is
  // rather not found than taken for another.
  int allowed_errors = 0;
};

std::span<const MarkerDictionary> marker_dictionaries();
const MarkerDictionary* find_dictionary(std::string_view name);
std::string dictionary_names();  // for people: "4x4_50, 4x4_100, ..."

// The cells as they are after a quarter of a turn clockwise.
std::uint64_t turned(std::uint64_t cells, int across);

struct MarkerMatch {
  int id = 0;
  int quarter_turns = 0;  // clockwise, of what was read against the marker as it is drawn
};
// Which marker these cells are; `unsure` are those that could not be read, which count as wrong.
std::optional<MarkerMatch> match(const MarkerDictionary& dictionary, std::uint64_t cells,
                                 std::uint64_t unsure = 0);

}  // namespace tandem
