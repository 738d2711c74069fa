// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "autonomy/perception/vision.h"

namespace tandem {

// A mask without what is farther than a distance: rows near the horizon are metres apart, and
// things that stand there are no floor. Without a camera all of it.
cv::Mat near_part(const cv::Mat& mask, const Region& region, const FloorCamera* camera,
                  double max_range_m);

// What all processors of edges tell of a band of pixels; not found if it is none on the floor.
tandem_msgs::msg::Sight sight_of_edge(const cv::Mat& band, const Region& region, const Shot& shot,
                                      Annotation* annotation);
tandem_msgs::msg::Sight no_edge(Annotation* annotation);

}  // namespace tandem
