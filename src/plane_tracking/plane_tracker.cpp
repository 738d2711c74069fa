// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "plane_tracking/plane_tracker.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <opencv2/imgproc.hpp>

#include "calibration/lens.h"
#include "calibration/plane_pose.h"
#include "tracking/least_squares.h"
#include "tracking/sampling.h"

namespace tandem {

namespace {

constexpr int patch_px = 7;  // half of a patch that is compared
constexpr int most_places = 150;
constexpr std::size_t fewest_places = 10;
constexpr float alike = 0.75F;  // correlation of a patch with what is seen
constexpr int far_px = 24, near_px = 12, exact_px = 3;
constexpr std::size_t rough_share = 3;   // every third place tells roughly where the camera is
constexpr Duration longest_gap = 500ms;  // beyond it, how the camera moved says nothing
constexpr double degree = std::numbers::pi / 180;

cv::Mat mat_of(const GreyImage& image) {
  // OpenCV's headers know no constant pixels; nothing is written to them
  return {image.height, image.width, CV_8UC1, const_cast<std::uint8_t*>(image.pixels.data())};
}

GreyImage image_of(const cv::Mat& mat) {
  return {mat.cols, mat.rows,
          std::vector<std::uint8_t>(mat.begin<std::uint8_t>(), mat.end<std::uint8_t>())};
}

std::vector<GreyImage> pyramid_of(const GreyImage& picture) {
  cv::Mat level = mat_of(picture).clone();
  // more than a camera sees from near is noise
  while (std::max(level.cols, level.rows) > 2048) {
    cv::Mat half;
    cv::resize(level, half, {}, 0.5, 0.5, cv::INTER_AREA);
    level = half;
  }
  std::vector<GreyImage> levels;
  while (std::min(level.cols, level.rows) >= 32) {
    levels.push_back(image_of(level));
    cv::Mat half;
    cv::resize(level, half, {}, 0.5, 0.5, cv::INTER_AREA);
    level = half;
  }
  return levels;
}

// Places of all sizes, in shares of the picture.
std::vector<Vec2> places_of(const std::vector<GreyImage>& pyramid) {
  std::vector<Vec2> places;
  for (const GreyImage& level : pyramid) {
    const int longer = std::max(level.width, level.height);
    if (longer > 700 && &level != &pyramid.back()) continue;
    std::vector<cv::Point2f> corners;
    cv::goodFeaturesToTrack(mat_of(level), corners, most_places / 2, 0.01, longer / 30.0);
    for (const cv::Point2f& corner : corners)
      places.push_back({(corner.x + 0.5) / level.width, (corner.y + 0.5) / level.height});
    if (places.size() >= most_places) break;
  }
  return places;
}

// Where between its neighbours the largest of three values lies.
double summit(float before, float at, float after) {
  const double bend = before - 2.0 * at + after;
  return bend < 0 ? std::clamp(0.5 * (before - after) / bend, -0.5, 0.5) : 0;
}

// A piece of the target as it looks from where the camera is, with one pixel more on each side.
using Patch = std::array<std::array<double, 2 * patch_px + 3>, 2 * patch_px + 3>;

// The brightness of a piece of a picture whose middle is `at`, and whose pixels `right` and `down`
// of each other. False where it leaves the picture.
bool draw(const cv::Mat& grey, Vec2 at, Vec2 right, Vec2 down, Patch& patch) {
  constexpr double edge = patch_px + 1;
  for (const double u : {-edge, edge})
    for (const double v : {-edge, edge}) {
      const Vec2 corner = at + u * right + v * down;
      if (!(corner.x >= 0 && corner.y >= 0 && corner.x < grey.cols - 1 && corner.y < grey.rows - 1))
        return false;
    }
  for (std::size_t v = 0; v < patch.size(); ++v)
    for (std::size_t u = 0; u < patch.size(); ++u)
      patch[v][u] = brightness_within(grey, at + (static_cast<double>(u) - edge) * right +
                                                (static_cast<double>(v) - edge) * down);
  return true;
}

// Where a patch lies to a small part of a pixel: where, with which contrast and in which light it
// differs least from the picture. Nothing if that is elsewhere than where it was found.
std::optional<Vec2> settled(const cv::Mat& grey, const Patch& patch, Vec2 found) {
  constexpr int rounds = 4, across = 2 * patch_px + 1;
  constexpr double farthest_px = 1, settled_px = 0.005;
  // picture = contrast * patch + light - shift * slope of the patch
  std::array<cv::Vec4d, across * across> terms;
  cv::Matx44d sums = cv::Matx44d::zeros();
  for (std::size_t i = 0; i < terms.size(); ++i) {
    const std::size_t x = i % across + 1, y = i / across + 1;
    terms[i] = {patch[y][x], 1, (patch[y][x - 1] - patch[y][x + 1]) / 2,
                (patch[y - 1][x] - patch[y + 1][x]) / 2};
    sums += terms[i] * terms[i].t();
  }
  bool is_told = false;
  const cv::Matx44d share = sums.inv(cv::DECOMP_CHOLESKY, &is_told);
  if (!is_told) return std::nullopt;
  Vec2 at = found;
  Patch seen;
  for (int round = 0; round < rounds; ++round) {
    if (!draw(grey, at, {1, 0}, {0, 1}, seen)) return std::nullopt;
    cv::Vec4d sides = cv::Vec4d::all(0);
    for (std::size_t i = 0; i < terms.size(); ++i)
      sides += seen[i / across + 1][i % across + 1] * terms[i];
    const cv::Vec4d best = share * sides;
    if (!(best[0] > 0)) return std::nullopt;
    const Vec2 step{best[2] / best[0], best[3] / best[0]};
    at = at + step;
    if (!(dot(at - found, at - found) < farthest_px * farthest_px)) return std::nullopt;
    if (dot(step, step) < settled_px * settled_px) break;
  }
  return at;
}

double root_mean_square(const std::vector<double>& offs) {
  double sum = 0;
  for (const double off : offs) sum += off * off;
  return std::sqrt(sum / std::max(1.0, static_cast<double>(offs.size()) / 2));
}

Pose robot_at(std::span<const double> p) { return {{p[0], p[1], 0}, Quat::from_rpy(0, 0, p[2])}; }

}  // namespace

PlaneTracker::PlaneTracker(const PlaneTrackerConfig& config)
    : config_(config),
      finder_(config.target, config.lens),
      pyramid_(pyramid_of(config.target.picture)) {
  for (const Vec2& share : places_of(pyramid_))
    places_.push_back(
        {(share.x - 0.5) * config.target.width_m, (share.y - 0.5) * config.target.height_m});
}

std::optional<Vec2> PlaneTracker::pixel_of(const Pose& camera_from_plane, Vec2 at) const {
  const Vec3 p = camera_from_plane * Vec3{at.x, at.y, 0};
  if (!(p.z > 0.02)) return std::nullopt;
  const Vec2 ray{p.x / p.z, p.y / p.z};
  // far outside of the picture a lens's polynomial folds back into it
  if (dot(ray, ray) > 9) return std::nullopt;
  return project(config_.lens, ray);
}

std::vector<PlaneTracker::Seen> PlaneTracker::recognise(const GreyImage& image,
                                                        const Pose& camera_from_plane, int reach_px,
                                                        std::size_t every) const {
  const cv::Mat grey = mat_of(image);
  const PlaneTarget& target = config_.target;
  std::vector<Seen> seen;
  cv::Mat coarse(2 * patch_px + 1, 2 * patch_px + 1, CV_8UC1), likeness;
  Patch patch;
  for (std::size_t i = 0; i < places_.size(); i += every) {
    const Vec2 place = places_[i];
    const auto at = pixel_of(camera_from_plane, place);
    if (!at) continue;
    const cv::Point middle{static_cast<int>(std::lround(at->x)),
                           static_cast<int>(std::lround(at->y))};
    const int reach = patch_px + reach_px;
    const cv::Rect box{middle.x - reach, middle.y - reach, 2 * reach + 1, 2 * reach + 1};
    if (box.x < 0 || box.y < 0 || box.br().x > grey.cols || box.br().y > grey.rows) continue;

    // metres of the plane for a pixel of the picture, here
    const double step = 1e-3 * target.width_m;
    const auto right = pixel_of(camera_from_plane, place + Vec2{step, 0});
    const auto down = pixel_of(camera_from_plane, place + Vec2{0, step});
    if (!right || !down) continue;
    const Vec2 x = (1 / step) * (*right - *at), y = (1 / step) * (*down - *at);
    const double turn = x.x * y.y - x.y * y.x;
    // from behind, or so much from the side that nothing is left to compare
    if (!(turn > 0.15 * std::max(dot(x, x), dot(y, y)))) continue;
    const double across_m = 1 / std::sqrt(turn);
    const double level_scale = across_m * pyramid_[0].width / target.width_m;
    const auto level =
        static_cast<std::size_t>(std::clamp(std::lround(std::log2(std::max(1.0, level_scale))), 0L,
                                            static_cast<long>(pyramid_.size()) - 1));
    const GreyImage& drawn = pyramid_[level];
    const Vec2 pixels_per_m{drawn.width / target.width_m, drawn.height / target.height_m};
    const auto in_drawn = [&](Vec2 metres) {
      return Vec2{pixels_per_m.x * metres.x, pixels_per_m.y * metres.y};
    };
    const Vec2 middle_of_drawn{0.5 * drawn.width - 0.5, 0.5 * drawn.height - 0.5};
    if (!draw(mat_of(drawn), middle_of_drawn + in_drawn(place),
              in_drawn((1 / turn) * Vec2{y.y, -x.y}), in_drawn((1 / turn) * Vec2{-y.x, x.x}),
              patch))
      continue;
    for (int v = 0; v < coarse.rows; ++v)
      for (int u = 0; u < coarse.cols; ++u)
        coarse.at<std::uint8_t>(v, u) = static_cast<std::uint8_t>(
            patch[static_cast<std::size_t>(v + 1)][static_cast<std::size_t>(u + 1)] + 0.5);
    cv::Scalar mean, deviation;
    cv::meanStdDev(coarse, mean, deviation);
    if (deviation[0] < 5) continue;
    cv::matchTemplate(grey(box), coarse, likeness, cv::TM_CCOEFF_NORMED);
    cv::Point best;
    double most = 0;
    cv::minMaxLoc(likeness, nullptr, &most, nullptr, &best);
    if (most < alike || best.x == 0 || best.y == 0 || best.x == likeness.cols - 1 ||
        best.y == likeness.rows - 1)
      continue;
    const auto value = [&](int dx, int dy) { return likeness.at<float>(best.y + dy, best.x + dx); };
    const Vec2 about{middle.x + best.x - reach_px + summit(value(-1, 0), value(0, 0), value(1, 0)),
                     middle.y + best.y - reach_px + summit(value(0, -1), value(0, 0), value(0, 1))};
    if (reach_px > exact_px)
      seen.push_back({place, about});
    else if (const auto exactly = settled(grey, patch, about))
      seen.push_back({place, *exactly});
  }
  return seen;
}

bool PlaneTracker::is_spread(const std::vector<Seen>& seen) const {
  if (seen.size() < fewest_places) return false;
  const auto share = [&](auto member, double size) {
    const auto [low, high] =
        std::ranges::minmax(seen, {}, [&](const Seen& one) { return one.on_plane_m.*member; });
    return (high.on_plane_m.*member - low.on_plane_m.*member) / size;
  };
  return share(&Vec2::x, config_.target.width_m) > 0.25 &&
         share(&Vec2::y, config_.target.height_m) > 0.25;
}

std::optional<PlaneTracker::Fit> PlaneTracker::fit(std::vector<Seen> seen,
                                                   const Pose& guess) const {
  Fit result{.camera_from_plane = guess};
  for (int round = 0; round < 4; ++round) {
    if (!is_spread(seen)) return std::nullopt;
    const Pose start = result.camera_from_plane;
    const auto pose_by = [&](std::span<const double> p) {
      return Pose{start.translation + Vec3{p[0], p[1], p[2]},
                  normalized(turn_by({p[3], p[4], p[5]}) * start.rotation)};
    };
    const auto offs = [&](std::span<const double> p) {
      const Pose pose = pose_by(p);
      std::vector<double> values;
      for (const Seen& one : seen) {
        const auto at = pixel_of(pose, one.on_plane_m);
        if (!at) return std::vector<double>{};
        values.push_back(at->x - one.at_px.x);
        values.push_back(at->y - one.at_px.y);
      }
      return values;
    };
    const std::vector<double> steps(6, 1e-5);
    const auto found = least_squares(offs, std::vector<double>(6, 0.0), steps, 15);
    if (!found) return std::nullopt;
    result.camera_from_plane = pose_by(found->parameters);
    result.off_px = root_mean_square(found->residuals);
    // patches that were taken for others are far off; the worst go first
    std::vector<double> sizes;
    for (std::size_t i = 0; i < seen.size(); ++i)
      sizes.push_back(std::hypot(found->residuals[2 * i], found->residuals[2 * i + 1]));
    std::vector<double> sorted = sizes;
    std::ranges::nth_element(sorted, sorted.begin() + static_cast<long>(sorted.size() / 2));
    const double limit = std::max(0.7, 3 * sorted[sorted.size() / 2]);
    std::vector<Seen> kept;
    for (std::size_t i = 0; i < seen.size(); ++i)
      if (sizes[i] <= limit) kept.push_back(seen[i]);
    const bool is_done = kept.size() == seen.size();
    seen = std::move(kept);
    if (is_done) break;
  }
  if (!is_spread(seen) || result.off_px > config_.max_off_px) return std::nullopt;
  result.seen = std::move(seen);
  return result;
}

std::optional<PlaneTracker::Fit> PlaneTracker::refine(const GreyImage& image, const Pose& guess,
                                                      int reach_px) const {
  auto rough = fit(recognise(image, guess, reach_px, rough_share), guess);
  if (!rough) rough = fit(recognise(image, guess, reach_px, 1), guess);  // much of it is hidden
  if (!rough) return std::nullopt;
  // patches as they look from there
  const Pose& there = rough->camera_from_plane;
  return fit(recognise(image, there, exact_px, 1), there);
}

// As it moved between the last two pictures.
Pose PlaneTracker::expected(SimTime stamp) const {
  if (!before_) return *last_;
  const double gap = seconds(stamp - last_stamp_),
               gap_before = seconds(last_stamp_ - before_stamp_);
  if (!(gap > 0) || !(gap_before > 0)) return *last_;
  const double share = std::min(2.0, gap / gap_before);
  const Pose step = *last_ * inverse(*before_);
  return Pose{share * step.translation, slerp({}, step.rotation, share)} * *last_;
}

// A robot stands on the floor: only its place and heading are asked for, which are known better
// than six numbers.
void PlaneTracker::stand(const Fit& fit) {
  const Pose room_from_camera = config_.target.room_from_plane * inverse(fit.camera_from_plane);
  const Pose camera_from_robot = inverse(config_.robot_from_camera);
  const Pose free = room_from_camera * camera_from_robot;
  sight_.room_from_camera = room_from_camera;
  const double tilt = std::acos(std::clamp((free.rotation * Vec3{0, 0, 1}).z, -1.0, 1.0));
  if (std::abs(free.translation.z) > config_.max_lift_m || tilt > config_.max_tilt_rad) {
    sight_.state = PlaneState::implausible;
    sight_.why = fmt::format(
        "the robot would be {:.0f} mm off the floor and tilted by {:.1f} degrees: the plane or the "
        "camera is elsewhere",
        1e3 * free.translation.z, tilt / degree);
    return;
  }
  const auto offs = [&](std::span<const double> p) {
    const Pose camera_from_plane =
        camera_from_robot * inverse(robot_at(p)) * config_.target.room_from_plane;
    std::vector<double> values;
    for (const Seen& one : fit.seen) {
      const auto at = pixel_of(camera_from_plane, one.on_plane_m);
      if (!at) return std::vector<double>{};
      values.push_back(at->x - one.at_px.x);
      values.push_back(at->y - one.at_px.y);
    }
    return values;
  };
  const std::vector<double> steps(3, 1e-5);
  const auto found =
      least_squares(offs, {free.translation.x, free.translation.y, free.rotation.yaw()}, steps, 15);
  if (!found) {
    sight_.state = PlaneState::unseen;
    return;
  }
  const auto& p = found->parameters;
  sight_.room_from_robot = Pose2{{p[0], p[1]}, std::remainder(p[2], 2 * std::numbers::pi)};
  sight_.off_px = root_mean_square(found->residuals);
}

const PlaneSight& PlaneTracker::look(const GreyImage& image, SimTime stamp) {
  sight_ = {};
  std::optional<Fit> found;
  const bool is_next = last_ && stamp > last_stamp_ && stamp - last_stamp_ < longest_gap;
  if (is_next) {
    found = refine(image, expected(stamp), near_px);
    if (!found) found = refine(image, *last_, far_px);
    if (found) sight_.state = PlaneState::tracked;
  }
  if (!found) {
    ++searches_;
    last_.reset();
    before_.reset();
    const auto guess = finder_.find(image);
    if (guess) found = refine(image, *guess, near_px);
    if (found) sight_.state = PlaneState::found;
  }
  if (!found) return sight_;

  before_ = last_, before_stamp_ = last_stamp_;
  last_ = found->camera_from_plane, last_stamp_ = stamp;
  sight_.places = static_cast<int>(found->seen.size());
  sight_.off_px = found->off_px;
  const double w = config_.target.width_m / 2, h = config_.target.height_m / 2;
  const std::array<Vec2, 4> corners{{{-w, -h}, {w, -h}, {w, h}, {-w, h}}};
  for (std::size_t i = 0; i < 4; ++i)
    if (const auto at = pixel_of(found->camera_from_plane, corners[i])) sight_.corners_px[i] = *at;
  stand(*found);
  return sight_;
}

}  // namespace tandem
