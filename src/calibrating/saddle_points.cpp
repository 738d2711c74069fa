// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "calibrating/saddle_points.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <opencv2/imgproc.hpp>
#include <optional>

#include "tracking/sampling.h"

namespace tandem {

namespace {

constexpr std::size_t most_looked_at = 4000;
constexpr int ring_count = 32;
constexpr double ring_px = 4;
constexpr double min_contrast = 16;  // of 255
constexpr float min_bend = 60;       // that of two fields 14 apart in brightness
constexpr int large_px = 1400;       // wider pictures are searched at half of their size

struct Candidate {
  cv::Point at;
  float strength = 0;
};

// Where the brightness bends up one way and down the other, most of all around.
std::vector<Candidate> bent_places(const cv::Mat& smooth) {
  cv::Mat xx, yy, xy, bend, largest;
  cv::Sobel(smooth, xx, CV_32F, 2, 0);
  cv::Sobel(smooth, yy, CV_32F, 0, 2);
  cv::Sobel(smooth, xy, CV_32F, 1, 1);
  bend = xy.mul(xy) - xx.mul(yy);
  cv::dilate(bend, largest, cv::getStructuringElement(cv::MORPH_RECT, {7, 7}));
  std::vector<Candidate> places;
  for (int y = 6; y < bend.rows - 6; ++y)
    for (int x = 6; x < bend.cols - 6; ++x)
      if (const float strength = bend.at<float>(y, x);
          strength > min_bend && strength == largest.at<float>(y, x))
        places.push_back({{x, y}, strength});
  std::ranges::sort(places, [](const Candidate& a, const Candidate& b) {
    if (a.strength != b.strength) return a.strength > b.strength;
    return a.at.y != b.at.y ? a.at.y < b.at.y : a.at.x < b.at.x;
  });
  if (places.size() > most_looked_at) places.resize(most_looked_at);
  return places;
}

// The contrast around a point if it is dark, light, dark and light again there, the same on
// opposite sides; else nothing.
std::optional<double> contrast_around(const cv::Mat& smooth, cv::Point at) {
  std::array<double, ring_count> ring{};
  double mean = 0;
  for (int i = 0; i < ring_count; ++i) {
    const double angle = 2 * std::numbers::pi * i / ring_count;
    const auto value =
        brightness(smooth, {at.x + ring_px * std::cos(angle), at.y + ring_px * std::sin(angle)});
    if (!value) return std::nullopt;
    ring[static_cast<std::size_t>(i)] = *value;
    mean += *value / ring_count;
  }
  const auto [darkest, lightest] = std::ranges::minmax(ring);
  if (lightest - darkest < min_contrast) return std::nullopt;
  int changes = 0;
  double square = 0, opposite = 0;
  for (std::size_t i = 0; i < ring_count; ++i) {
    const double value = ring[i] - mean;
    if ((value > 0) != (ring[(i + 1) % ring_count] - mean > 0)) ++changes;
    square += value * value;
    opposite += value * (ring[(i + ring_count / 2) % ring_count] - mean);
  }
  if (changes != 4 || opposite < 0.6 * square) return std::nullopt;
  return lightest - darkest;
}

}  // namespace

std::vector<SaddlePoint> find_saddles(const cv::Mat& grey) {
  cv::Mat searched = grey, smooth, bytes;
  const double scale = grey.cols > large_px ? 2 : 1;
  if (scale > 1) cv::resize(grey, searched, {}, 0.5, 0.5, cv::INTER_AREA);
  searched.convertTo(smooth, CV_32F);
  cv::GaussianBlur(smooth, smooth, {}, 1.5);
  cv::GaussianBlur(searched, bytes, {}, 1.0);
  std::vector<cv::Point2f> points;
  std::vector<SaddlePoint> saddles;
  for (const Candidate& candidate : bent_places(smooth)) {
    const auto contrast = contrast_around(bytes, candidate.at);
    if (!contrast) continue;
    const double x = scale * candidate.at.x + 0.5 * (scale - 1);
    const double y = scale * candidate.at.y + 0.5 * (scale - 1);
    points.emplace_back(static_cast<float>(x), static_cast<float>(y));
    saddles.push_back({{x, y}, *contrast});
  }
  if (points.empty()) return {};
  // the point whose lines to all around it run along or across what changes there
  const int reach = scale > 1 ? 5 : 3;
  cv::cornerSubPix(grey, points, {reach, reach}, {-1, -1},
                   {cv::TermCriteria::EPS | cv::TermCriteria::COUNT, 40, 0.001});
  std::vector<SaddlePoint> kept;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Vec2 at{points[i].x, points[i].y}, moved = at - saddles[i].at_px;
    // one that ran away found something else
    if (std::hypot(moved.x, moved.y) < 2.5 * scale) kept.push_back({at, saddles[i].contrast});
  }
  return kept;
}

}  // namespace tandem
