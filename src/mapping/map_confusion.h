// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "mapping/occupancy_grid.h"

namespace tandem {

// How often a map says what of cells whose truth is known. Positive is occupied.
struct MapConfusion {
  std::uint64_t true_positive = 0;
  std::uint64_t false_negative = 0;  // occupied, and said to be free: a robot hits it
  std::uint64_t unknown_occupied = 0;
  std::uint64_t true_negative = 0;
  std::uint64_t false_positive = 0;  // free, and said to be occupied: a robot drives around it
  std::uint64_t unknown_free = 0;

  // Nothing while they would be of nothing.
  std::optional<double> precision() const;  // how much of what it says to be occupied is
  std::optional<double> recall() const;    // how much of what is occupied, and known, it says to be
  std::optional<double> accuracy() const;  // how much of what it knows is right
  std::optional<double> coverage() const;  // how much it knows of what there is to know

  friend bool operator==(const MapConfusion&, const MapConfusion&) = default;
};

// Both lie on each other: the same cells, or multiples of the same size away. What the truth does
// not know does not count; what the map does not have is unknown to it.
MapConfusion compare(const OccupancyGrid& truth, const OccupancyGrid& map);

}  // namespace tandem
