// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "mapping/map_confusion.h"

#include <cmath>

namespace tandem {

namespace {

std::optional<double> share(std::uint64_t part, std::uint64_t others) {
  if (part + others == 0) return std::nullopt;
  return static_cast<double>(part) / static_cast<double>(part + others);
}

}  // namespace

std::optional<double> MapConfusion::precision() const {
  return share(true_positive, false_positive);
}
std::optional<double> MapConfusion::recall() const { return share(true_positive, false_negative); }
std::optional<double> MapConfusion::accuracy() const {
  return share(true_positive + true_negative, false_positive + false_negative);
}
std::optional<double> MapConfusion::coverage() const {
  return share(true_positive + true_negative + false_positive + false_negative,
               unknown_occupied + unknown_free);
}

MapConfusion compare(const OccupancyGrid& truth, const OccupancyGrid& map) {
  MapConfusion found;
  const auto cells = [&](double metres) {
    return static_cast<int>(std::lround(metres / truth.resolution_m));
  };
  const int columns = cells(truth.origin.x - map.origin.x);
  const int rows = cells(truth.origin.y - map.origin.y);
  for (int row = 0; row < truth.rows; ++row)
    for (int column = 0; column < truth.columns; ++column) {
      const MapCell is = truth.at(column, row);
      if (is == MapCell::unknown) continue;
      const bool is_there = map.contains(column + columns, row + rows);
      const MapCell said = is_there ? map.at(column + columns, row + rows) : MapCell::unknown;
      if (is == MapCell::occupied)
        ++(said == MapCell::occupied ? found.true_positive
           : said == MapCell::free   ? found.false_negative
                                     : found.unknown_occupied);
      else
        ++(said == MapCell::occupied ? found.false_positive
           : said == MapCell::free   ? found.true_negative
                                     : found.unknown_free);
    }
  return found;
}

}  // namespace tandem
