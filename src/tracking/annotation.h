// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "imaging/rgb_image.h"
#include "tracking/grey_image.h"
#include "tracking/marker_tracker.h"

namespace tandem {

// The picture at half of its size with what was made of it: markers with a pose in green, with
// their x as a red line, implausible ones in orange with the reason.
RgbImage annotated(const GreyImage& image, std::span<const MarkerSight> sights);

}  // namespace tandem
