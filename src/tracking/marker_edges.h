// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <opencv2/core.hpp>
#include <optional>

#include "tracking/flat_view.h"
#include "tracking/quad_search.h"

namespace tandem {

// The corners of a marker in the flat view, to a small part of a pixel: where the lines along its
// four edges cross. Nothing where an edge is not straight, or not dark inside and light outside.
std::optional<Quad> refine_corners(const cv::Mat& grey, const Quad& rough_px, int cells_across,
                                   const FlatView& view);

}  // namespace tandem
