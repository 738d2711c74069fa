// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "twin/twin_motion.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>

namespace tandem {

namespace {

// So many usual gaps without a pose are a gap.
constexpr int gaps_until_degraded = 3;
constexpr Duration shortest_gap = 60ms;
constexpr double farthest_m = 4e7;  // no place on Earth is further away

double wrapped(double angle) { return std::remainder(angle, 2 * std::numbers::pi); }

bool is_finite(const Pose2& pose) {
  return std::isfinite(pose.translation.x) && std::isfinite(pose.translation.y) &&
         std::isfinite(pose.yaw);
}

bool is_place(const Pose2& pose) {
  return is_finite(pose) && std::abs(pose.translation.x) < farthest_m &&
         std::abs(pose.translation.y) < farthest_m;
}

double length(Vec2 v) { return std::hypot(v.x, v.y); }

bool is_inside(const Area& area, Vec2 point) {
  const Vec2 seen = inverse(area.world_from_center) * point;
  return std::abs(seen.x) <= area.size_x_m / 2 && std::abs(seen.y) <= area.size_y_m / 2;
}

}  // namespace

std::string_view name_of(TrackingState state) {
  switch (state) {
    case TrackingState::waiting:
      return "waiting";
    case TrackingState::tracking:
      return "tracking";
    case TrackingState::degraded:
      return "degraded";
    case TrackingState::lost:
      return "lost";
  }
  return "lost";
}

TwinMotion::TwinMotion(const TwinConfig& config, const Pose2& world_from_start)
    : config_(config),
      world_from_start_(world_from_start),
      clock_(config.stamps, config.latency),
      imu_clock_(
          config.stamps == StampSource::shared ? StampSource::shared : StampSource::automatic, {}),
      estimator_(config) {
  if (config_.units == PoseUnits::pixels) {
    assert(config_.camera);
    auto view = PlaneView::make(*config_.camera, config_.marker_height_m);
    assert(view);
    view_ = *std::move(view);
  }
  state_.world_from_robot = world_from_start;
  state_.area = area_in_world();
}

void TwinMotion::hear(const InertialReading& reading, SimTime now) {
  const SimTime measured = reading.stamp ? imu_clock_.map(*reading.stamp, now) : now;
  estimator_.hear_turn(reading.yaw_rate_radps, measured);
}

const TwinState& TwinMotion::update(std::span<const TrackedPose> poses, SimTime now, Duration dt) {
  state_.has_jumped = false;
  const bool was_still = state_.tracking == TrackingState::lost || state_.is_paused;
  const auto target = [&] { return frame_->to_world(estimator_.at(now).room_from_robot); };

  // where it would stand by what was known before
  Pose2 expected = state_.world_from_robot;
  const bool had_pose = frame_.has_value();
  if (had_pose && !was_still) expected = corrected(target());

  const int accepted_before = state_.counts.accepted;
  for (const TrackedPose& pose : poses) take(pose, now);
  const bool has_news = state_.counts.accepted > accepted_before;
  judge(now);
  if (!estimator_.has_pose()) return state_;
  const MotionEstimate estimate = estimator_.at(now);
  state_.room_from_robot = estimate.room_from_robot;

  // the room finds its place in the world
  const bool is_found = has_news && state_.tracking != TrackingState::lost;
  if (!frame_ && is_found) {
    frame_ = config_.origin == TwinOrigin::start
                 ? RoomFrame::anchored(estimate.room_from_robot, world_from_start_, config_.scale)
                 : RoomFrame::at(config_.world_from_room, config_.scale);
  } else if (is_resuming_ && is_found) {
    frame_ = RoomFrame::anchored(estimate.room_from_robot, state_.world_from_robot, config_.scale);
    expected = state_.world_from_robot;
    state_.is_paused = is_resuming_ = false;
  }
  if (!frame_) return state_;
  state_.world_from_room = frame_->world_from_room_origin();
  state_.area = area_in_world();
  if (state_.tracking == TrackingState::lost || state_.is_paused) {
    state_.velocity = {};
    return state_;
  }

  // what has become known does not move the twin at once, unless it is too far off
  const Pose2 now_there = target();
  if (has_news || was_still) {
    correction_ = {expected.translation - now_there.translation,
                   wrapped(expected.yaw - now_there.yaw)};
    if (!had_pose || length(correction_.translation) > config_.snap_distance_m * config_.scale) {
      state_.has_jumped = length(correction_.translation) > 0 || correction_.yaw != 0;
      correction_ = {};
    }
  }
  decay(dt);
  state_.world_from_robot = corrected(now_there);
  state_.velocity = {config_.scale * estimate.velocity.linear, estimate.velocity.angular};
  return state_;
}

void TwinMotion::take(const TrackedPose& pose, SimTime now) {
  TrackingCounts& counts = state_.counts;
  const std::optional<Pose2> robot = room_from_robot(pose.marker);
  if (!robot) {
    ++counts.unusable;
    return;
  }
  const SimTime seen = pose.stamp ? clock_.map(*pose.stamp, now) : now - config_.latency;
  const PoseSample sample{seen, *robot};
  if (clock_.steps() > counts.clock_steps) {
    // its stamps mean another time now, so what was learned by them does not count
    counts.clock_steps = clock_.steps();
    if (estimator_.has_pose() && sample.time < estimator_.newest()) estimator_.forget();
  }
  state_.clock_offset = clock_.offset();
  state_.latency = clock_.latency();
  const SampleVerdict verdict = estimator_.add(sample);
  switch (verdict) {
    case SampleVerdict::late:
      ++counts.late;
      break;
    case SampleVerdict::relocated:
      ++counts.relocated;
      break;
    case SampleVerdict::duplicate:
      ++counts.duplicates;
      break;
    case SampleVerdict::too_old:
      ++counts.too_old;
      break;
    case SampleVerdict::outlier:
      ++counts.outliers;
      break;
    case SampleVerdict::accepted:
      break;
  }
  if (!is_accepted(verdict)) return;
  ++counts.accepted;
  const bool is_inside_now = !config_.area || is_inside(*config_.area, robot->translation);
  if (!is_inside_now) ++counts.outside;
  if (verdict == SampleVerdict::late) return;
  // a pose that is newer than those before; late ones are no sign of life
  last_arrival_ = now;
  state_.is_inside = is_inside_now;
}

std::optional<Pose2> TwinMotion::room_from_robot(const Pose2& marker) const {
  if (!is_finite(marker)) return std::nullopt;
  const std::optional<Pose2> in_room = view_ ? view_->pose_in_room(marker) : marker;
  if (!in_room || !is_place(*in_room)) return std::nullopt;
  return *in_room * inverse(config_.robot_from_marker);
}

std::optional<Pose2> TwinMotion::world_from(const Pose2& marker) const {
  const std::optional<Pose2> robot = room_from_robot(marker);
  if (!robot || !frame_) return std::nullopt;
  return frame_->to_world(*robot);
}

Pose2 TwinMotion::displaced(const Pose2& marker, Vec2 by_m) const {
  if (!view_) return {marker.translation + by_m, marker.yaw};
  const std::optional<Vec2> in_room = view_->point_in_room(marker.translation);
  const std::optional<Vec2> pixel = in_room ? view_->pixel_of(*in_room + by_m) : std::nullopt;
  return {pixel.value_or(marker.translation), marker.yaw};
}

void TwinMotion::judge(SimTime now) {
  if (!last_arrival_ || !estimator_.has_pose()) return;
  state_.pose_age = now - estimator_.newest();
  const Duration silent = now - *last_arrival_;
  const Duration late = *last_arrival_ - estimator_.newest();
  const Duration gap = std::clamp(gaps_until_degraded * estimator_.period(), shortest_gap,
                                  std::max(shortest_gap, config_.timeout));
  if (silent > config_.timeout || late > config_.timeout || !state_.is_inside) {
    state_.tracking = TrackingState::lost;
  } else if (silent > gap || state_.pose_age > config_.max_prediction) {
    state_.tracking = TrackingState::degraded;
  } else {
    state_.tracking = TrackingState::tracking;
  }
}

std::optional<Area> TwinMotion::area_in_world() const {
  if (!config_.area || (!frame_ && config_.origin == TwinOrigin::start)) return std::nullopt;
  const RoomFrame frame = frame_.value_or(RoomFrame::at(config_.world_from_room, config_.scale));
  return Area{.world_from_center = frame.to_world(config_.area->world_from_center),
              .size_x_m = frame.scale() * config_.area->size_x_m,
              .size_y_m = frame.scale() * config_.area->size_y_m};
}

void TwinMotion::pause() {
  state_.is_paused = true;
  is_resuming_ = false;
  state_.velocity = {};
}

void TwinMotion::resume() { is_resuming_ = state_.is_paused; }

Pose2 TwinMotion::corrected(const Pose2& target) const {
  return {target.translation + correction_.translation, wrapped(target.yaw + correction_.yaw)};
}

// Most of it within the time of smoothing, but never faster than a robot drives.
void TwinMotion::decay(Duration dt) {
  const double share = config_.smoothing > Duration::zero()
                           ? 1 - std::exp(-seconds(dt) / seconds(config_.smoothing))
                           : 1;
  const auto left = [&](double size, double limit) {
    if (size == 0) return 0.0;
    return 1 - std::min(share, limit * seconds(dt) / size);
  };
  const double off = length(correction_.translation);
  correction_.translation =
      left(off, config_.max_speed_mps * config_.scale) * correction_.translation;
  correction_.yaw *= left(std::abs(correction_.yaw), config_.max_yaw_rate_radps);
}

void TwinMotion::add_to(Hash& hash) const {
  const auto add = [&](const Pose2& pose) {
    hash.add(pose.translation.x);
    hash.add(pose.translation.y);
    hash.add(pose.yaw);
  };
  hash.add(static_cast<std::uint64_t>(state_.tracking));
  hash.add(static_cast<std::uint64_t>(state_.is_paused));
  add(state_.world_from_robot);
  add(state_.room_from_robot);
  add(state_.world_from_room);
  add(correction_);
  hash.add(state_.velocity.linear.x);
  hash.add(state_.velocity.linear.y);
  hash.add(state_.velocity.angular);
}

}  // namespace tandem
