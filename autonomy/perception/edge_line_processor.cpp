// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/perception/edge_line_processor.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "autonomy/perception/edge_sight.h"
#include "autonomy/perception/field_masks.h"

namespace tandem {

namespace {

// In rows of the region.
struct Segment {
  Vec2 from, to;

  double length_px() const { return std::hypot(to.x - from.x, to.y - from.y); }
  Vec2 direction() const { return (1 / length_px()) * (to - from); }
};

// Of the line of single pixels within the band where the land ends.
std::vector<Segment> segments_of(const FieldMasks& masks, const cv::Mat& band, int min_length_px) {
  cv::Mat border;
  cv::morphologyEx(masks.land, border, cv::MORPH_GRADIENT, cv::Mat::ones(2, 2, CV_8U));
  constexpr int gap_px = 12;
  std::vector<cv::Vec4i> found;
  cv::HoughLinesP(border & band, found, 1, std::numbers::pi / 180, min_length_px / 2, min_length_px,
                  gap_px);
  std::vector<Segment> segments;
  for (const cv::Vec4i& s : found)
    segments.push_back({{static_cast<double>(s[0]), static_cast<double>(s[1])},
                        {static_cast<double>(s[2]), static_cast<double>(s[3])}});
  return segments;
}

// Whether it leads ahead rather than across: by its direction on the floor, or without a camera in
// the picture.
bool leads_on(const Segment& segment, const Region& region, const FloorCamera* camera) {
  constexpr double widest = 50 * std::numbers::pi / 180;
  if (!camera) {
    const Vec2 along = segment.to - segment.from;
    return std::atan2(std::abs(along.x), std::abs(along.y)) < widest;
  }
  const auto from = camera->floor_at({segment.from.x, segment.from.y + region.top});
  const auto to = camera->floor_at({segment.to.x, segment.to.y + region.top});
  if (!from || !to) return false;
  return std::atan2(std::abs(to->y - from->y), std::abs(to->x - from->x)) < widest;
}

// The band beside a segment and its extension: votes break where an edge is rough.
cv::Mat band_along(const cv::Mat& band, const Segment& segment) {
  constexpr int width_px = 15;
  const Vec2 along = (band.cols + band.rows) * segment.direction();
  const auto point = [](Vec2 p) {
    return cv::Point(static_cast<int>(std::lround(p.x)), static_cast<int>(std::lround(p.y)));
  };
  cv::Mat beside = cv::Mat::zeros(band.size(), CV_8U);
  cv::line(beside, point(segment.from - along), point(segment.to + along), cv::Scalar(255),
           width_px);
  return band & beside;
}

}  // namespace

tandem_msgs::msg::Sight EdgeLineProcessor::look(const Shot& shot, Annotation* annotation) const {
  const FieldMasks masks = field_masks_of(shot.image, settings_);
  note_region(masks.region, annotation);
  const cv::Mat band = near_part(edge_of(masks), masks.region, shot.camera, settings_.max_range_m);
  std::vector<Segment> segments = segments_of(masks, band, settings_.min_edge_px);
  if (purpose_ == Purpose::following)
    std::erase_if(segments, [&](const Segment& segment) {
      return !leads_on(segment, masks.region, shot.camera);
    });
  const auto longest = std::ranges::max_element(segments, {}, &Segment::length_px);
  if (longest != segments.end()) {
    auto sight = sight_of_edge(band_along(band, *longest), masks.region, shot, annotation);
    if (sight.found) return sight;
  }
  return no_edge(annotation);
}

}  // namespace tandem
