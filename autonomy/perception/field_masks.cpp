// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/perception/field_masks.h"

namespace tandem {

namespace {

// Weeds and clods are no holes in a field, and a stalk of straw in the grass is no field.
void fill_in(cv::Mat& mask) {
  cv::morphologyEx(mask, mask, cv::MORPH_CLOSE, cv::Mat::ones(9, 9, CV_8U));
  cv::morphologyEx(mask, mask, cv::MORPH_OPEN, cv::Mat::ones(5, 5, CV_8U));
}

}  // namespace

FieldMasks field_masks_of(const RgbImage& image, const FieldSettings& settings) {
  FieldMasks masks;
  masks.region = region_of(image, settings.top_share, 7);
  masks.land = mask_of(masks.region, settings.land);
  masks.outside = mask_of(masks.region, settings.outside);
  fill_in(masks.land);
  fill_in(masks.outside);
  return masks;
}

cv::Mat edge_of(const FieldMasks& masks) {
  // as far into one side as into the other, so that the middle of the band is the edge
  const cv::Mat reach = cv::Mat::ones(7, 7, CV_8U);
  cv::Mat land, outside;
  cv::dilate(masks.land, land, reach);
  cv::dilate(masks.outside, outside, reach);
  return land & outside;
}

}  // namespace tandem
