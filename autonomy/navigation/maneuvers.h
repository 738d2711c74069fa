// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <variant>

#include "autonomy/navigation/motion.h"
#include "autonomy/navigation/situation.h"
#include "base/time.h"

namespace tandem {

// Turns on the spot by an angle, positive counter-clockwise; more than a whole turn is possible.
class Spin {
 public:
  Spin(double angle_rad, Duration allowance) : angle_rad_(angle_rad), allowance_(allowance) {}

  Progress step(const Situation& situation, const MotionLimits& limits);
  double turned_rad() const { return turned_rad_; }

 private:
  double angle_rad_;
  Duration allowance_;
  std::optional<SimTime> begin_;
  double last_yaw_ = 0;
  double turned_rad_ = 0;
};

// Drives straight backwards.
class BackUp {
 public:
  BackUp(double distance_m, double speed_mps, Duration allowance)
      : distance_m_(distance_m), speed_mps_(speed_mps), allowance_(allowance) {}

  Progress step(const Situation& situation, const MotionLimits& limits);
  double driven_m() const { return driven_m_; }

 private:
  double distance_m_;
  double speed_mps_;
  Duration allowance_;
  std::optional<SimTime> begin_;
  Vec2 from_;
  double driven_m_ = 0;
};

// Stands still.
class Wait {
 public:
  explicit Wait(Duration time) : time_(time) {}

  Progress step(const Situation& situation, const MotionLimits& limits);
  Duration left() const { return left_; }

 private:
  Duration time_;
  std::optional<SimTime> begin_;
  Duration left_ = time_;
};

}  // namespace tandem
