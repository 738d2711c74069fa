// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "mapping/occupancy_grid.h"

#include <algorithm>
#include <cmath>

namespace tandem {

int OccupancyGrid::cell_of(double offset) const {
  // what is far away stays far away, whatever an int can hold
  return static_cast<int>(std::clamp(std::floor(offset / resolution_m), -1e9, 1e9));
}

}  // namespace tandem
