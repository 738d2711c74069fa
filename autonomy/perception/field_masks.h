// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "autonomy/perception/processors.h"
#include "autonomy/perception/vision.h"

namespace tandem {

// Where a picture shows land, and where what is around it.
struct FieldMasks {
  Region region;
  cv::Mat land;
  cv::Mat outside;
};
FieldMasks field_masks_of(const RgbImage& image, const FieldSettings& settings);

// The band where both meet, its middle on the border between them.
cv::Mat edge_of(const FieldMasks& masks);

}  // namespace tandem
