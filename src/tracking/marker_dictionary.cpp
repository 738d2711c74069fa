// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "tracking/marker_dictionary.h"

#include <algorithm>
#include <array>
#include <bit>

#include "tracking/marker_tables.h"

namespace tandem {

namespace {

using namespace marker_tables;

std::span<const std::uint64_t> first(std::size_t count, std::span<const std::uint64_t> codes) {
  return codes.first(count);
}

const std::array<MarkerDictionary, 15> dictionaries{{
    {"4x4_50", 4, first(50, aruco_4x4), 0},
    {"4x4_100", 4, first(100, aruco_4x4), 0},
    {"4x4_250", 4, aruco_4x4, 0},
    {"5x5_50", 5, first(50, aruco_5x5), 1},
    {"5x5_100", 5, first(100, aruco_5x5), 1},
    {"5x5_250", 5, aruco_5x5, 1},
    {"6x6_50", 6, first(50, aruco_6x6), 3},
    {"6x6_100", 6, first(100, aruco_6x6), 2},
    {"6x6_250", 6, aruco_6x6, 2},
    {"7x7_50", 7, first(50, aruco_7x7), 4},
    {"7x7_100", 7, first(100, aruco_7x7), 4},
    {"7x7_250", 7, aruco_7x7, 4},
    {"apriltag_16h5", 4, apriltag_16h5, 1},
    {"apriltag_25h9", 5, apriltag_25h9, 2},
    {"apriltag_36h11", 6, apriltag_36h11, 2},
}};

}  // namespace

std::span<const MarkerDictionary> marker_dictionaries() { return dictionaries; }

const MarkerDictionary* find_dictionary(std::string_view name) {
  const auto found = std::ranges::find(dictionaries, name, &MarkerDictionary::name);
  return found == dictionaries.end() ? nullptr : &*found;
}

std::string dictionary_names() {
  std::string names;
  for (const MarkerDictionary& dictionary : dictionaries)
    names += (names.empty() ? "" : ", ") + std::string(dictionary.name);
  return names;
}

std::uint64_t turned(std::uint64_t cells, int across) {
  std::uint64_t result = 0;
  for (int y = 0; y < across; ++y)
    for (int x = 0; x < across; ++x) {
      // what was in the left column from below is now in the top row
      const int from = (across - 1 - x) * across + y;
      result = result << 1 | (cells >> (across * across - 1 - from) & 1);
    }
  return result;
}

std::optional<MarkerMatch> match(const MarkerDictionary& dictionary, std::uint64_t cells,
                                 std::uint64_t unsure) {
  for (int undone = 0; undone < 4; ++undone) {
    for (std::size_t id = 0; id < dictionary.codes.size(); ++id)
      if (std::popcount((cells ^ dictionary.codes[id]) | unsure) <= dictionary.allowed_errors)
        return MarkerMatch{static_cast<int>(id), (4 - undone) % 4};
    cells = turned(cells, dictionary.cells);
    unsure = turned(unsure, dictionary.cells);
  }
  return std::nullopt;
}

}  // namespace tandem
