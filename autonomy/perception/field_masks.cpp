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

// Without what is too small to be land.
cv::Mat large_parts_of(const cv::Mat& mask, int min_area_px) {
  cv::Mat large = cv::Mat::zeros(mask.size(), CV_8U);
  cv::drawContours(large, outlines_of(mask, min_area_px), -1, cv::Scalar(255), cv::FILLED);
  return large & mask;
}

}  // namespace

FieldMasks field_masks_of(const RgbImage& image, const FieldSettings& settings) {
  FieldMasks masks;
  masks.region = region_of(image, settings.top_share, 7);
  masks.land = mask_of(masks.region, settings.land);
  masks.outside = mask_of(masks.region, settings.outside);
  fill_in(masks.land);
  fill_in(masks.outside);
  masks.land = large_parts_of(masks.land, settings.min_area_px);
  return masks;
}

cv::Mat edge_of(const FieldMasks& masks) {
  // as far into one side as into the other, so that the middle of the band is the edge
  const cv::Mat reach = cv::Mat::ones(9, 9, CV_8U);
  cv::Mat land, outside;
  cv::dilate(masks.land, land, reach);
  cv::dilate(masks.outside, outside, reach);
  return land & outside;
}

}  // namespace tandem
