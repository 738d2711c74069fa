// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <optional>

#include "base/time.h"
#include "scenario/twin_config.h"
#include "twin/command_model.h"
#include "twin/motion_filter.h"

namespace tandem {

// A pose of the robot in the room, at a moment of simulated time.
struct PoseSample {
  SimTime time{};
  Pose2 room_from_robot;
};

enum class SampleVerdict {
  accepted,
  late,       // accepted, although a newer one came before it
  relocated,  // accepted, after several of the kind: somebody has carried the robot
  duplicate,  // of a moment that is known already
  too_old,    // from before all that is remembered
  outlier,    // no robot could have driven there
};
constexpr bool is_accepted(SampleVerdict verdict) { return verdict <= SampleVerdict::relocated; }

// Turns poses that come at any rate and in any order into where the robot is and how it moves.
class PoseEstimator {
 public:
  explicit PoseEstimator(const TwinConfig& config);

  SampleVerdict add(const PoseSample& sample);
  // What the robot was told then. It helps for as long as the robot does what it is told.
  void hear(const Twist2& command, SimTime time) { commands_.add(command, time); }
  // How fast the robot's own gyroscope says that it turned then.
  void hear_turn(double yaw_rate_radps, SimTime time) { turns_.add(yaw_rate_radps, time); }
  // As if nothing had been seen yet.
  void forget();

  bool has_pose() const { return !history_.empty(); }
  SimTime newest() const { return history_.back().sample.time; }
  // The mean time between accepted samples.
  Duration period() const { return period_; }

  // On from the newest sample, not further than the configuration allows. Only with a pose.
  MotionEstimate at(SimTime time) const;

 private:
  // What is known after a sample: by poses alone, and by what the robot was told as well.
  struct Entry {
    PoseSample sample;
    MotionFilter steady;
    MotionFilter commanded;
  };

  void start(const PoseSample& sample);
  MotionEstimate on_from(const Entry& entry, SimTime time) const;
  void compare_models(const Entry& before, const PoseSample& sample);
  bool is_reachable(const Entry& before, const PoseSample& sample) const;
  bool is_carried_there(const PoseSample& outlier);
  bool obeys_at(const Entry& entry) const;
  MotionEstimate steady_from(const Entry& entry, SimTime time) const;
  MotionEstimate commanded_from(const Entry& entry, SimTime time) const;
  Entry entry_after(const Entry& before, const PoseSample& sample) const;
  void trim();

  double max_speed_mps_;
  double max_yaw_rate_radps_;
  double max_acceleration_mps2_;
  double max_yaw_acceleration_radps2_;
  double max_sideways_mps_;
  Duration max_prediction_;
  Duration restart_after_;
  MotionNoise noise_;
  std::deque<Entry> history_;                // by time; not empty after the first sample
  std::optional<PoseSample> first_outlier_;  // of those in a row that agree with each other
  std::optional<PoseSample> last_outlier_;
  int outliers_in_a_row_ = 0;
  Duration period_{};
  CommandModel commands_;
  TurnRecord turns_;
  // By how much commands predicted better than steady motion lately, squared and in deviations.
  double obedience_ = 0;
};

}  // namespace tandem
