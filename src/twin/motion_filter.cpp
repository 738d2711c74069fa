// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "twin/motion_filter.h"

#include <cmath>
#include <numbers>

namespace tandem {

namespace {

double wrapped(double angle) { return std::remainder(angle, 2 * std::numbers::pi); }

double square(double x) { return x * x; }

// The chord of an arc, as a share of its length.
double chord(double angle) {
  const double half = angle / 2;
  return std::abs(half) < 1e-4 ? 1 - half * half / 6 : std::sin(half) / half;
}

}  // namespace

Pose2 moved(const Pose2& pose, const PlanarTwist& velocity, double dt) {
  const double turn = velocity.angular * dt;
  const double length = dt * chord(turn);
  const Pose2 along{pose.translation, pose.yaw + turn / 2};
  return {along * (length * velocity.linear), wrapped(pose.yaw + turn)};
}

MotionFilter::MotionFilter(const Pose2& pose, double speed_mps, double sideways_mps,
                           double yaw_rate_radps, const MotionNoise& noise)
    : pose_(pose) {
  covariance(0, 0) = covariance(1, 1) = square(noise.position_m);
  covariance(2, 2) = square(noise.yaw_rad);
  covariance(3, 3) = square(speed_mps);
  covariance(4, 4) = square(sideways_mps);
  covariance(5, 5) = square(yaw_rate_radps);
}

void MotionFilter::predict(double dt, const Pose2& pose, const PlanarTwist& velocity,
                           const MotionNoise& noise) {
  // how the new pose depends on the old heading and velocity
  const double turn = velocity_.angular * dt;
  const double length = dt * chord(turn);
  const double c = std::cos(pose_.yaw + turn / 2), s = std::sin(pose_.yaw + turn / 2);
  const Vec2 v = velocity_.linear;
  const Vec2 by_yaw = length * Vec2{-s * v.x - c * v.y, c * v.x - s * v.y};
  pose_ = pose;
  velocity_ = velocity;

  std::array<double, n * n> f{};
  for (std::size_t i = 0; i < n; ++i) f[i * n + i] = 1;
  f[0 * n + 2] = by_yaw.x;
  f[1 * n + 2] = by_yaw.y;
  f[0 * n + 3] = length * c;
  f[1 * n + 3] = length * s;
  f[0 * n + 4] = -length * s;
  f[1 * n + 4] = length * c;
  f[0 * n + 5] = dt / 2 * by_yaw.x;
  f[1 * n + 5] = dt / 2 * by_yaw.y;
  f[2 * n + 5] = dt;

  std::array<double, n * n> half{}, next{};
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t k = 0; k < n; ++k) {
      if (f[i * n + k] == 0) continue;
      for (std::size_t j = 0; j < n; ++j) half[i * n + j] += f[i * n + k] * covariance_[k * n + j];
    }
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      for (std::size_t k = 0; k < n; ++k)
        if (f[j * n + k] != 0) next[i * n + j] += half[i * n + k] * f[j * n + k];
  covariance_ = next;

  // accelerations that nobody announced, along, across and around
  const double h = std::abs(dt);
  const double along = square(noise.speed_mps), across = square(noise.sideways_mps),
               around = square(noise.yaw_rate_radps);
  const double h2 = h * h / 2 * (dt < 0 ? -1 : 1), h3 = h * h * h / 3;
  const auto add = [&](std::size_t i, std::size_t j, double value) {
    covariance(i, j) += value;
    if (i != j) covariance(j, i) += value;
  };
  add(0, 0, h3 * (c * c * along + s * s * across));
  add(1, 1, h3 * (s * s * along + c * c * across));
  add(0, 1, h3 * c * s * (along - across));
  add(2, 2, h3 * around);
  add(0, 3, h2 * c * along);
  add(1, 3, h2 * s * along);
  add(0, 4, -h2 * s * across);
  add(1, 4, h2 * c * across);
  add(2, 5, h2 * around);
  add(3, 3, h * along);
  add(4, 4, h * across);
  add(5, 5, h * around);
}

void MotionFilter::correct(const Pose2& measured, const MotionNoise& noise) {
  correct_one(0, measured.translation.x - pose_.translation.x, noise.position_m);
  correct_one(1, measured.translation.y - pose_.translation.y, noise.position_m);
  correct_one(2, wrapped(measured.yaw - pose_.yaw), noise.yaw_rad);
}

void MotionFilter::correct_one(std::size_t i, double miss, double deviation) {
  const double share = 1 / (covariance(i, i) + square(deviation));
  std::array<double, n> gain{}, row{};
  for (std::size_t k = 0; k < n; ++k) {
    gain[k] = share * covariance(k, i);
    row[k] = covariance(i, k);
  }
  pose_.translation = pose_.translation + miss * Vec2{gain[0], gain[1]};
  pose_.yaw = wrapped(pose_.yaw + miss * gain[2]);
  velocity_.linear = velocity_.linear + miss * Vec2{gain[3], gain[4]};
  velocity_.angular += miss * gain[5];
  for (std::size_t k = 0; k < n; ++k)
    for (std::size_t l = 0; l < n; ++l) covariance(k, l) -= gain[k] * row[l];
}

double MotionFilter::speed_deviation() const {
  return std::sqrt(std::max(0.0, std::max(covariance(3, 3), covariance(4, 4))));
}

double MotionFilter::yaw_rate_deviation() const {
  return std::sqrt(std::max(0.0, covariance(5, 5)));
}

}  // namespace tandem
