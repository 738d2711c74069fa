// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "plane_tracking/plane_finder.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>
#include <opencv2/imgproc.hpp>

#include "calibration/homography.h"
#include "calibration/lens.h"
#include "calibration/plane_pose.h"

namespace tandem {

namespace {

constexpr int reach_px = 13;        // of a signature around its place
constexpr int places_a_view = 160;  // of the plane
constexpr int places_a_picture = 700;
constexpr int largest_view_px = 640;
constexpr int worst_match = 70;      // of 256 comparisons that may differ
constexpr double next_match = 0.85;  // the best must be that much better than one elsewhere
constexpr double inlier_px = 4;
constexpr int fewest_inliers = 12;
constexpr int rounds = 600;

cv::Mat mat_of(const GreyImage& image) {
  // OpenCV's headers know no constant pixels; nothing is written to them
  return {image.height, image.width, CV_8UC1, const_cast<std::uint8_t*>(image.pixels.data())};
}

// The same numbers on every machine.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next() {
    state_ += 0x9e3779b97f4a7c15ULL;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
  }
  int below(int count) { return static_cast<int>(next() % static_cast<std::uint64_t>(count)); }

 private:
  std::uint64_t state_;
};

// Pairs of pixels that are compared, more of them near the middle.
struct Comparison {
  cv::Point a, b;
};
const std::array<Comparison, 256>& comparisons() {
  static const std::array<Comparison, 256> all = [] {
    std::array<Comparison, 256> made;
    Dice dice(7);
    const auto somewhere = [&] {
      const auto along = [&] {
        return (dice.below(2 * reach_px + 1) + dice.below(2 * reach_px + 1)) / 2 - reach_px;
      };
      const int x = along();
      return cv::Point{x, along()};
    };
    for (Comparison& comparison : made) {
      comparison.a = somewhere();
      comparison.b = somewhere();
    }
    return made;
  }();
  return all;
}

std::vector<PlaneFinder::Place> places_of(const cv::Mat& grey, int count) {
  std::vector<cv::Point2f> corners;
  cv::goodFeaturesToTrack(grey, corners, count, 0.01, 5);
  cv::Mat smooth;
  cv::GaussianBlur(grey, smooth, {}, 2);
  std::vector<PlaneFinder::Place> places;
  for (const cv::Point2f& corner : corners) {
    const cv::Point at{static_cast<int>(std::lround(corner.x)),
                       static_cast<int>(std::lround(corner.y))};
    if (at.x < reach_px || at.y < reach_px || at.x >= grey.cols - reach_px ||
        at.y >= grey.rows - reach_px)
      continue;
    PlaneFinder::Place place{.on_plane_m = {corner.x, corner.y}};
    for (std::size_t i = 0; i < 256; ++i) {
      const auto& [a, b] = comparisons()[i];
      if (smooth.at<std::uint8_t>(at + a) < smooth.at<std::uint8_t>(at + b))
        place.signature[i / 64] |= std::uint64_t{1} << (i % 64);
    }
    places.push_back(place);
  }
  return places;
}

int differences(const PlaneFinder::Signature& a, const PlaneFinder::Signature& b) {
  int count = 0;
  for (std::size_t i = 0; i < 4; ++i) count += std::popcount(a[i] ^ b[i]);
  return count;
}

double distance(Vec2 a, Vec2 b) { return std::hypot(a.x - b.x, a.y - b.y); }

// A place of the plane and the direction it is seen in.
std::vector<std::size_t> agreeing(const Homography& ray_from_plane,
                                  const std::vector<PointPair>& matches, double within) {
  std::vector<std::size_t> result;
  for (std::size_t i = 0; i < matches.size(); ++i)
    if (const auto ray = map(ray_from_plane, matches[i].from);
        ray && distance(*ray, matches[i].to) < within)
      result.push_back(i);
  return result;
}

}  // namespace

PlaneFinder::PlaneFinder(const PlaneTarget& target, const LensConfig& lens) : lens_(lens) {
  cv::setNumThreads(1);
  const cv::Mat whole = mat_of(target.picture);
  const double first = std::min(1.0, double(largest_view_px) / std::max(whole.cols, whole.rows));
  same_place_m_ = 0.02 * std::max(target.width_m, target.height_m);
  // as it looks from near and far, from straight on and from the side
  for (double scale = first; scale * std::min(whole.cols, whole.rows) > 4 * reach_px; scale *= 0.75)
    for (const double squeeze : {1.0, 0.72}) {
      cv::Mat view;
      cv::resize(whole, view, {}, scale * squeeze, scale, cv::INTER_AREA);
      if (std::min(view.cols, view.rows) < 3 * reach_px) continue;
      for (Place place : places_of(view, places_a_view)) {
        place.on_plane_m = {((place.on_plane_m.x + 0.5) / view.cols - 0.5) * target.width_m,
                            ((place.on_plane_m.y + 0.5) / view.rows - 0.5) * target.height_m};
        places_.push_back(place);
      }
    }
}

std::optional<Pose> PlaneFinder::find(const GreyImage& image) const {
  if (image.width < 4 * reach_px || image.height < 4 * reach_px) return std::nullopt;
  std::vector<PointPair> matches;
  for (const Place& seen : places_of(mat_of(image), places_a_picture)) {
    int best = 257, next = 257;
    const Place* found = nullptr;
    for (const Place& place : places_) {
      const int off = differences(seen.signature, place.signature);
      const bool is_same = found && distance(place.on_plane_m, found->on_plane_m) < same_place_m_;
      if (off < best) {
        if (!is_same) next = best;
        best = off, found = &place;
      } else if (!is_same) {
        next = std::min(next, off);
      }
    }
    if (best > worst_match || best > next_match * next) continue;
    if (const auto ray = direction_of(lens_, seen.on_plane_m))
      matches.push_back({found->on_plane_m, *ray});
  }
  if (matches.size() < fewest_inliers) return std::nullopt;

  // four at a time, until most agree with them
  const double within = inlier_px / lens_.fx_px;
  std::vector<std::size_t> best;
  Dice dice(matches.size());
  for (int round = 0; round < rounds; ++round) {
    std::vector<PointPair> four;
    for (int i = 0; i < 4; ++i)
      four.push_back(
          matches[static_cast<std::size_t>(dice.below(static_cast<int>(matches.size())))]);
    const auto ray_from_plane = fit_homography(four);
    if (!ray_from_plane) continue;
    auto inliers = agreeing(*ray_from_plane, matches, within);
    if (inliers.size() > best.size()) best = std::move(inliers);
  }
  for (int round = 0; round < 3 && best.size() >= fewest_inliers; ++round) {
    std::vector<PointPair> pairs;
    for (const std::size_t i : best) pairs.push_back(matches[i]);
    const auto ray_from_plane = fit_homography(pairs);
    if (!ray_from_plane) return std::nullopt;
    auto inliers = agreeing(*ray_from_plane, matches, within);
    if (round == 2 || inliers.size() < fewest_inliers) {
      if (inliers.size() < fewest_inliers) return std::nullopt;
      return pose_of_plane(*ray_from_plane);
    }
    best = std::move(inliers);
  }
  return std::nullopt;
}

}  // namespace tandem
