// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <opencv2/imgproc.hpp>
#include <span>
#include <string>
#include <vector>

#include "autonomy/perception/annotation.h"
#include "autonomy/perception/color_range.h"
#include "autonomy/perception/floor_camera.h"
#include "autonomy/perception/processor.h"

// What processors share, in OpenCV's terms: for files of this module alone.
namespace tandem {

using Contour = std::vector<cv::Point>;

// The lower part of a picture. Rows count from `top`, so offsets bring pixels back.
struct Region {
  int top = 0;
  cv::Mat rgb;  // the picture's own bytes
  cv::Mat hsv;  // blurred

  cv::Point offset() const { return {0, top}; }
  cv::Size picture_size() const { return {rgb.cols, top + rgb.rows}; }
};
// Blurred over so many pixels, which is odd: a few against noise, more to see textures as colors.
Region region_of(const RgbImage& image, double top_share, int blur_px = 3);

// 255 where a pixel has one of the colors.
cv::Mat mask_of(const Region& region, std::span<const ColorLabel> colors);
cv::Mat mask_of(const Region& region, const ColorRange& range);

// The outlines of what is in a mask, the largest first; holes do not count.
std::vector<Contour> outlines_of(const cv::Mat& mask, double min_area_px);

// The mask of one outline alone.
cv::Mat part_of(const cv::Mat& mask, const Contour& outline);

// A straight line through the pixels of a mask: the errors of a sight.
struct FittedLine {
  Vec2 middle_px;             // in the picture
  double angle_rad = 0;       // from the vertical, positive leans to the right
  double half_length_px = 0;  // for who draws it
};
FittedLine fit_line(const cv::Mat& mask, int top);
// The lateral and angular errors of a sight, from such a line.
void tell_errors(const FittedLine& line, int width, tandem_msgs::msg::Sight& sight);

void note_region(const Region& region, Annotation* annotation);
void note_outline(const Contour& outline, int top, Annotation* annotation);
void note_line(const FittedLine& line, const tandem_msgs::msg::Sight& sight,
               Annotation* annotation);
void note_curve(const std::vector<Vec2>& on_floor, const FloorCamera& camera,
                Annotation* annotation);

}  // namespace tandem
