// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "twin/pose_estimator.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace tandem {

namespace {

constexpr std::size_t most_remembered = 256;  // a second at 240 Hz
constexpr Duration remembered = 1s;
constexpr double stamp_error_s = 0.005;  // of trackers that stamp on arrival
constexpr double sure_deviations = 6;    // that no honest measurement is off by
constexpr int agreeing_outliers = 4;     // are where the robot is
constexpr Duration agreeing_for = 100ms;
constexpr double compared_s = 1;       // over which ways to predict are judged
constexpr double most_obedience = 40;  // that counts, so that who ceases to obey is soon found out
constexpr double gyro_drift_radps = 0.1;  // deviation of what a gyroscope is off by, after a second

double apart(Vec2 a, Vec2 b) { return std::hypot(a.x - b.x, a.y - b.y); }
double turned(double a, double b) { return std::abs(std::remainder(a - b, 2 * std::numbers::pi)); }

}  // namespace

PoseEstimator::PoseEstimator(const TwinConfig& config)
    : max_speed_mps_(config.max_speed_mps),
      max_yaw_rate_radps_(config.max_yaw_rate_radps),
      max_acceleration_mps2_(config.max_acceleration_mps2),
      max_yaw_acceleration_radps2_(config.max_yaw_acceleration_radps2),
      max_sideways_mps_(config.is_holonomic ? config.max_speed_mps : 0.05),
      max_prediction_(config.max_prediction),
      restart_after_(config.timeout),
      commands_(config.response) {
  noise_.position_m = config.position_noise_m;
  noise_.yaw_rad = config.yaw_noise_rad;
  if (config.is_holonomic) noise_.sideways_mps = noise_.speed_mps;
}

void PoseEstimator::forget() {
  history_.clear();
  first_outlier_.reset();
  last_outlier_.reset();
  outliers_in_a_row_ = 0;
  period_ = {};
}

void PoseEstimator::start(const PoseSample& sample) {
  const Duration period = period_;
  forget();
  period_ = period;
  const MotionFilter filter(sample.room_from_robot, max_speed_mps_ / 2, max_sideways_mps_ / 2,
                            max_yaw_rate_radps_ / 2, noise_);
  history_.push_back({sample, filter, filter});
}

SampleVerdict PoseEstimator::add(const PoseSample& sample) {
  const bool is_lost = !history_.empty() && sample.time - newest() > restart_after_;
  // something was seen meanwhile that could not be the robot, so this need not be it either
  const bool is_doubtful = last_outlier_ && sample.time - last_outlier_->time <= restart_after_;
  if (history_.empty() || (is_lost && !is_doubtful)) {
    start(sample);
    return SampleVerdict::accepted;
  }
  // the first that is not before it
  const auto next = std::ranges::lower_bound(history_, sample.time, {},
                                             [](const Entry& entry) { return entry.sample.time; });
  if (next != history_.end() && next->sample.time == sample.time) return SampleVerdict::duplicate;
  if (next == history_.begin()) return SampleVerdict::too_old;
  const bool is_late = next != history_.end();

  const Entry& before = *std::prev(next);
  if (is_lost || !is_reachable(before, sample)) {
    if (is_late || !is_carried_there(sample)) return SampleVerdict::outlier;
    start(sample);
    return SampleVerdict::relocated;
  }
  first_outlier_.reset();
  last_outlier_.reset();
  outliers_in_a_row_ = 0;

  if (!is_late) {
    compare_models(before, sample);
    const Duration gap = sample.time - newest();
    period_ = period_ == Duration::zero() ? gap : period_ + (gap - period_) / 8;
  }
  // those behind it are filtered again
  auto place = history_.insert(next, entry_after(before, sample));
  for (auto after = std::next(place); after != history_.end(); ++place, ++after)
    *after = entry_after(*place, after->sample);
  trim();
  return is_late ? SampleVerdict::late : SampleVerdict::accepted;
}

PoseEstimator::Entry PoseEstimator::entry_after(const Entry& before,
                                                const PoseSample& sample) const {
  MotionNoise noise = noise_;
  if (turns_.covers(before.sample.time, sample.time)) noise.yaw_rate_radps = gyro_drift_radps;
  const auto next = [&](MotionFilter filter, const MotionEstimate& then) {
    filter.predict(seconds(sample.time - before.sample.time), then.room_from_robot, then.velocity,
                   noise);
    filter.correct(sample.room_from_robot, noise_);
    return filter;
  };
  Entry entry{sample, next(before.steady, steady_from(before, sample.time)), before.commanded};
  entry.commanded = commands_.speaks_of(before.sample.time)
                        ? next(before.commanded, commanded_from(before, sample.time))
                        : entry.steady;
  return entry;
}

bool PoseEstimator::is_reachable(const Entry& before, const PoseSample& sample) const {
  const double dt = seconds(sample.time - before.sample.time);
  const Pose2 expected = on_from(before, sample.time).room_from_robot;
  const MotionFilter& filter = obeys_at(before) ? before.commanded : before.steady;
  // as far as it can leave the expected path by braking and turning, and no further than it can
  // drive at all; plus what measurements are off by
  const auto reach = [&](double acceleration, double deviation, double speed, double noise) {
    return std::min(acceleration * dt * dt / 2 + 3 * deviation * dt, 2 * speed * dt) +
           sure_deviations * noise + speed * stamp_error_s;
  };
  return apart(expected.translation, sample.room_from_robot.translation) <=
             reach(max_acceleration_mps2_, filter.speed_deviation(), max_speed_mps_,
                   noise_.position_m) &&
         turned(expected.yaw, sample.room_from_robot.yaw) <=
             reach(max_yaw_acceleration_radps2_, filter.yaw_rate_deviation(), max_yaw_rate_radps_,
                   noise_.yaw_rad);
}

// Outliers that agree with each other for a while are not outliers.
bool PoseEstimator::is_carried_there(const PoseSample& outlier) {
  bool agrees = false;
  if (last_outlier_ && outlier.time > last_outlier_->time) {
    const double dt = seconds(outlier.time - last_outlier_->time) + stamp_error_s;
    agrees =
        apart(outlier.room_from_robot.translation, last_outlier_->room_from_robot.translation) <=
            max_speed_mps_ * dt + sure_deviations * noise_.position_m &&
        turned(outlier.room_from_robot.yaw, last_outlier_->room_from_robot.yaw) <=
            max_yaw_rate_radps_ * dt + sure_deviations * noise_.yaw_rad;
  }
  if (!agrees) {
    first_outlier_ = outlier;
    outliers_in_a_row_ = 0;
  }
  last_outlier_ = outlier;
  return ++outliers_in_a_row_ >= agreeing_outliers &&
         outlier.time - first_outlier_->time >= agreeing_for;
}

void PoseEstimator::trim() {
  while (history_.size() > most_remembered ||
         (history_.size() > 2 && newest() - history_.front().sample.time > remembered))
    history_.pop_front();
}

bool PoseEstimator::obeys_at(const Entry& entry) const {
  return obedience_ > 0 && commands_.speaks_of(entry.sample.time);
}

MotionEstimate PoseEstimator::steady_from(const Entry& entry, SimTime time) const {
  return carried_on({entry.steady.pose(), entry.steady.velocity()}, entry.sample.time, time,
                    turns_);
}

MotionEstimate PoseEstimator::commanded_from(const Entry& entry, SimTime time) const {
  return commands_.driven({entry.commanded.pose(), entry.commanded.velocity()}, entry.sample.time,
                          time, turns_);
}

// Steady motion, or what the commands make of it if that was right more often.
MotionEstimate PoseEstimator::on_from(const Entry& entry, SimTime time) const {
  return obeys_at(entry) ? commanded_from(entry, time) : steady_from(entry, time);
}

void PoseEstimator::compare_models(const Entry& before, const PoseSample& sample) {
  if (!commands_.speaks_of(before.sample.time)) return;
  const auto error = [&](const MotionEstimate& expected) {
    const Pose2& there = expected.room_from_robot;
    const double off = apart(there.translation, sample.room_from_robot.translation);
    const double turn = turned(there.yaw, sample.room_from_robot.yaw);
    return off * off / (noise_.position_m * noise_.position_m) +
           turn * turn / (noise_.yaw_rad * noise_.yaw_rad);
  };
  const double kept = std::exp(-seconds(sample.time - before.sample.time) / compared_s);
  const double better =
      error(steady_from(before, sample.time)) - error(commanded_from(before, sample.time));
  obedience_ = std::clamp(kept * obedience_ + better, -most_obedience, most_obedience);
}

MotionEstimate PoseEstimator::at(SimTime time) const {
  const Entry& last = history_.back();
  const Duration ahead = time - last.sample.time;
  const Duration used = std::clamp(ahead, -remembered, max_prediction_);
  MotionEstimate estimate = on_from(last, last.sample.time + used);
  if (ahead > max_prediction_) estimate.velocity = {};
  return estimate;
}

}  // namespace tandem
