// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "calibrating/lens_fit.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <opencv2/core.hpp>
#include <optional>

#include "calibration/homography.h"
#include "calibration/lens.h"
#include "calibration/plane_pose.h"

namespace tandem {

namespace {

constexpr int lens_count = 9;  // fx, fy, cx, cy and five of distortion
using LensMatrix = cv::Matx<double, lens_count, lens_count>;
using LensVector = cv::Vec<double, lens_count>;
using LensMask = std::array<bool, lens_count>;

LensConfig moved(LensConfig lens, const LensVector& by) {
  lens.fx_px += by[0], lens.fy_px += by[1], lens.cx_px += by[2], lens.cy_px += by[3];
  for (std::size_t i = 0; i < 5; ++i) lens.distortion[i] += by[static_cast<int>(i) + 4];
  return lens;
}

Pose moved(const Pose& pose, const cv::Vec6d& by) {
  return {pose.translation + Vec3{by[0], by[1], by[2]},
          normalized(turn_by({by[3], by[4], by[5]}) * pose.rotation)};
}

// Differences in pixels, two a point; empty where a point would be behind the camera.
std::vector<double> offs_of(const BoardView& view, const LensConfig& lens, const Pose& pose) {
  std::vector<double> offs;
  offs.reserve(2 * view.points.size());
  for (const BoardPoint& point : view.points) {
    const Vec3 p = pose * Vec3{point.on_board_m.x, point.on_board_m.y, 0};
    if (!(p.z > 1e-6)) return {};
    const Vec2 at = project(lens, {p.x / p.z, p.y / p.z});
    offs.push_back(at.x - point.at_px.x);
    offs.push_back(at.y - point.at_px.y);
  }
  return offs;
}

double squares(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value * value;
  return sum;
}

// A lens and the places of the boards.
struct Guess {
  LensConfig lens;
  std::vector<Pose> poses;
};

std::optional<double> squares_of(std::span<const BoardView> views, const Guess& guess) {
  double sum = 0;
  for (std::size_t i = 0; i < views.size(); ++i) {
    const auto offs = offs_of(views[i], guess.lens, guess.poses[i]);
    if (offs.empty()) return std::nullopt;
    sum += squares(offs);
  }
  return std::isfinite(sum) ? std::optional(sum) : std::nullopt;
}

// What one view says about the lens and about its own pose. Views know nothing of each other but
// the lens, so that their poses can be solved for one by one.
struct ViewSums {
  LensMatrix lens;
  cv::Matx<double, lens_count, 6> mixed;
  cv::Matx66d pose;
  LensVector lens_slope;
  cv::Vec6d pose_slope;
};

ViewSums sums_of(const BoardView& view, const LensConfig& lens, const Pose& pose,
                 const LensMask& free, const std::vector<double>& offs) {
  const std::size_t rows = offs.size();
  std::vector<std::array<double, lens_count + 6>> slopes(rows);
  const auto differ = [&](std::size_t column, double step, const auto& at) {
    const auto up = at(step), down = at(-step);
    if (up.size() != rows || down.size() != rows) return;
    for (std::size_t row = 0; row < rows; ++row)
      slopes[row][column] = (up[row] - down[row]) / (2 * step);
  };
  for (int i = 0; i < lens_count; ++i)
    if (free[static_cast<std::size_t>(i)])
      differ(static_cast<std::size_t>(i), i < 4 ? 1e-3 : 1e-6, [&](double step) {
        LensVector by;
        by[i] = step;
        return offs_of(view, moved(lens, by), pose);
      });
  for (int i = 0; i < 6; ++i)
    differ(static_cast<std::size_t>(lens_count + i), 1e-6, [&](double step) {
      cv::Vec6d by;
      by[i] = step;
      return offs_of(view, lens, moved(pose, by));
    });

  ViewSums sums{};
  for (std::size_t row = 0; row < rows; ++row) {
    const auto& s = slopes[row];
    for (int i = 0; i < lens_count; ++i) {
      const double si = s[static_cast<std::size_t>(i)];
      for (int j = 0; j < lens_count; ++j) sums.lens(i, j) += si * s[static_cast<std::size_t>(j)];
      for (int j = 0; j < 6; ++j)
        sums.mixed(i, j) += si * s[static_cast<std::size_t>(lens_count + j)];
      sums.lens_slope[i] += si * offs[row];
    }
    for (int i = 0; i < 6; ++i) {
      const double si = s[static_cast<std::size_t>(lens_count + i)];
      for (int j = 0; j < 6; ++j)
        sums.pose(i, j) += si * s[static_cast<std::size_t>(lens_count + j)];
      sums.pose_slope[i] += si * offs[row];
    }
  }
  return sums;
}

template <int N>
cv::Matx<double, N, N> damped(cv::Matx<double, N, N> m, double damping) {
  for (int i = 0; i < N; ++i) m(i, i) *= 1 + damping;
  return m;
}

// What is left to say about the lens once every view has chosen its pose.
struct LensEquations {
  LensMatrix matrix;
  LensVector slope;
};
LensEquations lens_equations(const std::vector<ViewSums>& all, const LensMask& free,
                             double damping) {
  LensEquations result{};
  for (const ViewSums& sums : all) {
    const cv::Matx66d inverse = damped(sums.pose, damping).inv(cv::DECOMP_SVD);
    const auto share = sums.mixed * inverse;
    result.matrix += damped(sums.lens, damping) - share * sums.mixed.t();
    result.slope += sums.lens_slope - LensVector(share * sums.pose_slope);
  }
  for (int i = 0; i < lens_count; ++i)
    if (!free[static_cast<std::size_t>(i)]) result.matrix(i, i) = 1;
  return result;
}

std::vector<ViewSums> all_sums(std::span<const BoardView> views, const Guess& guess,
                               const LensMask& free) {
  std::vector<ViewSums> all;
  for (std::size_t i = 0; i < views.size(); ++i)
    all.push_back(sums_of(views[i], guess.lens, guess.poses[i], free,
                          offs_of(views[i], guess.lens, guess.poses[i])));
  return all;
}

// Levenberg's and Marquardt's way; false where the start makes no sense.
bool improve(std::span<const BoardView> views, Guess& guess, const LensMask& free, int max_rounds) {
  auto before = squares_of(views, guess);
  if (!before) return false;
  double damping = 1e-3;
  for (int round = 0; round < max_rounds; ++round) {
    const std::vector<ViewSums> all = all_sums(views, guess, free);
    bool is_better = false;
    double gain = 0;
    for (int attempt = 0; attempt < 10 && !is_better; ++attempt) {
      const LensEquations equations = lens_equations(all, free, damping);
      const LensVector change = -1 * (equations.matrix.inv(cv::DECOMP_SVD) * equations.slope);
      Guess next{moved(guess.lens, change), guess.poses};
      for (std::size_t i = 0; i < views.size(); ++i) {
        const cv::Vec6d rest = all[i].pose_slope + cv::Vec6d(all[i].mixed.t() * change);
        next.poses[i] =
            moved(guess.poses[i], -1 * (damped(all[i].pose, damping).inv(cv::DECOMP_SVD) * rest));
      }
      const auto after = squares_of(views, next);
      if (after && *after <= *before && next.lens.fx_px > 0 && next.lens.fy_px > 0) {
        gain = *before - *after;
        before = after;
        guess = std::move(next);
        damping = std::max(1e-12, 0.1 * damping);
        is_better = true;
      } else {
        damping *= 10;
      }
    }
    if (!is_better || gain <= 1e-10 * (1e-9 + *before)) return true;
  }
  return true;
}

std::optional<std::vector<Pose>> poses_for(std::span<const BoardView> views,
                                           const LensConfig& lens) {
  std::vector<Pose> poses;
  for (const BoardView& view : views) {
    std::vector<PointPair> pairs;
    for (const BoardPoint& point : view.points)
      if (const auto ray = direction_of(lens, point.at_px))
        pairs.push_back({point.on_board_m, *ray});
    const auto ray_from_board = fit_homography(pairs);
    const auto pose = ray_from_board ? pose_of_plane(*ray_from_board) : std::nullopt;
    if (!pose) return std::nullopt;
    poses.push_back(*pose);
  }
  return poses;
}

// First what matters most: a lens that is free to bend before it knows its focal length goes
// astray.
std::optional<Guess> fit_from(std::span<const BoardView> views, LensConfig lens) {
  auto poses = poses_for(views, lens);
  if (!poses) return std::nullopt;
  Guess guess{lens, *std::move(poses)};
  constexpr LensMask first{true, true, false, false, true};
  constexpr LensMask second{true, true, true, true, true, true};
  LensMask all;
  all.fill(true);
  if (lens.type == LensType::fisheye) all[8] = false;
  if (!improve(views, guess, first, 20)) return std::nullopt;
  if (!improve(views, guess, second, 20)) return std::nullopt;
  if (!improve(views, guess, all, 60)) return std::nullopt;
  return guess;
}

// How far a ray may be off within what was seen, from how uncertain the lens's numbers are.
double uncertainty(std::span<const BoardView> views, const Guess& guess, double variance) {
  LensMask all;
  all.fill(true);
  if (guess.lens.type == LensType::fisheye) all[8] = false;
  const LensEquations equations = lens_equations(all_sums(views, guess, all), all, 0);
  LensMatrix covariance = variance * equations.matrix.inv(cv::DECOMP_SVD);
  double worst = 0;
  for (const BoardView& view : views)
    for (const BoardPoint& point : view.points) {
      const auto ray = direction_of(guess.lens, point.at_px);
      if (!ray) continue;
      for (const bool is_x : {true, false}) {
        LensVector slope;
        for (int i = 0; i < lens_count; ++i) {
          if (!all[static_cast<std::size_t>(i)]) continue;
          LensVector by;
          by[i] = 1e-4;
          const Vec2 d = project(moved(guess.lens, by), *ray) - project(guess.lens, *ray);
          slope[i] = (is_x ? d.x : d.y) / by[i];
        }
        worst = std::max(worst, slope.dot(covariance * slope));
      }
    }
  return std::sqrt(worst);
}

}  // namespace

double angle_spread(std::span<const Pose> camera_from_board) {
  double widest = 0;
  for (const Pose& a : camera_from_board)
    for (const Pose& b : camera_from_board) {
      const double cosine = dot(a.rotation * Vec3{0, 0, 1}, b.rotation * Vec3{0, 0, 1});
      widest = std::max(widest, std::acos(std::clamp(cosine, -1.0, 1.0)));
    }
  return widest;
}

Result<LensFit> fit_lens(std::span<const BoardView> views, int width_px, int height_px,
                         LensType type) {
  if (views.size() < 3)
    return Error{fmt::format("{} pictures of a board are too few to know a lens", views.size())};
  std::optional<Guess> best;
  double least = 0;
  // the focal length is where a fit may start wrongly: from wide angles to long lenses
  for (const double width_share : {0.4, 0.6, 0.9, 1.4, 2.2}) {
    const LensConfig start{.type = type,
                           .fx_px = width_share * width_px,
                           .fy_px = width_share * width_px,
                           .cx_px = (width_px - 1) / 2.0,
                           .cy_px = (height_px - 1) / 2.0};
    const auto guess = fit_from(views, start);
    const auto sum = guess ? squares_of(views, *guess) : std::nullopt;
    if (sum && (!best || *sum < least)) best = guess, least = *sum;
  }
  if (!best) return Error{"no lens shows a flat board like this: is the board bent?"};

  LensFit fit{.lens = best->lens, .camera_from_board = best->poses};
  double count = 0, square_mm = 0;
  for (std::size_t i = 0; i < views.size(); ++i) {
    const auto offs = offs_of(views[i], fit.lens, fit.camera_from_board[i]);
    const auto points = static_cast<double>(views[i].points.size());
    fit.view_off_px.push_back(std::sqrt(squares(offs) / points));
    count += points;
    const double mm_a_px = 1e3 * fit.camera_from_board[i].translation.z / fit.lens.fx_px;
    square_mm += squares(offs) * mm_a_px * mm_a_px;
  }
  fit.off_px = std::sqrt(least / count);
  fit.off_mm = std::sqrt(square_mm / count);
  const double freedom = 2 * count - lens_count - 6 * static_cast<double>(views.size());
  fit.uncertain_px = uncertainty(views, *best, least / std::max(1.0, freedom));
  return fit;
}

}  // namespace tandem
