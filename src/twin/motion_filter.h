// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "geometry/pose2.h"

namespace tandem {

// How something moves on a floor, seen from itself. Other than a Twist2 it may go sideways.
struct PlanarTwist {
  Vec2 linear;         // m/s, forward and to the left
  double angular = 0;  // rad/s
};

// Where constant velocity leads: along an arc.
Pose2 moved(const Pose2& pose, const PlanarTwist& velocity, double dt);

// How uncertain measurements are and how much motion changes by itself.
struct MotionNoise {
  double position_m = 0.003;
  double yaw_rad = 0.01;
  // deviations of the change of velocity within a second
  double speed_mps = 0.7;
  double sideways_mps = 0.05;
  double yaw_rate_radps = 1.5;
};

// A Kalman filter of a pose and the velocity that it changes with.
class MotionFilter {
 public:
  // At rest, as far as is known: the velocity may be anything up to these.
  MotionFilter(const Pose2& pose, double speed_mps, double sideways_mps, double yaw_rate_radps,
               const MotionNoise& noise);

  // Goes on to where something that knows more than constant velocity says.
  void predict(double dt, const Pose2& pose, const PlanarTwist& velocity, const MotionNoise& noise);
  void correct(const Pose2& measured, const MotionNoise& noise);

  const Pose2& pose() const { return pose_; }
  const PlanarTwist& velocity() const { return velocity_; }
  double speed_deviation() const;
  double yaw_rate_deviation() const;

 private:
  static constexpr std::size_t n = 6;  // x, y, yaw, forward, sideways, yaw rate
  double& covariance(std::size_t i, std::size_t j) { return covariance_[i * n + j]; }
  double covariance(std::size_t i, std::size_t j) const { return covariance_[i * n + j]; }
  void correct_one(std::size_t i, double miss, double deviation);

  Pose2 pose_;
  PlanarTwist velocity_;
  std::array<double, n * n> covariance_{};
};

}  // namespace tandem
