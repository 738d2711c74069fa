// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "tracking/marker_finder.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <opencv2/imgproc.hpp>

#include "tracking/marker_edges.h"
#include "tracking/marker_reader.h"

namespace tandem {

namespace {

// OpenCV's headers know no constant pixels; nothing is written to them.
cv::Mat mat_of(const GreyImage& image) {
  return {image.height, image.width, CV_8UC1, const_cast<std::uint8_t*>(image.pixels.data())};
}

bool is_whole(const GreyImage& image) {
  return image.width > 0 && image.height > 0 &&
         image.pixels.size() ==
             static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height);
}

Vec2 middle_of(const FoundMarker& marker) {
  const auto& c = marker.corners_px;
  return 0.25 * (c[0] + c[1] + c[2] + c[3]);
}

double size_of(const FoundMarker& marker) {
  const Vec2 diagonal = marker.corners_px[2] - marker.corners_px[0];
  return std::hypot(diagonal.x, diagonal.y);
}

std::optional<FoundMarker> read_marker(const cv::Mat& grey, const Quad& rough_px,
                                       const MarkerFinderConfig& config, const FlatView& view) {
  const int cells = config.dictionary->cells;
  const auto flat_corners = refine_corners(grey, rough_px, cells + 2, view);
  if (!flat_corners) return std::nullopt;
  const auto read = read_cells(grey, *flat_corners, cells, config.min_contrast, view);
  if (!read) return std::nullopt;
  const auto found = match(*config.dictionary, read->white, read->unsure);
  if (!found) return std::nullopt;
  FoundMarker marker{.id = found->id};
  for (std::size_t i = 0; i < 4; ++i)
    marker.corners_px[i] =
        view.pixel((*flat_corners)[(i + static_cast<std::size_t>(found->quarter_turns)) % 4]);
  return marker;
}

// One square has several outlines; what is found twice at one place is one marker.
bool is_among(const FoundMarker& marker, const std::vector<FoundMarker>& others) {
  return std::ranges::any_of(others, [&](const FoundMarker& other) {
    const Vec2 d = middle_of(marker) - middle_of(other);
    return other.id == marker.id && std::hypot(d.x, d.y) < 0.25 * size_of(other);
  });
}

}  // namespace

MarkerFinder::MarkerFinder(const MarkerFinderConfig& config) : config_(config) {
  assert(config.dictionary != nullptr);
  // other threads would be woken for pictures of a few milliseconds
  cv::setNumThreads(1);
}

std::vector<FoundMarker> MarkerFinder::find(const GreyImage& image) const {
  return find(image, {0, 0, image.width, image.height});
}

std::vector<FoundMarker> MarkerFinder::find(const GreyImage& image, const PixelBox& box) const {
  if (!is_whole(image)) return {};
  const cv::Mat grey = mat_of(image);
  const cv::Rect part = cv::Rect(box.x, box.y, box.width, box.height) & cv::Rect({}, grey.size());
  if (part.width < config_.min_side_px || part.height < config_.min_side_px) return {};

  // squares of 8 pixels are still seen; a quarter of the pixels is a quarter of the work
  constexpr int large_px = 512 * 512;
  const bool halves = config_.min_side_px >= 16 && part.area() > large_px;
  cv::Mat searched = grey(part);
  if (halves) cv::resize(grey(part), searched, {}, 0.5, 0.5, cv::INTER_AREA);
  const double scale = halves ? 2 : 1;
  const FlatView view(config_.lens);
  std::vector<FoundMarker> found;
  for (Quad& quad : find_quads(searched, config_.min_side_px / scale)) {
    // the middle of the first pixel of the half picture is between two of the whole
    for (Vec2& corner : quad)
      corner =
          scale * corner + 0.5 * (scale - 1) * Vec2{1, 1} + Vec2{double(part.x), double(part.y)};
    const auto marker = read_marker(grey, quad, config_, view);
    if (marker && !is_among(*marker, found)) found.push_back(*marker);
  }
  // not in the order of outlines, which is nobody's concern
  std::ranges::sort(found, [](const FoundMarker& a, const FoundMarker& b) {
    if (a.id != b.id) return a.id < b.id;
    const Vec2 p = middle_of(a), q = middle_of(b);
    return p.x != q.x ? p.x < q.x : p.y < q.y;
  });
  return found;
}

}  // namespace tandem
