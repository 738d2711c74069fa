// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/perception/vision.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace tandem {

Region region_of(const RgbImage& image, double top_share, int blur_px) {
  Region region;
  region.top = std::clamp(static_cast<int>(top_share * image.height), 0, image.height - 1);
  // OpenCV has no view of what may not be changed; nobody writes to this one
  const cv::Mat whole(image.height, image.width, CV_8UC3,
                      const_cast<std::uint8_t*>(image.rgb.data()));
  region.rgb = whole.rowRange(region.top, image.height);
  cv::Mat smooth;
  cv::GaussianBlur(region.rgb, smooth, {blur_px, blur_px}, 0, 0,
                   cv::BORDER_REPLICATE | cv::BORDER_ISOLATED);
  cv::cvtColor(smooth, region.hsv, cv::COLOR_RGB2HSV);
  return region;
}

cv::Mat mask_of(const Region& region, const ColorRange& range) {
  const auto within = [&](int hue_min, int hue_max) {
    cv::Mat mask;
    cv::inRange(region.hsv, cv::Scalar(hue_min, range.saturation_min, range.value_min),
                cv::Scalar(hue_max, range.saturation_max, range.value_max), mask);
    return mask;
  };
  if (range.hue_min <= range.hue_max) return within(range.hue_min, range.hue_max);
  return within(range.hue_min, 179) | within(0, range.hue_max);
}

cv::Mat mask_of(const Region& region, std::span<const ColorLabel> colors) {
  cv::Mat all = cv::Mat::zeros(region.hsv.size(), CV_8U);
  for (const ColorLabel& color : colors) all |= mask_of(region, color.range);
  return all;
}

std::vector<Contour> outlines_of(const cv::Mat& mask, double min_area_px) {
  std::vector<Contour> outlines;
  cv::findContours(mask, outlines, cv::RETR_EXTERNAL, cv::CHAIN_APPROX_NONE);
  std::erase_if(outlines,
                [&](const Contour& outline) { return cv::contourArea(outline) < min_area_px; });
  std::ranges::stable_sort(outlines, std::ranges::greater{},
                           [](const Contour& outline) { return cv::contourArea(outline); });
  return outlines;
}

cv::Mat part_of(const cv::Mat& mask, const Contour& outline) {
  cv::Mat part = cv::Mat::zeros(mask.size(), CV_8U);
  cv::drawContours(part, std::vector<Contour>{outline}, 0, cv::Scalar(255), cv::FILLED);
  return part & mask;
}

// The axis of least moment of inertia, which is what cv::fitLine finds for all pixels, at a
// fraction of its time.
FittedLine fit_line(const cv::Mat& mask, int top) {
  const cv::Moments m = cv::moments(mask, true);
  FittedLine line;
  if (m.m00 <= 0) return line;
  line.middle_px = {m.m10 / m.m00, m.m01 / m.m00 + top};
  const double from_x_axis = 0.5 * std::atan2(2 * m.mu11, m.mu20 - m.mu02);  // y down
  // a line has no direction, so it is turned until it goes up
  line.angle_rad = std::remainder(from_x_axis + std::numbers::pi / 2, std::numbers::pi);
  const double spread =
      std::sqrt((m.mu20 + m.mu02 + std::hypot(m.mu20 - m.mu02, 2 * m.mu11)) / (2 * m.m00));
  line.half_length_px = 1.8 * spread;
  return line;
}

void tell_errors(const FittedLine& line, int width, tandem_msgs::msg::Sight& sight) {
  const double middle = (width - 1) / 2.0;
  sight.lateral_error = (line.middle_px.x - middle) / (width / 2.0);
  sight.angular_error_rad = line.angle_rad;
}

void note_region(const Region& region, Annotation* annotation) {
  if (!annotation) return;
  const double right = region.rgb.cols - 1, bottom = region.picture_size().height - 1;
  const double top = region.top;
  annotation->strokes.push_back(
      {Annotation::Ink::region, {{0, top}, {right, top}, {right, bottom}, {0, bottom}}, true});
}

void note_outline(const Contour& outline, int top, Annotation* annotation) {
  if (!annotation) return;
  Annotation::Stroke stroke{Annotation::Ink::contour, {}, true};
  for (const cv::Point& point : outline)
    stroke.points_px.push_back({static_cast<double>(point.x), static_cast<double>(point.y + top)});
  annotation->strokes.push_back(std::move(stroke));
}

void note_line(const FittedLine& line, const tandem_msgs::msg::Sight& sight,
               Annotation* annotation) {
  if (!annotation) return;
  const Vec2 half = line.half_length_px * Vec2{std::sin(line.angle_rad), -std::cos(line.angle_rad)};
  annotation->strokes.push_back(
      {Annotation::Ink::fit, {line.middle_px - half, line.middle_px + half}});
  annotation->dots_px.push_back(line.middle_px);
  annotation->lines.push_back(fmt::format("lateral {:+.3f}", sight.lateral_error));
  annotation->lines.push_back(
      fmt::format("angle {:+.1f} deg", sight.angular_error_rad * 180 / std::numbers::pi));
}

void note_curve(const std::vector<Vec2>& on_floor, const FloorCamera& camera,
                Annotation* annotation) {
  if (!annotation) return;
  Annotation::Stroke stroke{Annotation::Ink::curve, {}};
  for (const Vec2& point : on_floor)
    if (const auto px = camera.pixel_of(point)) stroke.points_px.push_back(*px);
  annotation->strokes.push_back(std::move(stroke));
}

}  // namespace tandem
