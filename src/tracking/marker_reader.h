// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <opencv2/core.hpp>
#include <optional>

#include "tracking/flat_view.h"
#include "tracking/quad_search.h"

namespace tandem {

// The cells inside of a marker's border as a dictionary has them, the corner 0 of the square at
// their top left.
struct ReadCells {
  std::uint64_t white = 0;
  std::uint64_t unsure = 0;  // neither clearly black nor clearly white
};

// Nothing where this is no marker: no black border all around, or no light margin around that.
std::optional<ReadCells> read_cells(const cv::Mat& grey, const Quad& flat_corners, int cells,
                                    int min_contrast, const FlatView& view);

}  // namespace tandem
